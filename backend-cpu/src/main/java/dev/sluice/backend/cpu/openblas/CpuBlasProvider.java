package dev.sluice.backend.cpu.openblas;

import dev.sluice.DType;
import dev.sluice.backend.cpu.CoreBudget;
import dev.sluice.backend.cpu.gemm.Gemm;
import dev.sluice.backend.cpu.gemm.Memory;
import dev.sluice.backend.cpu.gemm.VectorProducts;
import dev.sluice.spi.BlasProvider;
import dev.sluice.spi.GemmProblem;
import dev.sluice.spi.Transpose;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Dense products on the host. What is so small that a native call would cost more than the arithmetic runs on the JVM;
 * the rest runs in OpenBLAS where there is one. Everything has run when a call returns.
 *
 * <p>OpenBLAS counts in 32 bits. Problems with a larger extent or distance run on the JVM.
 */
public final class CpuBlasProvider implements BlasProvider {

    /**
     * The multiplications up to which the JVM is faster, measured with f64 on AVX-512 (the README of the benchmarks has
     * the figures): without packing both take 1.4 µs at 32³. A transposed A must be packed first, and the break-even is
     * between 16³ and 24³.
     */
    private static final long SMALL_WORK = 32 * 32 * 32;

    private static final long SMALL_WORK_PACKED = 18 * 18 * 18;

    /** Rows and columns of C that the JVM's kernels compute at once: a smaller C costs as much. */
    private static final int TILE_ROWS = 8;

    private static final int TILE_COLUMNS = 4;

    /** Elements up to which dot, norm and matrix-vector product run on the JVM. */
    private static final long SMALL_VECTOR = 256;

    /** Elements of a matrix or a pair of vectors from which OpenBLAS may use a further thread. */
    private static final long ELEMENTS_PER_THREAD = 1 << 15;

    /** Where a handle's block holds α, β and the scratch memory. */
    private static final int ALPHA = 0;

    private static final int BETA = 16;
    private static final int SCRATCH = 64;

    private final @Nullable NativeThreads threads;
    private final HandleMemory handles = new HandleMemory(SCRATCH + Gemm.SCRATCH_BYTES);

    CpuBlasProvider(Optional<OpenBlas> library, CoreBudget budget) {
        this.threads = library.map(openBlas -> new NativeThreads(budget, openBlas.threads()))
                .orElse(null);
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
        check(problem);
        if (isEmpty(problem)) {
            return;
        }
        if (isSmall(problem)) {
            Gemm.small(problem, alphaRe, alphaIm, a, b, betaRe, betaIm, c, handle + SCRATCH);
        } else if (threads == null || !fitsIntegers(problem) || isZero(problem.type(), alphaRe, alphaIm)) {
            // OpenBLAS multiplies by a zero α what it should not read, and a NaN there would spread.
            Gemm.blocked(problem, alphaRe, alphaIm, a, b, betaRe, betaIm, c);
        } else {
            storeScalars(problem.type(), handle, alphaRe, alphaIm, betaRe, betaIm);
            double work = (double) problem.m() * problem.n() * problem.k();
            // OpenBLAS does not split the smallest of these, and so they need not join.
            boolean splits = work > NativeThreads.WORK_PER_THREAD;
            if (splits) {
                threads.join(work);
            }
            try {
                nativeGemm(handle, problem, alphaRe, a, b, betaRe, c);
            } finally {
                if (splits) {
                    threads.leave();
                }
            }
        }
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
        for (int i = 0; i < problems.length; i++) {
            gemm(handle, problems[i], alphaRe, alphaIm, a[i], b[i], betaRe, betaIm, c[i]);
        }
    }

    private static void check(GemmProblem problem) {
        long aRows = problem.transA() == Transpose.NONE ? problem.m() : problem.k();
        long bRows = problem.transB() == Transpose.NONE ? problem.k() : problem.n();
        if (problem.m() < 0
                || problem.n() < 0
                || problem.k() < 0
                || problem.batch() < 0
                || problem.lda() < Math.max(1, aRows)
                || problem.ldb() < Math.max(1, bRows)
                || problem.ldc() < Math.max(1, problem.m())) {
            throw new IllegalArgumentException(
                    "an extent is negative or a distance between columns is less than the rows: " + problem);
        }
    }

    private static boolean isEmpty(GemmProblem problem) {
        return problem.m() == 0 || problem.n() == 0 || problem.batch() == 0;
    }

    private static boolean isSmall(GemmProblem problem) {
        long m = problem.m();
        long n = problem.n();
        long k = problem.k();
        if (m > SMALL_WORK || n > SMALL_WORK || k > SMALL_WORK) {
            return false;
        }
        long work =
                (m + TILE_ROWS - 1) / TILE_ROWS * TILE_ROWS * ((n + TILE_COLUMNS - 1) / TILE_COLUMNS * TILE_COLUMNS);
        return work * k <= (problem.transA() == Transpose.NONE ? SMALL_WORK : SMALL_WORK_PACKED)
                && Gemm.fitsScratch(problem);
    }

    private static boolean isZero(DType type, double re, double im) {
        return re == 0 && (im == 0 || !type.isComplex());
    }

    private static boolean fitsIntegers(GemmProblem problem) {
        return isInteger(problem.m() | problem.n() | problem.k() | problem.lda() | problem.ldb() | problem.ldc());
    }

    private static void storeScalars(
            DType type, long handle, double alphaRe, double alphaIm, double betaRe, double betaIm) {
        if (type.isComplex()) {
            storeScalar(type, handle + ALPHA, alphaRe, alphaIm);
            storeScalar(type, handle + BETA, betaRe, betaIm);
        }
    }

    private static void storeScalar(DType type, long address, double re, double im) {
        if (type == DType.C64) {
            Memory.putFloat(address, (float) re);
            Memory.putFloat(address + Float.BYTES, (float) im);
        } else {
            Memory.putDouble(address, re);
            Memory.putDouble(address + Double.BYTES, im);
        }
    }

    private static void nativeGemm(
            long handle, GemmProblem problem, double alpha, long a, long b, double beta, long c) {
        int transA = code(problem.transA());
        int transB = code(problem.transB());
        int m = (int) problem.m();
        int n = (int) problem.n();
        int k = (int) problem.k();
        int lda = (int) problem.lda();
        int ldb = (int) problem.ldb();
        int ldc = (int) problem.ldc();
        long bytes = problem.type().bytes();
        long strideA = problem.strideA() * bytes;
        long strideB = problem.strideB() * bytes;
        long strideC = problem.strideC() * bytes;
        for (long index = 0; index < problem.batch(); index++) {
            switch (problem.type()) {
                case F32 ->
                    Cblas.cblas_sgemm(
                            Cblas.COLUMN_MAJOR,
                            transA,
                            transB,
                            m,
                            n,
                            k,
                            (float) alpha,
                            a,
                            lda,
                            b,
                            ldb,
                            (float) beta,
                            c,
                            ldc);
                case F64 ->
                    Cblas.cblas_dgemm(Cblas.COLUMN_MAJOR, transA, transB, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
                case C64 ->
                    Cblas.cblas_cgemm(
                            Cblas.COLUMN_MAJOR,
                            transA,
                            transB,
                            m,
                            n,
                            k,
                            handle + ALPHA,
                            a,
                            lda,
                            b,
                            ldb,
                            handle + BETA,
                            c,
                            ldc);
                case C128 ->
                    Cblas.cblas_zgemm(
                            Cblas.COLUMN_MAJOR,
                            transA,
                            transB,
                            m,
                            n,
                            k,
                            handle + ALPHA,
                            a,
                            lda,
                            b,
                            ldb,
                            handle + BETA,
                            c,
                            ldc);
                default -> throw unsupported(problem.type());
            }
            a += strideA;
            b += strideB;
            c += strideC;
        }
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
            VectorProducts.gemv(type, trans, m, n, alphaRe, alphaIm, a, lda, x, incx, betaRe, betaIm, y, incy);
            return;
        }
        storeScalars(type, handle, alphaRe, alphaIm, betaRe, betaIm);
        join(threads, elements);
        try {
            nativeGemv(
                    handle, type, code(trans), (int) m, (int) n, alphaRe, a, (int) lda, x, (int) incx, betaRe, y, (int)
                            incy);
        } finally {
            threads.leave();
        }
    }

    private static void nativeGemv(
            long handle,
            DType type,
            int trans,
            int m,
            int n,
            double alpha,
            long a,
            int lda,
            long x,
            int incx,
            double beta,
            long y,
            int incy) {
        switch (type) {
            case F32 ->
                Cblas.cblas_sgemv(
                        Cblas.COLUMN_MAJOR, trans, m, n, (float) alpha, a, lda, x, incx, (float) beta, y, incy);
            case F64 -> Cblas.cblas_dgemv(Cblas.COLUMN_MAJOR, trans, m, n, alpha, a, lda, x, incx, beta, y, incy);
            case C64 ->
                Cblas.cblas_cgemv(
                        Cblas.COLUMN_MAJOR, trans, m, n, handle + ALPHA, a, lda, x, incx, handle + BETA, y, incy);
            case C128 ->
                Cblas.cblas_zgemv(
                        Cblas.COLUMN_MAJOR, trans, m, n, handle + ALPHA, a, lda, x, incx, handle + BETA, y, incy);
            default -> throw unsupported(type);
        }
    }

    @Override
    public void dot(
            long handle, DType type, boolean conjugateX, long n, long x, long incx, long y, long incy, long result) {
        if (n < 0) {
            throw new IllegalArgumentException("dot of " + n + " elements");
        }
        if (threads == null || n <= SMALL_VECTOR || !isInteger(n) || !isInteger(incx) || !isInteger(incy)) {
            VectorProducts.dot(type, conjugateX, n, x, incx, y, incy, result);
            return;
        }
        join(threads, (double) n);
        try {
            nativeDot(type, conjugateX, (int) n, x, (int) incx, y, (int) incy, result);
        } finally {
            threads.leave();
        }
    }

    private static void nativeDot(
            DType type, boolean conjugateX, int n, long x, int incx, long y, int incy, long result) {
        switch (type) {
            case F32 -> Memory.putFloat(result, Cblas.cblas_sdot(n, x, incx, y, incy));
            case F64 -> Memory.putDouble(result, Cblas.cblas_ddot(n, x, incx, y, incy));
            case C64 -> {
                if (conjugateX) {
                    Cblas.cblas_cdotc_sub(n, x, incx, y, incy, result);
                } else {
                    Cblas.cblas_cdotu_sub(n, x, incx, y, incy, result);
                }
            }
            case C128 -> {
                if (conjugateX) {
                    Cblas.cblas_zdotc_sub(n, x, incx, y, incy, result);
                } else {
                    Cblas.cblas_zdotu_sub(n, x, incx, y, incy, result);
                }
            }
            default -> throw unsupported(type);
        }
    }

    @Override
    public void nrm2(long handle, DType type, long n, long x, long incx, long result) {
        if (n < 0) {
            throw new IllegalArgumentException("nrm2 of " + n + " elements");
        }
        VectorProducts.nrm2(type, n, x, incx, result);
    }

    private static void join(NativeThreads threads, double elements) {
        threads.join(elements / ELEMENTS_PER_THREAD * NativeThreads.WORK_PER_THREAD);
    }

    private static boolean isInteger(long value) {
        return (int) value == value;
    }

    private static int code(Transpose transpose) {
        return switch (transpose) {
            case NONE -> Cblas.NO_TRANSPOSE;
            case TRANSPOSE -> Cblas.TRANSPOSE;
            case CONJUGATE_TRANSPOSE -> Cblas.CONJUGATE_TRANSPOSE;
        };
    }

    private static IllegalArgumentException unsupported(DType type) {
        return new IllegalArgumentException("no dense products of " + type);
    }
}
