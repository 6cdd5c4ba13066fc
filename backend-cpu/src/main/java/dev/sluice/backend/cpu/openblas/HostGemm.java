package dev.sluice.backend.cpu.openblas;

import dev.sluice.DType;
import dev.sluice.backend.cpu.gemm.Gemm;
import dev.sluice.backend.cpu.gemm.TiledGemm;
import dev.sluice.backend.cpu.kernel.WorkerPool;
import dev.sluice.spi.GemmProblem;
import dev.sluice.spi.Transpose;
import java.lang.foreign.Arena;
import org.jspecify.annotations.Nullable;

/**
 * Decides where matrix products run. A product so small that a native call would cost more than the arithmetic runs on
 * the JVM, a larger one in OpenBLAS, which splits it among threads when it is large enough. Many products that are each
 * too small to be split are shared by the workers instead. Thread-safe.
 */
final class HostGemm {

    /** The bytes of memory that a call needs for its own: scalars, then scratch memory. */
    static final int MEMORY_BYTES = 64 + Gemm.SCRATCH_BYTES;

    private static final int SCRATCH = 64;

    /**
     * The multiplications up to which the JVM is as fast as a native call, measured on AVX-512 with square matrices of
     * all four types (f64: 0.03 against 0.27 µs at 4³, 0.19 against 0.42 µs at 16³, 1.35 against 1.43 µs at 32³).
     */
    private static final long SMALL_WORK = 32 * 32 * 32;

    /** The same where A is transposed, so that it must be packed first, which takes longer for complex elements. */
    private static final long SMALL_WORK_PACKED = 24 * 24 * 24;

    private static final long SMALL_WORK_PACKED_COMPLEX = 18 * 18 * 18;

    /** Rows and columns of C that the JVM's kernels compute at once: a smaller C costs as much. */
    private static final int TILE_ROWS = 8;

    private static final int TILE_COLUMNS = 4;

    /** The multiplications from which waking other threads pays, and those that one of them gets at a time. */
    private static final double SHARED_WORK = 1 << 21;

    private static final double WORK_PER_CHUNK = 1 << 19;

    private static final int CHUNKS_PER_THREAD = 3;

    private final Gemm gemm;
    private final TiledGemm tiled;
    private final WorkerPool workers;
    private final @Nullable NativeThreads threads;

    /**
     * Creates the decision.
     *
     * @param gemm the products of the JVM
     * @param threads the thread count of the library, or null to compute everything on the JVM
     */
    HostGemm(Gemm gemm, WorkerPool workers, @Nullable NativeThreads threads) {
        this.gemm = gemm;
        this.tiled = new TiledGemm(gemm, workers);
        this.workers = workers;
        this.threads = threads;
    }

    /**
     * Computes a batch.
     *
     * @param memory the address of {@link #MEMORY_BYTES} for this call's use
     */
    void multiply(
            GemmProblem problem,
            double alphaRe,
            double alphaIm,
            long a,
            long b,
            double betaRe,
            double betaIm,
            long c,
            long memory) {
        check(problem);
        long batch = problem.batch();
        if (batch == 1 || !isShared(work(problem), work(problem) * batch)) {
            compute(problem, alphaRe, alphaIm, a, b, betaRe, betaIm, c, memory);
            return;
        }
        int bytes = problem.type().bytes();
        int chunks = (int) Math.min(batch, chunks(work(problem) * batch));
        workers.run(chunks, chunk -> {
            long from = batch * chunk / chunks;
            long to = batch * (chunk + 1) / chunks;
            try (Arena arena = Arena.ofConfined()) {
                compute(
                        withBatch(problem, to - from),
                        alphaRe,
                        alphaIm,
                        a + from * problem.strideA() * bytes,
                        b + from * problem.strideB() * bytes,
                        betaRe,
                        betaIm,
                        c + from * problem.strideC() * bytes,
                        arena.allocate(MEMORY_BYTES, SCRATCH).address());
            }
        });
    }

    /** Computes products of different shapes; see {@link dev.sluice.spi.BlasProvider#gemmGrouped}. */
    void multiplyGroup(
            GemmProblem[] problems,
            double alphaRe,
            double alphaIm,
            long[] a,
            long[] b,
            double betaRe,
            double betaIm,
            long[] c,
            long memory) {
        double sharedWork = 0;
        for (GemmProblem problem : problems) {
            check(problem);
            sharedWork += mayBeShared(problem) ? work(problem) : 0;
        }
        boolean share = isShared(0, sharedWork);
        for (int i = 0; i < problems.length; i++) {
            if (!share || !mayBeShared(problems[i])) {
                multiply(problems[i], alphaRe, alphaIm, a[i], b[i], betaRe, betaIm, c[i], memory);
            }
        }
        if (share) {
            int[] starts = starts(problems, sharedWork);
            workers.run(starts.length - 1, chunk -> {
                try (Arena arena = Arena.ofConfined()) {
                    long chunkMemory = arena.allocate(MEMORY_BYTES, SCRATCH).address();
                    for (int i = starts[chunk]; i < starts[chunk + 1]; i++) {
                        if (mayBeShared(problems[i])) {
                            compute(problems[i], alphaRe, alphaIm, a[i], b[i], betaRe, betaIm, c[i], chunkMemory);
                        }
                    }
                }
            });
        }
    }

    /** Where the chunks of a group begin, so that each has about the same work; the end is the last entry. */
    private int[] starts(GemmProblem[] problems, double sharedWork) {
        int chunks = chunks(sharedWork);
        int[] starts = new int[chunks + 1];
        double before = 0;
        int chunk = 1;
        for (int i = 0; i < problems.length && chunk < chunks; i++) {
            before += mayBeShared(problems[i]) ? work(problems[i]) : 0;
            while (chunk < chunks && before >= sharedWork * chunk / chunks) {
                starts[chunk++] = i + 1;
            }
        }
        while (chunk <= chunks) {
            starts[chunk++] = problems.length;
        }
        return starts;
    }

    private int chunks(double work) {
        return (int) Math.min(CHUNKS_PER_THREAD * workers.parallelism(), work / WORK_PER_CHUNK);
    }

    /** Whether it pays to hand out products of this work, in all of that. */
    private boolean isShared(double workOfOne, double allWork) {
        return workOfOne <= NativeThreads.WORK_PER_THREAD && allWork >= SHARED_WORK && workers.parallelism() > 1;
    }

    /** Whether a member of a group is one that nothing else would split. */
    private static boolean mayBeShared(GemmProblem problem) {
        return work(problem) * problem.batch() <= NativeThreads.WORK_PER_THREAD;
    }

    /** The multiplications of one product, where an empty contraction counts as one. */
    private static double work(GemmProblem problem) {
        return (double) problem.m() * problem.n() * Math.max(1, problem.k());
    }

    /** Computes a batch on the calling thread, unless a single product is so large that it is split. */
    private void compute(
            GemmProblem problem,
            double alphaRe,
            double alphaIm,
            long a,
            long b,
            double betaRe,
            double betaIm,
            long c,
            long memory) {
        if (problem.m() == 0 || problem.n() == 0 || problem.batch() == 0) {
            return;
        }
        if (isSmall(problem)) {
            gemm.small(problem, alphaRe, alphaIm, a, b, betaRe, betaIm, c, memory + SCRATCH);
        } else if (threads == null || !fitsIntegers(problem) || isZero(problem.type(), alphaRe, alphaIm)) {
            // OpenBLAS multiplies by a zero α what it should not read, and a NaN there would spread.
            tiled.multiply(problem, alphaRe, alphaIm, a, b, betaRe, betaIm, c);
        } else {
            NativeProducts.storeScalars(problem.type(), memory, alphaRe, alphaIm, betaRe, betaIm);
            double work = work(problem);
            if (work <= NativeThreads.WORK_PER_THREAD) {
                // OpenBLAS does not split these, whatever its thread count.
                NativeProducts.gemm(memory, problem, alphaRe, a, b, betaRe, c);
                return;
            }
            threads.join(work);
            try {
                NativeProducts.gemm(memory, problem, alphaRe, a, b, betaRe, c);
            } finally {
                threads.leave();
            }
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

    private static boolean isSmall(GemmProblem problem) {
        long m = problem.m();
        long n = problem.n();
        long k = problem.k();
        if (m > SMALL_WORK || n > SMALL_WORK || k > SMALL_WORK) {
            return false;
        }
        long rows = (m + TILE_ROWS - 1) / TILE_ROWS * TILE_ROWS;
        long columns = (n + TILE_COLUMNS - 1) / TILE_COLUMNS * TILE_COLUMNS;
        long limit = problem.transA() == Transpose.NONE
                ? SMALL_WORK
                : problem.type().isComplex() ? SMALL_WORK_PACKED_COMPLEX : SMALL_WORK_PACKED;
        return rows * columns * k <= limit && Gemm.fitsScratch(problem);
    }

    private static boolean fitsIntegers(GemmProblem problem) {
        return (problem.m() | problem.n() | problem.k() | problem.lda() | problem.ldb() | problem.ldc())
                <= Integer.MAX_VALUE;
    }

    private static boolean isZero(DType type, double re, double im) {
        return re == 0 && (im == 0 || !type.isComplex());
    }

    private static GemmProblem withBatch(GemmProblem whole, long batch) {
        return new GemmProblem(
                whole.type(),
                whole.transA(),
                whole.transB(),
                whole.m(),
                whole.n(),
                whole.k(),
                whole.lda(),
                whole.ldb(),
                whole.ldc(),
                whole.strideA(),
                whole.strideB(),
                whole.strideC(),
                batch);
    }
}
