package dev.sluice.backend.cpu.gemm;

import dev.sluice.DType;
import dev.sluice.spi.GemmProblem;
import dev.sluice.spi.Transpose;
import java.lang.foreign.Arena;

/**
 * Matrix products on the JVM, as {@link GemmProblem} defines them, on addresses of host memory and on the calling
 * thread. Stateless.
 */
public final class Gemm {

    /** The bytes of scratch memory that {@link #small} wants: room for a transposed operand. */
    public static final int SCRATCH_BYTES = 32 << 10;

    /** Rows of A that are packed together, a multiple of every kernel's tile. */
    private static final int PANEL_ROWS = 32;

    /** The part of the contracted extent done at once: a panel of A then fits into the first-level cache. */
    private static final int BLOCK_DEPTH = 128;

    /** Columns of B packed together: with the depth, a part of the second-level cache. */
    private static final int BLOCK_COLUMNS = 96;

    /** Columns of B done together when they need no packing. */
    private static final int UNPACKED_COLUMNS = 512;

    private final ProductKernels kernels;

    private Gemm(ProductKernels kernels) {
        this.kernels = kernels;
    }

    /**
     * Products with SIMD if that is wanted and the Vector API's module is present: one that nobody asked for is not
     * resolved when Sluice runs from the class path.
     */
    public static Gemm create(boolean vector) {
        return new Gemm(
                vector && ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent()
                        ? ProductKernels.vector()
                        : ProductKernels.scalar());
    }

    /** The kernels in use. */
    ProductKernels kernels() {
        return kernels;
    }

    /** Whether {@link #small} can compute the problem with {@link #SCRATCH_BYTES} of scratch memory. */
    public static boolean fitsScratch(GemmProblem problem) {
        int limit = SCRATCH_BYTES / problem.type().bytes();
        return problem.m() <= limit
                && problem.n() <= limit
                && problem.k() <= limit
                && (problem.transA() == Transpose.NONE || problem.m() * problem.k() <= limit);
    }

    /**
     * Computes a batch without blocking for caches.
     *
     * @param problem one that {@link #fitsScratch}
     * @param scratch the address of {@link #SCRATCH_BYTES} for this call's use
     */
    public void small(
            GemmProblem problem,
            double alphaRe,
            double alphaIm,
            long a,
            long b,
            double betaRe,
            double betaIm,
            long c,
            long scratch) {
        DType type = problem.type();
        int bytes = type.bytes();
        int m = (int) problem.m();
        int n = (int) problem.n();
        // Without a contraction the kernel multiplies α by zero, which must not be infinite.
        int k = isZero(type, alphaRe, alphaIm) ? 0 : (int) problem.k();
        double kernelAlphaRe = k == 0 ? 0 : alphaRe;
        double kernelAlphaIm = k == 0 ? 0 : alphaIm;
        if (m == 0 || n == 0) {
            return;
        }
        ProductKernel kernel = kernels.of(type);
        boolean transposeA = problem.transA() != Transpose.NONE;
        boolean transposeB = problem.transB() != Transpose.NONE;
        boolean conjugateA = problem.transA() == Transpose.CONJUGATE_TRANSPOSE;
        boolean conjugateB = problem.transB() == Transpose.CONJUGATE_TRANSPOSE;
        long aColumn = problem.lda() * bytes;
        long bColumn = problem.ldb() * bytes;
        long packedColumn = (long) m * bytes;
        for (long index = 0; index < problem.batch(); index++) {
            long aMatrix = a + index * problem.strideA() * bytes;
            if (transposeA) {
                // The batch may share one A, which then stays packed.
                if (index == 0 || problem.strideA() != 0) {
                    Packing.pack(type, conjugateA, m, k, aMatrix, aColumn, bytes, scratch, packedColumn);
                }
                aMatrix = scratch;
            }
            kernel.multiply(
                    m,
                    n,
                    k,
                    kernelAlphaRe,
                    kernelAlphaIm,
                    aMatrix,
                    transposeA ? packedColumn : aColumn,
                    b + index * problem.strideB() * bytes,
                    transposeB ? bColumn : bytes,
                    transposeB ? bytes : bColumn,
                    conjugateB,
                    betaRe,
                    betaIm,
                    c + index * problem.strideC() * bytes,
                    problem.ldc() * bytes);
        }
    }

    /** Computes a batch of any size, packing blocks that fit into the caches. */
    public void blocked(
            GemmProblem problem, double alphaRe, double alphaIm, long a, long b, double betaRe, double betaIm, long c) {
        int bytes = problem.type().bytes();
        try (Arena arena = Arena.ofConfined()) {
            long panel =
                    arena.allocate((long) PANEL_ROWS * BLOCK_DEPTH * bytes, 64).address();
            long block = arena.allocate((long) BLOCK_COLUMNS * BLOCK_DEPTH * bytes, 64)
                    .address();
            for (long index = 0; index < problem.batch(); index++) {
                blockedOne(
                        problem,
                        alphaRe,
                        alphaIm,
                        a + index * problem.strideA() * bytes,
                        b + index * problem.strideB() * bytes,
                        betaRe,
                        betaIm,
                        c + index * problem.strideC() * bytes,
                        panel,
                        block);
            }
        }
    }

    private void blockedOne(
            GemmProblem problem,
            double alphaRe,
            double alphaIm,
            long a,
            long b,
            double betaRe,
            double betaIm,
            long c,
            long panel,
            long block) {
        DType type = problem.type();
        int bytes = type.bytes();
        ProductKernel kernel = kernels.of(type);
        boolean transposeA = problem.transA() != Transpose.NONE;
        boolean transposeB = problem.transB() != Transpose.NONE;
        boolean conjugateA = problem.transA() == Transpose.CONJUGATE_TRANSPOSE;
        boolean conjugateB = problem.transB() == Transpose.CONJUGATE_TRANSPOSE;
        long aRow = transposeA ? problem.lda() * bytes : bytes;
        long aColumn = transposeA ? bytes : problem.lda() * bytes;
        long bRow = transposeB ? problem.ldb() * bytes : bytes;
        long bColumn = transposeB ? bytes : problem.ldb() * bytes;
        long cColumn = problem.ldc() * bytes;
        long panelColumn = (long) PANEL_ROWS * bytes;
        long blockColumn = (long) BLOCK_DEPTH * bytes;
        int step = transposeB ? BLOCK_COLUMNS : UNPACKED_COLUMNS;
        long k = isZero(type, alphaRe, alphaIm) ? 0 : problem.k();
        double kernelAlphaRe = k == 0 ? 0 : alphaRe;
        double kernelAlphaIm = k == 0 ? 0 : alphaIm;
        // The first step of the contracted extent applies β, also when it is the only one and empty.
        for (long p = 0; p == 0 || p < k; p += BLOCK_DEPTH) {
            int depth = (int) Math.min(BLOCK_DEPTH, k - p);
            for (long j = 0; j < problem.n(); j += step) {
                int columns = (int) Math.min(step, problem.n() - j);
                long bBlock = b + p * bRow + j * bColumn;
                if (transposeB) {
                    Packing.pack(type, conjugateB, depth, columns, bBlock, bRow, bColumn, block, blockColumn);
                    bBlock = block;
                }
                for (long i = 0; i < problem.m(); i += PANEL_ROWS) {
                    int rows = (int) Math.min(PANEL_ROWS, problem.m() - i);
                    Packing.pack(
                            type,
                            conjugateA,
                            rows,
                            depth,
                            a + i * aRow + p * aColumn,
                            aRow,
                            aColumn,
                            panel,
                            panelColumn);
                    kernel.multiply(
                            rows,
                            columns,
                            depth,
                            kernelAlphaRe,
                            kernelAlphaIm,
                            panel,
                            panelColumn,
                            bBlock,
                            bytes,
                            transposeB ? blockColumn : bColumn,
                            false,
                            p == 0 ? betaRe : 1,
                            p == 0 ? betaIm : 0,
                            c + i * bytes + j * cColumn,
                            cColumn);
                }
            }
        }
    }

    private static boolean isZero(DType type, double re, double im) {
        return re == 0 && (im == 0 || !type.isComplex());
    }
}
