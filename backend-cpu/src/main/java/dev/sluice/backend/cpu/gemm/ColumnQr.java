package dev.sluice.backend.cpu.gemm;

import dev.sluice.DType;
import dev.sluice.spi.QrProblem;

/**
 * The QR factorisation on the JVM by Householder reflections, in 64 bits for every type. See G. H. Golub and C. F. Van
 * Loan, Matrix Computations, section 5.2. Stateless.
 */
public final class ColumnQr {
    private ColumnQr() {}

    /** Factors as {@link QrProblem} says, on addresses of host memory. */
    public static void factor(QrProblem problem, long a, long q) {
        DType type = problem.type();
        int m = Math.toIntExact(problem.m());
        int n = Math.toIntExact(problem.n());
        int steps = Math.min(m, n);
        // The last columns hold the reflections, so that columns meet within one set.
        ColumnSet columns = new ColumnSet(m, n + steps, type.isComplex());
        Elements parts = Elements.of(type);
        for (int j = 0; j < n; j++) {
            for (int i = 0; i < m; i++) {
                long at = a + (i + j * problem.lda()) * type.bytes();
                columns.set(i, j, parts.load(at), type.isComplex() ? parts.load(at + parts.bytes()) : 0);
            }
        }
        double[] factors = new double[steps];
        for (int k = 0; k < steps; k++) {
            factors[k] = choose(columns, k, n + k);
            for (int j = k; j < n; j++) {
                reflect(columns, j, n + k, factors[k], k);
            }
        }
        for (int j = 0; j < n; j++) {
            columns.store(type, j, 0, Math.min(j + 1, steps), a, problem.lda());
        }
        ColumnSet basis = new ColumnSet(m, 2 * steps, type.isComplex());
        for (int k = 0; k < steps; k++) {
            basis.set(k, k, 1, 0);
            for (int i = 0; i < m; i++) {
                basis.set(i, steps + k, columns.re(i, n + k), columns.im(i, n + k));
            }
        }
        for (int k = steps - 1; k >= 0; k--) {
            for (int j = k; j < steps; j++) {
                reflect(basis, j, steps + k, factors[k], k);
            }
        }
        for (int j = 0; j < steps; j++) {
            basis.store(type, j, 0, m, q, problem.ldq());
        }
    }

    /** Stores v, and returns f, such that x − f·v·vᴴ·x is along axis k, where x is column k from row k on. */
    private static double choose(ColumnSet columns, int k, int v) {
        double largest = 0;
        for (int i = k; i < columns.length(); i++) {
            largest = Math.max(largest, Math.max(Math.abs(columns.re(i, k)), Math.abs(columns.im(i, k))));
        }
        if (largest == 0 || !Double.isFinite(largest)) {
            return 0;
        }
        // Divided by the largest, the squares neither overflow nor vanish.
        for (int i = k; i < columns.length(); i++) {
            columns.set(i, v, columns.re(i, k) / largest, columns.im(i, k) / largest);
        }
        double norm = Math.sqrt(columns.squaredNorm(v));
        double re = columns.re(k, v);
        double im = columns.im(k, v);
        double modulus = Math.hypot(re, im);
        // Away from the axis, so that nothing cancels.
        columns.set(k, v, re + norm * (modulus == 0 ? 1 : re / modulus), im + norm * (modulus == 0 ? 0 : im / modulus));
        return 1 / (norm * (norm + modulus));
    }

    private static void reflect(ColumnSet columns, int x, int v, double factor, int from) {
        columns.subtract(x, v, factor * columns.dotRe(v, x), factor * columns.dotIm(v, x), from);
    }
}
