package dev.sluice.backend.cpu.gemm;

import dev.sluice.backend.cpu.kernel.WorkerPool;
import dev.sluice.spi.GemmProblem;
import dev.sluice.spi.Transpose;

/** Large products on the JVM: C is cut into tiles, which the workers share. Thread-safe. */
public final class TiledGemm {

    /** The multiplications that make a tile worth handing to another thread. */
    private static final long WORK_PER_TILE = 1L << 18;

    /** Tiles for each thread, so that a slow one does not hold up the rest. */
    private static final int TILES_PER_THREAD = 3;

    /** The sides of tiles are multiples of this: less would spoil the blocking within. */
    private static final long SIDE_STEP = 64;

    private final Gemm gemm;
    private final WorkerPool workers;

    /** Tiles that {@code gemm} computes on {@code workers}. */
    public TiledGemm(Gemm gemm, WorkerPool workers) {
        this.gemm = gemm;
        this.workers = workers;
    }

    /** Computes a batch, one product after the other. */
    public void multiply(
            GemmProblem problem, double alphaRe, double alphaIm, long a, long b, double betaRe, double betaIm, long c) {
        double work = (double) problem.m() * problem.n() * Math.max(1, problem.k());
        long tiles = (long) Math.min((double) TILES_PER_THREAD * workers.parallelism(), work / WORK_PER_TILE);
        if (workers.parallelism() == 1 || tiles < 2) {
            gemm.blocked(problem, alphaRe, alphaIm, a, b, betaRe, betaIm, c);
            return;
        }
        double ideal = Math.sqrt((double) problem.m() * problem.n() / tiles);
        long side = (long) Math.ceil(ideal / SIDE_STEP) * SIDE_STEP;
        long tileRows = (problem.m() + side - 1) / side;
        long tileColumns = (problem.n() + side - 1) / side;
        int count = Math.toIntExact(tileRows * tileColumns);
        int bytes = problem.type().bytes();
        long aRow = problem.transA() == Transpose.NONE ? bytes : problem.lda() * bytes;
        long bColumn = problem.transB() == Transpose.NONE ? problem.ldb() * bytes : bytes;
        for (long index = 0; index < problem.batch(); index++) {
            long aMatrix = a + index * problem.strideA() * bytes;
            long bMatrix = b + index * problem.strideB() * bytes;
            long cMatrix = c + index * problem.strideC() * bytes;
            workers.run(count, tile -> {
                long i = tile % tileRows * side;
                long j = tile / tileRows * side;
                gemm.blocked(
                        part(problem, Math.min(side, problem.m() - i), Math.min(side, problem.n() - j)),
                        alphaRe,
                        alphaIm,
                        aMatrix + i * aRow,
                        bMatrix + j * bColumn,
                        betaRe,
                        betaIm,
                        cMatrix + i * bytes + j * problem.ldc() * bytes);
            });
        }
    }

    private static GemmProblem part(GemmProblem whole, long m, long n) {
        return new GemmProblem(
                whole.type(),
                whole.transA(),
                whole.transB(),
                m,
                n,
                whole.k(),
                whole.lda(),
                whole.ldb(),
                whole.ldc(),
                0,
                0,
                0,
                1);
    }
}
