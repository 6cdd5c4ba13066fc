package dev.sluice.backend.cpu.openblas;

import dev.sluice.DType;
import dev.sluice.backend.cpu.gemm.Gemm;
import dev.sluice.backend.cpu.gemm.TriangularSystem;
import dev.sluice.backend.cpu.gemm.VectorProducts;
import dev.sluice.backend.cpu.kernel.WorkerPool;
import dev.sluice.spi.BlasProvider;
import dev.sluice.spi.GemmProblem;
import dev.sluice.spi.Side;
import dev.sluice.spi.Transpose;
import dev.sluice.spi.TrsmProblem;
import org.jspecify.annotations.Nullable;

/**
 * Dense products on the host. What is so small that a native call would cost more than the arithmetic runs on the JVM;
 * the rest runs in OpenBLAS where there is one. Everything has run when a call returns.
 *
 * <p>OpenBLAS counts in 32 bits. Problems with a larger extent or distance run on the JVM.
 */
public final class CpuBlasProvider implements BlasProvider {

    /** Elements up to which a dot or matrix-vector product runs on the JVM. */
    private static final long SMALL_VECTOR = 256;

    /** Elements of a matrix or a pair of vectors from which OpenBLAS may use a further thread. */
    private static final double ELEMENTS_PER_THREAD = 1 << 15;

    private final HostGemm gemm;
    private final VectorProducts vectors;
    private final @Nullable NativeThreads threads;
    private final HandleMemory handles = new HandleMemory(HostGemm.MEMORY_BYTES);

    /**
     * Creates the provider.
     *
     * @param gemm the products of the JVM
     * @param threads the thread count of the library, or null to compute everything on the JVM
     */
    CpuBlasProvider(Gemm gemm, WorkerPool workers, @Nullable NativeThreads threads) {
        this.gemm = new HostGemm(gemm, workers, threads);
        this.vectors = new VectorProducts(gemm);
        this.threads = threads;
    }

    @Override
    public boolean supports(DType type) {
        return switch (type) {
            case F32, F64, C64, C128 -> true;
            default -> false;
        };
    }

    @Override
    public long createHandle() {
        return handles.create();
    }

    @Override
    public void destroyHandle(long handle) {
        handles.destroy(handle);
    }

    @Override
    public void bind(long handle, long stream) {
        // Operations run when they are submitted, whatever the stream.
    }

    @Override
    public void gemm(
            long handle,
            GemmProblem problem,
            double alphaRe,
            double alphaIm,
            long a,
            long b,
            double betaRe,
            double betaIm,
            long c) {
        gemm.multiply(problem, alphaRe, alphaIm, a, b, betaRe, betaIm, c, handle);
    }

    @Override
    public void gemmGrouped(
            long handle,
            GemmProblem[] problems,
            double alphaRe,
            double alphaIm,
            long[] a,
            long[] b,
            double betaRe,
            double betaIm,
            long[] c) {
        gemm.multiplyGroup(problems, alphaRe, alphaIm, a, b, betaRe, betaIm, c, handle);
    }

    @Override
    public void gemv(
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
            long incy) {
        if (m < 0 || n < 0 || lda < Math.max(1, m) || incx == 0 || incy == 0) {
            throw new IllegalArgumentException("gemv of " + m + "×" + n + " with lda=" + lda + ", incx=" + incx
                    + ", incy=" + incy + ": an extent is negative, or a distance is 0 or less than the rows");
        }
        double elements = (double) m * n;
        if (threads == null
                || elements <= SMALL_VECTOR
                || !isInteger(m | n | lda)
                || !isInteger(incx)
                || !isInteger(incy)) {
            vectors.gemv(type, trans, m, n, alphaRe, alphaIm, a, lda, x, incx, betaRe, betaIm, y, incy);
            return;
        }
        NativeProducts.storeScalars(type, handle, alphaRe, alphaIm, betaRe, betaIm);
        join(threads, elements);
        try {
            NativeProducts.gemv(
                    handle, type, trans, (int) m, (int) n, alphaRe, a, (int) lda, x, (int) incx, betaRe, y, (int) incy);
        } finally {
            threads.leave();
        }
    }

    @Override
    public void dot(
            long handle, DType type, boolean conjugateX, long n, long x, long incx, long y, long incy, long result) {
        if (n < 0) {
            throw new IllegalArgumentException("dot of " + n + " elements");
        }
        if (threads == null || n <= SMALL_VECTOR || !isInteger(n) || !isInteger(incx) || !isInteger(incy)) {
            vectors.dot(type, conjugateX, n, x, incx, y, incy, result);
            return;
        }
        join(threads, (double) n);
        try {
            NativeProducts.dot(type, conjugateX, (int) n, x, (int) incx, y, (int) incy, result);
        } finally {
            threads.leave();
        }
    }

    @Override
    public void nrm2(long handle, DType type, long n, long x, long incx, long result) {
        if (n < 0) {
            throw new IllegalArgumentException("nrm2 of " + n + " elements");
        }
        vectors.nrm2(type, n, x, incx, result);
    }

    @Override
    public boolean supportsTrsm(DType type) {
        return supports(type);
    }

    @Override
    public void trsm(long handle, TrsmProblem problem, double alphaRe, double alphaIm, long a, long b) {
        long order = problem.side() == Side.LEFT ? problem.m() : problem.n();
        if (problem.m() < 0
                || problem.n() < 0
                || problem.lda() < Math.max(1, order)
                || problem.ldb() < Math.max(1, problem.m())) {
            throw new IllegalArgumentException(
                    "an extent is negative or a distance between columns is less than the rows: " + problem);
        }
        if (threads == null || !isInteger(problem.n() | problem.lda() | problem.ldb())) {
            TriangularSystem.solve(problem, alphaRe, alphaIm, a, b);
            return;
        }
        NativeProducts.storeScalars(problem.type(), handle, alphaRe, alphaIm, 0, 0);
        threads.join((double) problem.m() * problem.n() * order / 2);
        try {
            NativeProducts.trsm(handle, problem, alphaRe, a, b);
        } finally {
            threads.leave();
        }
    }

    private static void join(NativeThreads threads, double elements) {
        threads.join(elements / ELEMENTS_PER_THREAD * NativeThreads.WORK_PER_THREAD);
    }

    private static boolean isInteger(long value) {
        return (int) value == value;
    }
}
