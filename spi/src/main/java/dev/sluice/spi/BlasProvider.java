package dev.sluice.spi;

import dev.sluice.DType;

/**
 * Dense products, and systems with triangular matrices. Handles are opaque tokens with mutable state: one handle is used by one thread at a time. Operations
 * are submitted in the order of the stream that the handle is bound to. Addresses are device addresses in bytes.
 * Scalars are given as real and imaginary parts; the imaginary part is ignored for real types.
 */
public interface BlasProvider {
    /** Whether products of this type are supported. */
    boolean supports(DType type);

    /** Creates a handle. */
    long createHandle();

    /** Destroys an idle handle. */
    void destroyHandle(long handle);

    /** Makes the operations of a handle run on a stream. */
    void bind(long handle, long stream);

    /** Workspace bytes that a handle needs while it is bound; 0 if none. */
    default long workspaceBytes() {
        return 0;
    }

    /** Gives a bound handle its workspace. */
    default void setWorkspace(long handle, long address, long bytes) {}

    /** Submits a batch of products of equal shape. */
    void gemm(
            long handle,
            GemmProblem problem,
            double alphaRe,
            double alphaIm,
            long a,
            long b,
            double betaRe,
            double betaIm,
            long c);

    /**
     * Submits many independent products of different shapes as one submission where the library can.
     *
     * @param problems the shapes, each with batch 1
     * @param a the address of each A
     * @param b the address of each B
     * @param c the address of each C; the results do not overlap
     */
    void gemmGrouped(
            long handle,
            GemmProblem[] problems,
            double alphaRe,
            double alphaIm,
            long[] a,
            long[] b,
            double betaRe,
            double betaIm,
            long[] c);

    /**
     * Submits y ← α·op(A)·x + β·y with A of m×n as stored, column-major.
     *
     * @param incx the distance between elements of x, not 0; x starts at its lowest address as in BLAS
     * @param incy the same for y
     */
    void gemv(
            long handle,
            DType type,
            Transpose trans,
            long m,
            long n,
            double alphaRe,
            double alphaIm,
            long a,
            long lda,
            long x,
            long incx,
            double betaRe,
            double betaIm,
            long y,
            long incy);

    /**
     * Submits result ← Σ x·y, with x conjugated on request. The result is one element in device memory.
     */
    void dot(long handle, DType type, boolean conjugateX, long n, long x, long incx, long y, long incy, long result);

    /** Submits result ← ‖x‖₂ without intermediate overflow. The result is one real element in device memory. */
    void nrm2(long handle, DType type, long n, long x, long incx, long result);

    /** Whether {@link #trsm} is supported for this type. */
    boolean supportsTrsm(DType type);

    /** Submits the solution of a system with a triangular matrix. */
    void trsm(long handle, TrsmProblem problem, double alphaRe, double alphaIm, long a, long b);
}
