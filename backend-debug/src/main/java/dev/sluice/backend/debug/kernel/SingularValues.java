package dev.sluice.backend.debug.kernel;

import dev.sluice.backend.debug.Defect;
import dev.sluice.spi.SvdProblem;
import dev.sluice.spi.SvdProblem.Vectors;
import java.lang.foreign.ValueLayout;
import java.util.Set;

/** Stores a singular value decomposition in the form that {@link SvdProblem} asks for. */
public final class SingularValues {
    private final Set<Defect> defects;

    /** Decompositions with the given defects. */
    public SingularValues(Set<Defect> defects) {
        this.defects = defects;
    }

    /**
     * A = U·diag(s)·Vᴴ. A is overwritten, as a real library does.
     *
     * @param u where U goes; ignored when no vectors are asked for
     * @param vt where Vᴴ goes; ignored when no vectors are asked for
     */
    public void svd(SvdProblem problem, Operand a, Operand s, Operand u, Operand vt, Operand info) {
        int m = Math.toIntExact(problem.m());
        int n = Math.toIntExact(problem.n());
        boolean tall = m >= n;
        MatrixView source = new MatrixView(problem.type(), a, 0, 1, problem.lda());
        // A wide matrix is decomposed as Aᴴ = V·diag(s)·Uᴴ, so that the rotated side is the shorter one.
        JacobiSvd decomposition = new JacobiSvd(DenseColumns.of(source, m, n, !tall));
        int p = Math.min(m, n);
        for (int k = 0; k < p; k++) {
            int position = defects.contains(Defect.SINGULAR_VALUES_RISING) ? p - 1 - k : k;
            Elements.storeReal(
                    problem.type().realPart(),
                    s.memory(),
                    s.offset() + (long) position * problem.type().realPart().bytes(),
                    decomposition.value(k));
        }
        if (problem.vectors() != Vectors.NONE) {
            boolean full = problem.vectors() == Vectors.FULL;
            boolean complete = full && !defects.contains(Defect.FULL_BASIS_MISSING);
            DenseColumns longer = decomposition.left(complete ? Math.max(m, n) : p);
            DenseColumns shorter = decomposition.right();
            storeColumns(tall ? longer : shorter, new MatrixView(problem.type(), u, 0, 1, problem.ldu()));
            storeConjugateRows(tall ? shorter : longer, new MatrixView(problem.type(), vt, 0, 1, problem.ldvt()));
        }
        for (int column = 0; column < n; column++) {
            for (int row = 0; row < m; row++) {
                source.set(row, column, Double.NaN, Double.NaN);
            }
        }
        info.memory().set(ValueLayout.JAVA_INT_UNALIGNED, info.offset(), decomposition.converged() ? 0 : 1);
    }

    private static void storeColumns(DenseColumns vectors, MatrixView target) {
        for (int column = 0; column < vectors.columns(); column++) {
            for (int row = 0; row < vectors.rows(); row++) {
                target.set(row, column, vectors.re(row, column), vectors.im(row, column));
            }
        }
    }

    private void storeConjugateRows(DenseColumns vectors, MatrixView target) {
        MatrixView transposed = target.transposed();
        double sign = defects.contains(Defect.RIGHT_VECTORS_NOT_CONJUGATED) ? 1 : -1;
        for (int column = 0; column < vectors.columns(); column++) {
            for (int row = 0; row < vectors.rows(); row++) {
                transposed.set(row, column, vectors.re(row, column), sign * vectors.im(row, column));
            }
        }
    }
}
