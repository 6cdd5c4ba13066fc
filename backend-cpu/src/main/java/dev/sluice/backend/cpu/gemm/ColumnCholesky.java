package dev.sluice.backend.cpu.gemm;

import dev.sluice.DType;
import dev.sluice.spi.CholeskyProblem;

/** The Cholesky factorisation on the JVM in 64 bits for every type, column by column. Stateless. */
public final class ColumnCholesky {
    private ColumnCholesky() {}

    /**
     * Factors as {@link CholeskyProblem} says, on addresses of host memory.
     *
     * @return 0, or the order of the first leading minor that is not positive definite
     */
    public static int factor(CholeskyProblem problem, long a) {
        DType type = problem.type();
        int n = Math.toIntExact(problem.n());
        ColumnSet columns = ColumnSet.load(type, a, n, n, problem.lda());
        for (int j = 0; j < n; j++) {
            for (int k = 0; k < j; k++) {
                columns.subtract(j, k, columns.re(j, k), -columns.im(j, k), j);
            }
            double square = columns.re(j, j);
            if (!(square > 0) || square == Double.POSITIVE_INFINITY) {
                return j + 1;
            }
            double root = Math.sqrt(square);
            columns.scale(j, 1 / root);
            columns.set(j, j, root, 0);
            columns.store(type, j, j, n, a, problem.lda());
        }
        return 0;
    }
}
