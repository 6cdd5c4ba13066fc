package dev.sluice.spi;

import dev.sluice.DType;

/**
 * Matrix factorisations. The rules for handles, streams and addresses are those of {@link BlasProvider}. Matrices are
 * column-major; distances between columns are at least the rows. Extents are at least 1: of an empty matrix there is
 * nothing to factor.
 *
 * <p>Each operation writes a 32-bit status to {@code info} in device memory: 0 for success, positive when there is no
 * result, as LAPACK numbers the reasons. A matrix with an infinity or a NaN gives a positive status, or results with NaN;
 * the operation ends in any case. Nothing is waited for.
 *
 * <p>An operation whose factorisation and type are not {@linkplain #supports supported} throws. Each is preceded by the
 * question how much workspace it needs, in bytes of device memory, 0 if none; the workspace starts at a multiple of 64.
 */
public interface SolverProvider {
    /** Whether matrices of this type can be factored in this way. */
    boolean supports(Factorisation factorisation, DType type);

    /** Creates a handle. */
    long createHandle();

    /** Destroys an idle handle. */
    void destroyHandle(long handle);

    /** Makes the operations of a handle run on a stream. */
    void bind(long handle, long stream);

    /** The workspace of {@link #svd}. */
    long svdWorkspaceBytes(long handle, SvdProblem problem);

    /**
     * Submits a singular value decomposition. {@code u} and {@code vt} are 0 when no vectors are asked for. The status is
     * positive when the iteration did not converge.
     */
    void svd(long handle, SvdProblem problem, long a, long s, long u, long vt, long workspace, long info);

    /** The workspace of {@link #qr}. */
    long qrWorkspaceBytes(long handle, QrProblem problem);

    /** Submits a QR factorisation, which always succeeds. */
    void qr(long handle, QrProblem problem, long a, long q, long workspace, long info);

    /** The workspace of {@link #eigh}. */
    long eighWorkspaceBytes(long handle, EighProblem problem);

    /** Submits a decomposition of a Hermitian matrix. The status is positive when the iteration did not converge. */
    void eigh(long handle, EighProblem problem, long a, long w, long workspace, long info);

    /** The workspace of {@link #cholesky}. */
    long choleskyWorkspaceBytes(long handle, CholeskyProblem problem);

    /**
     * Submits a Cholesky factorisation. The status is k when the leading k×k minor, and none before it, is not positive
     * definite; L is then incomplete.
     */
    void cholesky(long handle, CholeskyProblem problem, long a, long workspace, long info);

    /** The workspace of {@link #lu}. */
    long luWorkspaceBytes(long handle, LuProblem problem);

    /**
     * Submits an LU factorisation. The status is k when the k-th pivot, and none before it, is exactly zero; the factors
     * are complete all the same.
     */
    void lu(long handle, LuProblem problem, long a, long pivots, long workspace, long info);

    /** Submits the solution of a system whose matrix was factored. Zero pivots are divided by. */
    void luSolve(long handle, LuSolveProblem problem, long a, long pivots, long b, long info);
}
