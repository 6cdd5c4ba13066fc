package dev.sluice.tck.rule;

import dev.sluice.DType;
import dev.sluice.Diagonal;
import dev.sluice.Triangle;
import dev.sluice.spi.BlasProvider;
import dev.sluice.spi.CholeskyProblem;
import dev.sluice.spi.Factorisation;
import dev.sluice.spi.LuProblem;
import dev.sluice.spi.LuSolveProblem;
import dev.sluice.spi.Side;
import dev.sluice.spi.Transpose;
import dev.sluice.spi.TrsmProblem;
import dev.sluice.tck.Chapter;
import dev.sluice.tck.Feature;
import dev.sluice.tck.Subject;
import dev.sluice.tck.oracle.ComplexMatrix;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** DRV-66 to DRV-71: triangular systems and factorisations with triangular factors, at the SPI. */
public final class TriangularChapter {
    private static final DType[] TYPES = {DType.F32, DType.F64, DType.C64, DType.C128};

    /** Rows below the columns that are not theirs. */
    private static final int PADDING = 2;

    private TriangularChapter() {}

    /** The chapter. */
    public static Chapter chapter() {
        Rules rules = Rules.of(
                "Drivers: triangular factors",
                "DRV-66",
                "trsm solves with a triangle on either side, under every transposition, with the diagonal read or ones;"
                        + " nothing else of A is read.",
                Feature.BLAS);
        for (DType type : TYPES) {
            rules.check(type.toString(), subject -> triangularSystems(subject, type));
        }
        rules.next("DRV-67", "L·Lᴴ is the Hermitian matrix whose lower triangle is given.", Feature.SOLVER);
        for (DType type : TYPES) {
            rules.check(type.toString(), subject -> roots(subject, type));
        }
        rules.next(
                "DRV-68",
                "The status of a matrix that is not positive definite is the order of its first leading minor that is"
                        + " not.",
                Feature.SOLVER);
        for (DType type : TYPES) {
            rules.check(type.toString(), subject -> indefinite(subject, type));
        }
        rules.next(
                "DRV-69",
                "L·U is the matrix with its rows exchanged as the pivots say, and no element of L is large.",
                Feature.SOLVER);
        for (DType type : TYPES) {
            rules.check(type.toString(), subject -> eliminate(subject, type));
        }
        rules.next("DRV-70", "The status of a singular matrix is the first step whose pivot is zero.", Feature.SOLVER);
        for (DType type : TYPES) {
            rules.check(type.toString(), subject -> singular(subject, type));
        }
        rules.next("DRV-71", "Factors solve the system for every right-hand side.", Feature.SOLVER);
        for (DType type : TYPES) {
            rules.check(type.toString(), subject -> systems(subject, type));
        }
        return rules.chapter();
    }

    private static MatrixBench open(Subject subject, DType type, Factorisation factorisation) {
        MatrixBench bench = MatrixBench.open(subject, type);
        try {
            Expect.claimed(
                    bench.bench().device().solver().orElseThrow().supports(factorisation, type),
                    factorisation + " of " + type);
            return bench;
        } catch (RuntimeException | Error e) {
            bench.close();
            throw e;
        }
    }

    // --- triangular systems

    private static void triangularSystems(Subject subject, DType type) {
        Random random = new Random(subject.seed());
        try (MatrixBench bench = MatrixBench.open(subject, type)) {
            BlasProvider blas = bench.bench().device().blas().orElseThrow();
            Expect.claimed(blas.supportsTrsm(type), "triangular systems of " + type);
            for (Side side : Side.values()) {
                for (Triangle triangle : Triangle.values()) {
                    for (Transpose transpose : Transpose.values()) {
                        for (Diagonal diagonal : Diagonal.values()) {
                            solveTriangle(bench, random, side, triangle, transpose, diagonal, 4, 3);
                            solveTriangle(bench, random, side, triangle, transpose, diagonal, 4, 4);
                        }
                    }
                }
            }
            solveTriangle(bench, random, Side.LEFT, Triangle.LOWER, Transpose.NONE, Diagonal.GENERAL, 1, 1);
        }
    }

    private static void solveTriangle(
            MatrixBench bench,
            Random random,
            Side side,
            Triangle triangle,
            Transpose transpose,
            Diagonal diagonal,
            int m,
            int n) {
        int order = side == Side.LEFT ? m : n;
        ComplexMatrix stored = ComplexMatrix.random(random, order, order, bench.isComplex());
        ComplexMatrix read = new ComplexMatrix(order, order);
        for (int row = 0; row < order; row++) {
            // Whole numbers that dominate: the system is well conditioned.
            stored.set(row, row, 20 + row, bench.isComplex() ? row : 0);
            for (int column = 0; column < order; column++) {
                boolean inside = triangle == Triangle.LOWER ? row > column : row < column;
                if (inside) {
                    read.set(row, column, stored.re(row, column), stored.im(row, column));
                }
            }
            boolean ones = diagonal == Diagonal.UNIT;
            read.set(row, row, ones ? 1 : stored.re(row, row), ones ? 0 : stored.im(row, row));
        }
        ComplexMatrix b = ComplexMatrix.random(random, m, n, bench.isComplex());
        TrsmProblem problem =
                new TrsmProblem(bench.type(), side, triangle, transpose, diagonal, m, n, order + PADDING, m + PADDING);
        long a = bench.upload(stored, order + PADDING);
        long x = bench.upload(b, m + PADDING);
        double alphaIm = bench.isComplex() ? 0.5 : 0;
        submit(bench, problem, alphaIm, a, x);
        ComplexMatrix solution = bench.download(x, m, n, m + PADDING);
        ComplexMatrix matrix = read.read(transpose);
        ComplexMatrix product = side == Side.LEFT ? matrix.times(solution) : solution.times(matrix);
        ComplexMatrix scaled = b.combine(2, alphaIm, 0, 0, b);
        double unit = matrix.norm() * Math.max(1, solution.norm());
        Expect.close(0, product.distance(scaled) / unit, bench.tolerance(order), "the relative residual of " + problem);
    }

    private static void submit(MatrixBench matrices, TrsmProblem problem, double alphaIm, long a, long x) {
        DriverBench bench = matrices.bench();
        BlasProvider blas = bench.device().blas().orElseThrow();
        long stream = bench.stream();
        long scope = bench.device().enter();
        try {
            long handle = blas.createHandle();
            blas.bind(handle, stream);
            long bytes = blas.workspaceBytes();
            if (bytes > 0) {
                blas.setWorkspace(handle, bench.memory(bench.device(), bytes), bytes);
            }
            blas.trsm(handle, problem, 2, alphaIm, a, x);
            DriverBench.await(bench.device(), stream);
            blas.destroyHandle(handle);
        } finally {
            bench.device().leave(scope);
        }
    }

    // --- Cholesky

    private static int cholesky(MatrixBench bench, int n, long a) {
        CholeskyProblem problem = new CholeskyProblem(bench.type(), n, n + PADDING);
        return SolverRun.of(
                bench,
                (solver, handle) -> solver.choleskyWorkspaceBytes(handle, problem),
                (solver, handle, workspace, info) -> solver.cholesky(handle, problem, a, workspace, info));
    }

    /** G·Gᴴ plus a multiple of the identity; what is stored above its diagonal is something else. */
    private static ComplexMatrix positive(ComplexMatrix g, double shift) {
        ComplexMatrix square = g.times(g.read(Transpose.CONJUGATE_TRANSPOSE));
        return square.combine(1, 0, shift, 0, ComplexMatrix.identity(g.rows()));
    }

    private static void roots(Subject subject, DType type) {
        Random random = new Random(subject.seed());
        try (MatrixBench bench = open(subject, type, Factorisation.CHOLESKY)) {
            for (int n : new int[] {1, 2, 5, 33}) {
                ComplexMatrix spread = bench.graded(random, n, n);
                for (ComplexMatrix a : List.of(
                        positive(ComplexMatrix.random(random, n, n, bench.isComplex()), n),
                        positive(spread, Math.scalb(1.0, -4)))) {
                    ComplexMatrix stored = a.lower(false);
                    for (int column = 1; column < n; column++) {
                        stored.set(0, column, 777, 0);
                    }
                    long x = bench.upload(stored, n + PADDING);
                    Expect.equal(0, cholesky(bench, n, x), "the status of a positive definite " + n + "×" + n);
                    ComplexMatrix root = bench.download(x, n, n, n + PADDING).lower(false);
                    bench.requireClose(
                            a, root.times(root.read(Transpose.CONJUGATE_TRANSPOSE)), "L·Lᴴ of " + n + "×" + n);
                    for (int i = 0; i < n; i++) {
                        Expect.that(root.re(i, i) > 0 && root.im(i, i) == 0, "the diagonal of L is positive");
                    }
                }
            }
        }
    }

    private static void indefinite(Subject subject, DType type) {
        Random random = new Random(subject.seed());
        try (MatrixBench bench = open(subject, type, Factorisation.CHOLESKY)) {
            int n = 5;
            for (int minor = 1; minor <= n; minor++) {
                ComplexMatrix a = positive(ComplexMatrix.random(random, n, n, bench.isComplex()), n);
                a.set(minor - 1, minor - 1, -1000, 0);
                long x = bench.upload(a, n + PADDING);
                Expect.equal(minor, cholesky(bench, n, x), "the status of a matrix with a negative diagonal element");
            }
        }
    }

    // --- LU

    private record Lu(ComplexMatrix packed, List<Integer> pivots, int status, long a, long addressOfPivots) {}

    private static Lu lu(MatrixBench bench, ComplexMatrix matrix) {
        int m = matrix.rows();
        int n = matrix.columns();
        int p = Math.min(m, n);
        LuProblem problem = new LuProblem(bench.type(), m, n, m + PADDING);
        long a = bench.upload(matrix, m + PADDING);
        long pivots = bench.reals(p);
        int status = SolverRun.of(
                bench,
                (solver, handle) -> solver.luWorkspaceBytes(handle, problem),
                (solver, handle, workspace, info) -> solver.lu(handle, problem, a, pivots, workspace, info));
        return new Lu(
                bench.download(a, m, n, m + PADDING),
                Arrays.stream(bench.integers(pivots, p)).boxed().toList(),
                status,
                a,
                pivots);
    }

    private static void eliminate(Subject subject, DType type) {
        Random random = new Random(subject.seed());
        try (MatrixBench bench = open(subject, type, Factorisation.LU)) {
            for (int[] shape : new int[][] {{1, 1}, {5, 3}, {3, 5}, {4, 4}, {33, 33}}) {
                int m = shape[0];
                int n = shape[1];
                for (ComplexMatrix a : List.of(
                        ComplexMatrix.random(random, m, n, bench.isComplex()),
                        bench.graded(random, m, n),
                        bench.deficient(random, m, n))) {
                    Lu found = lu(bench, a);
                    String what = "a " + m + "×" + n + " matrix of " + type;
                    ComplexMatrix lower = unitLower(found.packed());
                    for (int row = 0; row < m; row++) {
                        for (int column = 0; column < Math.min(row, lower.columns()); column++) {
                            // A library may compare the sums of the parts instead of the moduli.
                            Expect.that(
                                    Math.hypot(lower.re(row, column), lower.im(row, column)) <= 1.5,
                                    "no element of L is greater than its pivot, " + what);
                        }
                    }
                    ComplexMatrix product = lower.times(found.packed().upper(Math.min(m, n)));
                    bench.requireClose(exchanged(a, found.pivots()), product, "L·U of " + what);
                }
            }
        }
    }

    private static ComplexMatrix unitLower(ComplexMatrix packed) {
        int p = Math.min(packed.rows(), packed.columns());
        ComplexMatrix lower = new ComplexMatrix(packed.rows(), p);
        for (int column = 0; column < p; column++) {
            lower.set(column, column, 1, 0);
            for (int row = column + 1; row < packed.rows(); row++) {
                lower.set(row, column, packed.re(row, column), packed.im(row, column));
            }
        }
        return lower;
    }

    private static ComplexMatrix exchanged(ComplexMatrix a, List<Integer> pivots) {
        ComplexMatrix result = a.combine(1, 0, 0, 0, a);
        for (int step = 0; step < pivots.size(); step++) {
            int other = pivots.get(step) - 1;
            Expect.that(step <= other && other < a.rows(), "pivot " + (step + 1) + " names a row at or below it");
            for (int column = 0; column < a.columns(); column++) {
                double re = result.re(step, column);
                double im = result.im(step, column);
                result.set(step, column, result.re(other, column), result.im(other, column));
                result.set(other, column, re, im);
            }
        }
        return result;
    }

    private static void singular(Subject subject, DType type) {
        Random random = new Random(subject.seed());
        try (MatrixBench bench = open(subject, type, Factorisation.LU)) {
            int n = 5;
            Expect.equal(0, lu(bench, ComplexMatrix.identity(n)).status(), "the status of the identity");
            for (int step = 1; step <= n; step++) {
                ComplexMatrix a = ComplexMatrix.identity(n);
                for (int row = 0; row < n; row++) {
                    a.set(row, step - 1, row < step - 1 ? random.nextInt(-4, 5) : 0, 0);
                }
                Expect.equal(step, lu(bench, a).status(), "the status of a matrix whose column " + step + " depends");
            }
        }
    }

    private static void systems(Subject subject, DType type) {
        Random random = new Random(subject.seed());
        try (MatrixBench bench = open(subject, type, Factorisation.LU)) {
            for (int[] shape : new int[][] {{1, 1}, {1, 3}, {5, 1}, {5, 4}, {33, 3}}) {
                int n = shape[0];
                int columns = shape[1];
                ComplexMatrix a = ComplexMatrix.random(random, n, n, bench.isComplex())
                        .combine(1, 0, 3 * n, 0, ComplexMatrix.identity(n));
                ComplexMatrix b = ComplexMatrix.random(random, n, columns, bench.isComplex());
                Lu factors = lu(bench, a);
                LuSolveProblem problem = new LuSolveProblem(type, n, columns, n + PADDING, n + 1);
                long x = bench.upload(b, n + 1);
                int status = SolverRun.of(
                        bench,
                        (solver, handle) -> 0,
                        (solver, handle, workspace, info) ->
                                solver.luSolve(handle, problem, factors.a(), factors.addressOfPivots(), x, info));
                Expect.equal(0, status, "the status of " + problem);
                ComplexMatrix solution = bench.download(x, n, columns, n + 1);
                double unit = a.norm() * Math.max(1, solution.norm());
                Expect.close(
                        0,
                        a.times(solution).distance(b) / unit,
                        bench.tolerance(n),
                        "the relative residual of " + problem);
            }
        }
    }
}
