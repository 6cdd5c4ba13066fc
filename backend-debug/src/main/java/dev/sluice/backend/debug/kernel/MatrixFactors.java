package dev.sluice.backend.debug.kernel;

import dev.sluice.DType;
import dev.sluice.Diagonal;
import dev.sluice.Triangle;
import dev.sluice.backend.debug.Defect;
import dev.sluice.spi.CholeskyProblem;
import dev.sluice.spi.EighProblem;
import dev.sluice.spi.EighProblem.Vectors;
import dev.sluice.spi.LuProblem;
import dev.sluice.spi.LuSolveProblem;
import dev.sluice.spi.QrProblem;
import dev.sluice.spi.Transpose;
import java.lang.foreign.ValueLayout;
import java.util.Set;

/** Stores factorisations in the forms that their problems ask for. What is undefined afterwards is made NaN. */
public final class MatrixFactors {
    private final Set<Defect> defects;

    /** Factorisations with the given defects. */
    public MatrixFactors(Set<Defect> defects) {
        this.defects = defects;
    }

    /** A = L·Lᴴ. */
    public void cholesky(CholeskyProblem problem, Operand a, Operand info) {
        int n = Math.toIntExact(problem.n());
        MatrixView matrix = view(problem.type(), a, problem.lda());
        DenseColumns root = hermitian(matrix, n);
        int status = CholeskyRoot.replace(root);
        for (int column = 0; column < n; column++) {
            for (int row = 0; row < n; row++) {
                boolean defined = row >= column;
                matrix.set(
                        row,
                        column,
                        defined ? root.re(row, column) : Double.NaN,
                        defined ? root.im(row, column) : Double.NaN);
            }
        }
        store(info, defects.contains(Defect.INDEFINITE_UNNOTICED) ? 0 : status);
    }

    /** A = Q·R. */
    public void qr(QrProblem problem, Operand a, Operand q, Operand info) {
        int m = Math.toIntExact(problem.m());
        int n = Math.toIntExact(problem.n());
        MatrixView matrix = view(problem.type(), a, problem.lda());
        DenseColumns upper = DenseColumns.of(matrix, m, n, false);
        DenseColumns basis = new HouseholderQr(upper).basis();
        double sign = defects.contains(Defect.BASIS_CONJUGATED) ? -1 : 1;
        copy(basis, view(problem.type(), q, problem.ldq()), sign);
        for (int column = 0; column < n; column++) {
            for (int row = 0; row < m; row++) {
                boolean defined = row <= column;
                matrix.set(
                        row,
                        column,
                        defined ? upper.re(row, column) : Double.NaN,
                        defined ? upper.im(row, column) : Double.NaN);
            }
        }
        store(info, 0);
    }

    /** A = V·diag(w)·Vᴴ. */
    public void eigh(EighProblem problem, Operand a, Operand w, Operand info) {
        int n = Math.toIntExact(problem.n());
        MatrixView matrix = view(problem.type(), a, problem.lda());
        JacobiEigen decomposition = new JacobiEigen(hermitian(matrix, n));
        DType part = problem.type().realPart();
        for (int k = 0; k < n; k++) {
            int position = defects.contains(Defect.EIGENVALUES_FALLING) ? n - 1 - k : k;
            Elements.storeReal(part, w.memory(), w.offset() + (long) position * part.bytes(), decomposition.value(k));
        }
        if (problem.vectors() == Vectors.ALL && decomposition.converged()) {
            copy(decomposition.vectors(), matrix, 1);
        } else {
            for (int column = 0; column < n; column++) {
                for (int row = 0; row < n; row++) {
                    matrix.set(row, column, Double.NaN, Double.NaN);
                }
            }
        }
        store(info, decomposition.converged() ? 0 : 1);
    }

    /** The matrix that a lower triangle stands for. */
    private DenseColumns hermitian(MatrixView stored, int n) {
        MatrixView matrix = defects.contains(Defect.UPPER_TRIANGLE_READ)
                ? stored.transposed().conjugated()
                : stored;
        DenseColumns full = new DenseColumns(n, n);
        for (int column = 0; column < n; column++) {
            full.set(column, column, matrix.re(column, column), 0);
            for (int row = column + 1; row < n; row++) {
                full.set(row, column, matrix.re(row, column), matrix.im(row, column));
                full.set(column, row, matrix.re(row, column), -matrix.im(row, column));
            }
        }
        return full;
    }

    /** P·A = L·U. */
    public void lu(LuProblem problem, Operand a, Operand pivots, Operand info) {
        int m = Math.toIntExact(problem.m());
        int n = Math.toIntExact(problem.n());
        MatrixView matrix = view(problem.type(), a, problem.lda());
        DenseColumns packed = DenseColumns.of(matrix, m, n, false);
        PivotedLu factors = new PivotedLu(packed);
        copy(packed, matrix, 1);
        for (int k = 0; k < factors.steps(); k++) {
            pivots.memory()
                    .set(
                            ValueLayout.JAVA_INT_UNALIGNED,
                            pivots.offset() + (long) k * Integer.BYTES,
                            factors.pivot(k) + firstRow());
        }
        store(info, defects.contains(Defect.ZERO_PIVOT_UNNOTICED) ? 0 : factors.firstZero());
    }

    /** X = A⁻¹·B by the factors of A. */
    public void luSolve(LuSolveProblem problem, Operand a, Operand pivots, Operand b, Operand info) {
        int n = Math.toIntExact(problem.n());
        MatrixView matrix = view(problem.type(), a, problem.lda());
        MatrixView right = view(problem.type(), b, problem.ldb());
        for (int k = 0; k < n; k++) {
            int other = pivots.memory().get(ValueLayout.JAVA_INT_UNALIGNED, pivots.offset() + (long) k * Integer.BYTES)
                    - firstRow();
            for (long column = 0; column < problem.columns(); column++) {
                double re = right.re(k, column);
                double im = right.im(k, column);
                right.set(k, column, right.re(other, column), right.im(other, column));
                right.set(other, column, re, im);
            }
        }
        long columns =
                defects.contains(Defect.ONE_RIGHT_SIDE_SOLVED) ? Math.min(1, problem.columns()) : problem.columns();
        new TriangularSystem(matrix, Triangle.LOWER, Transpose.NONE, Diagonal.UNIT).solve(right, n, columns);
        new TriangularSystem(matrix, Triangle.UPPER, Transpose.NONE, Diagonal.GENERAL).solve(right, n, columns);
        store(info, 0);
    }

    /** What the pivots call the first row. */
    private int firstRow() {
        return defects.contains(Defect.PIVOTS_FROM_ZERO) ? 0 : 1;
    }

    private static MatrixView view(DType type, Operand place, long leading) {
        return new MatrixView(type, place, 0, 1, leading);
    }

    private static void copy(DenseColumns source, MatrixView target, double sign) {
        for (int column = 0; column < source.columns(); column++) {
            for (int row = 0; row < source.rows(); row++) {
                target.set(row, column, source.re(row, column), sign * source.im(row, column));
            }
        }
    }

    private static void store(Operand info, int status) {
        info.memory().set(ValueLayout.JAVA_INT_UNALIGNED, info.offset(), status);
    }
}
