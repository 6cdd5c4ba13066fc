package dev.sluice.backend.cpu.gemm;

import dev.sluice.DType;
import dev.sluice.Diagonal;
import dev.sluice.Triangle;
import dev.sluice.spi.Side;
import dev.sluice.spi.Transpose;
import dev.sluice.spi.TrsmProblem;
import dev.sluice.spi.scalar.ComplexFunctions;

/**
 * Systems with triangular matrices on the JVM, by substitution in 64 bits for every type. An unknown on the left, X·op(A),
 * is solved for column by column, one on the right row by row of op(A). Used by one thread.
 */
public final class TriangularSystem {
    private final DType type;
    private final Elements parts;
    private final long a;
    private final long lda;
    private final boolean transposed;
    private final boolean conjugated;

    private TriangularSystem(TrsmProblem problem, long a) {
        this.type = problem.type();
        this.parts = Elements.of(type);
        this.a = a;
        this.lda = problem.lda();
        this.transposed = problem.trans() != Transpose.NONE;
        this.conjugated = problem.trans() == Transpose.CONJUGATE_TRANSPOSE;
    }

    /** Solves as {@link TrsmProblem} says, on addresses of host memory. */
    public static void solve(TrsmProblem problem, double alphaRe, double alphaIm, long a, long b) {
        DType type = problem.type();
        int m = Math.toIntExact(problem.m());
        int n = Math.toIntExact(problem.n());
        boolean zero = alphaRe == 0 && (alphaIm == 0 || !type.isComplex());
        ColumnSet x = zero ? new ColumnSet(m, n, type.isComplex()) : ColumnSet.load(type, b, m, n, problem.ldb());
        if (!zero) {
            scale(x, alphaRe, alphaIm);
            TriangularSystem system = new TriangularSystem(problem, a);
            boolean lower = (problem.trans() == Transpose.NONE
                            ? problem.triangle()
                            : problem.triangle().transposed())
                    == Triangle.LOWER;
            boolean unit = problem.diagonal() == Diagonal.UNIT;
            if (problem.side() == Side.LEFT) {
                system.solveRows(x, lower, unit);
            } else {
                system.solveColumns(x, lower, unit);
            }
        }
        x.store(type, b, problem.ldb());
    }

    private static void scale(ColumnSet x, double re, double im) {
        if (re == 1 && im == 0) {
            return;
        }
        for (int j = 0; j < x.count(); j++) {
            for (int i = 0; i < x.length(); i++) {
                x.set(i, j, re * x.re(i, j) - im * x.im(i, j), re * x.im(i, j) + im * x.re(i, j));
            }
        }
    }

    private void solveRows(ColumnSet x, boolean lower, boolean unit) {
        int order = x.length();
        for (int j = 0; j < x.count(); j++) {
            for (int step = 0; step < order; step++) {
                int i = lower ? step : order - 1 - step;
                double re = x.re(i, j);
                double im = x.im(i, j);
                for (int k = lower ? 0 : i + 1; k < (lower ? i : order); k++) {
                    double aRe = re(i, k);
                    double aIm = im(i, k);
                    re -= aRe * x.re(k, j) - aIm * x.im(k, j);
                    im -= aRe * x.im(k, j) + aIm * x.re(k, j);
                }
                x.set(i, j, re, im);
                if (!unit) {
                    divide(x, i, j, re(i, i), im(i, i));
                }
            }
        }
    }

    private void solveColumns(ColumnSet x, boolean lower, boolean unit) {
        int order = x.count();
        for (int step = 0; step < order; step++) {
            int j = lower ? order - 1 - step : step;
            for (int k = lower ? j + 1 : 0; k < (lower ? order : j); k++) {
                x.subtract(j, k, re(k, j), im(k, j), 0);
            }
            for (int i = 0; !unit && i < x.length(); i++) {
                divide(x, i, j, re(j, j), im(j, j));
            }
        }
    }

    private void divide(ColumnSet x, int i, int j, double dRe, double dIm) {
        double re = x.re(i, j);
        double im = x.im(i, j);
        if (type.isComplex()) {
            x.set(i, j, ComplexFunctions.divideRe(re, im, dRe, dIm), ComplexFunctions.divideIm(re, im, dRe, dIm));
        } else {
            x.set(i, j, re / dRe, 0);
        }
    }

    private long at(int i, int j) {
        return a + (transposed ? j + i * lda : i + j * lda) * type.bytes();
    }

    private double re(int i, int j) {
        return parts.load(at(i, j));
    }

    private double im(int i, int j) {
        if (!type.isComplex()) {
            return 0;
        }
        double im = parts.load(at(i, j) + parts.bytes());
        return conjugated ? -im : im;
    }
}
