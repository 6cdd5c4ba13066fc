package dev.sluice.backend.debug.kernel;

import dev.sluice.Complex;
import dev.sluice.DType;
import dev.sluice.Diagonal;
import dev.sluice.Triangle;
import dev.sluice.backend.debug.Defect;
import dev.sluice.spi.Side;
import dev.sluice.spi.Transpose;
import dev.sluice.spi.TrsmProblem;
import dev.sluice.spi.scalar.ComplexFunctions;
import java.util.Set;

/** Systems with triangular matrices, by substitution from the end of the triangle that has one element. */
public final class TriangularSystem {
    private final MatrixView a;
    private final boolean conjugated;
    private final boolean lower;
    private final boolean unit;

    /** Reads op(A): only the named triangle of what is stored. */
    TriangularSystem(MatrixView stored, Triangle triangle, Transpose trans, Diagonal diagonal) {
        this.a = trans == Transpose.NONE ? stored : stored.transposed();
        this.conjugated = trans == Transpose.CONJUGATE_TRANSPOSE;
        this.lower = (trans == Transpose.NONE ? triangle : triangle.transposed()) == Triangle.LOWER;
        this.unit = diagonal == Diagonal.UNIT;
    }

    /** Replaces B by the solution. */
    public static void trsm(TrsmProblem problem, Complex alpha, Operand a, Operand b, Set<Defect> defects) {
        Diagonal diagonal = defects.contains(Defect.UNIT_DIAGONAL_READ) ? Diagonal.GENERAL : problem.diagonal();
        boolean left =
                problem.side() == Side.LEFT || problem.m() == problem.n() && defects.contains(Defect.SIDE_IGNORED);
        DType type = problem.type();
        MatrixView matrix = new MatrixView(type, a, 0, 1, problem.lda());
        MatrixView right = new MatrixView(type, b, 0, 1, problem.ldb());
        for (long column = 0; column < problem.n(); column++) {
            for (long row = 0; row < problem.m(); row++) {
                Complex scaled = ComplexArithmetic.multiply(
                        alpha.re(), alpha.im(), right.re(row, column), right.im(row, column));
                boolean zero = ComplexArithmetic.isZero(alpha);
                right.set(row, column, zero ? 0 : scaled.re(), zero ? 0 : scaled.im());
            }
        }
        if (left) {
            new TriangularSystem(matrix, problem.triangle(), problem.trans(), diagonal)
                    .solve(right, problem.m(), problem.n());
        } else {
            // X·op(A) = B is op(A)ᵀ·Xᵀ = Bᵀ.
            Transpose turned = problem.trans() == Transpose.NONE ? Transpose.TRANSPOSE : Transpose.NONE;
            boolean conjugated = problem.trans() == Transpose.CONJUGATE_TRANSPOSE;
            new TriangularSystem(conjugated ? matrix.conjugated() : matrix, problem.triangle(), turned, diagonal)
                    .solve(right.transposed(), problem.n(), problem.m());
        }
    }

    /** Replaces each of the columns of an n×columns matrix. */
    void solve(MatrixView b, long n, long columns) {
        for (long column = 0; column < columns; column++) {
            for (long step = 0; step < n; step++) {
                long row = lower ? step : n - 1 - step;
                long from = lower ? 0 : row + 1;
                long to = lower ? row : n;
                double re = b.re(row, column);
                double im = b.im(row, column);
                for (long k = from; k < to; k++) {
                    double aRe = a.re(row, k);
                    double aIm = im(row, k);
                    re -= aRe * b.re(k, column) - aIm * b.im(k, column);
                    im -= aRe * b.im(k, column) + aIm * b.re(k, column);
                }
                if (unit) {
                    b.set(row, column, re, im);
                } else if (b.isComplex()) {
                    double dRe = a.re(row, row);
                    double dIm = im(row, row);
                    b.set(
                            row,
                            column,
                            ComplexFunctions.divideRe(re, im, dRe, dIm),
                            ComplexFunctions.divideIm(re, im, dRe, dIm));
                } else {
                    b.set(row, column, re / a.re(row, row), 0);
                }
            }
        }
    }

    private double im(long row, long column) {
        return conjugated ? -a.im(row, column) : a.im(row, column);
    }
}
