package dev.sluice.backend.cpu.gemm;

import dev.sluice.DType;
import dev.sluice.Diagonal;
import dev.sluice.Triangle;
import dev.sluice.spi.LuProblem;
import dev.sluice.spi.LuSolveProblem;
import dev.sluice.spi.Side;
import dev.sluice.spi.Transpose;
import dev.sluice.spi.TrsmProblem;
import dev.sluice.spi.scalar.ComplexFunctions;

/** LU factorisations on the JVM in 64 bits for every type, and systems solved by them. Stateless. */
public final class ColumnLu {
    private ColumnLu() {}

    /**
     * Factors as {@link LuProblem} says, on addresses of host memory.
     *
     * @return 0, or the first step whose pivot is zero, counted from 1
     */
    public static int factor(LuProblem problem, long a, long pivots) {
        DType type = problem.type();
        int m = Math.toIntExact(problem.m());
        int n = Math.toIntExact(problem.n());
        ColumnSet columns = ColumnSet.load(type, a, m, n, problem.lda());
        int zero = 0;
        for (int k = 0; k < Math.min(m, n); k++) {
            int pivot = greatest(columns, k);
            Memory.putInt(pivots + (long) k * Integer.BYTES, pivot + 1);
            if (pivot != k) {
                columns.exchangeRows(k, pivot);
            }
            if (columns.re(k, k) == 0 && columns.im(k, k) == 0) {
                zero = zero == 0 ? k + 1 : zero;
                continue;
            }
            divideBelow(columns, k);
            for (int j = k + 1; j < n; j++) {
                columns.subtract(j, k, columns.re(k, j), columns.im(k, j), k + 1);
            }
        }
        columns.store(type, a, problem.lda());
        return zero;
    }

    private static int greatest(ColumnSet columns, int k) {
        int greatest = k;
        double magnitude = magnitude(columns, k, k);
        for (int i = k + 1; i < columns.length(); i++) {
            double candidate = magnitude(columns, i, k);
            if (candidate > magnitude) {
                greatest = i;
                magnitude = candidate;
            }
        }
        return greatest;
    }

    private static double magnitude(ColumnSet columns, int i, int j) {
        return Math.abs(columns.re(i, j)) + Math.abs(columns.im(i, j));
    }

    private static void divideBelow(ColumnSet columns, int k) {
        double pivotRe = columns.re(k, k);
        double pivotIm = columns.im(k, k);
        for (int i = k + 1; i < columns.length(); i++) {
            double re = columns.re(i, k);
            double im = columns.im(i, k);
            if (columns.isComplex()) {
                columns.set(
                        i,
                        k,
                        ComplexFunctions.divideRe(re, im, pivotRe, pivotIm),
                        ComplexFunctions.divideIm(re, im, pivotRe, pivotIm));
            } else {
                columns.set(i, k, re / pivotRe, 0);
            }
        }
    }

    /** Solves as {@link LuSolveProblem} says, on addresses of host memory. */
    public static void solve(LuSolveProblem problem, long a, long pivots, long b) {
        long bytes = problem.type().bytes();
        for (long k = 0; k < problem.n(); k++) {
            long other = Memory.getInt(pivots + k * Integer.BYTES) - 1L;
            for (long j = 0; other != k && j < problem.columns(); j++) {
                exchange(b + (k + j * problem.ldb()) * bytes, b + (other + j * problem.ldb()) * bytes, bytes);
            }
        }
        TriangularSystem.solve(triangle(problem, Triangle.LOWER, Diagonal.UNIT), 1, 0, a, b);
        TriangularSystem.solve(triangle(problem, Triangle.UPPER, Diagonal.GENERAL), 1, 0, a, b);
    }

    private static TrsmProblem triangle(LuSolveProblem problem, Triangle triangle, Diagonal diagonal) {
        return new TrsmProblem(
                problem.type(),
                Side.LEFT,
                triangle,
                Transpose.NONE,
                diagonal,
                problem.n(),
                problem.columns(),
                problem.lda(),
                problem.ldb());
    }

    private static void exchange(long p, long q, long bytes) {
        for (long part = 0; part < bytes; part += Integer.BYTES) {
            int kept = Memory.getInt(p + part);
            Memory.putInt(p + part, Memory.getInt(q + part));
            Memory.putInt(q + part, kept);
        }
    }
}
