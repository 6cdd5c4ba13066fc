package dev.sluice.backend.debug.kernel;

import java.util.Arrays;

/**
 * The decomposition A = V·diag(w)·Vᴴ of a Hermitian matrix by two-sided Jacobi rotations: each makes one element beside
 * the diagonal zero, until all are negligible. See G. H. Golub and C. F. Van Loan, Matrix Computations, section 8.5.
 */
final class JacobiEigen {
    private static final int MAXIMUM_SWEEPS = 60;

    /** In units of the Frobenius norm. Convergence is quadratic, so the last sweep leaves far less. */
    private static final double NEGLIGIBLE = 0x1p-54;

    private final DenseColumns matrix;
    private final DenseColumns rotations;
    private final double[] values;
    private final int[] order;
    private final boolean converged;

    /** Decomposes a Hermitian matrix, which is destroyed. */
    JacobiEigen(DenseColumns matrix) {
        int n = matrix.columns();
        this.matrix = matrix;
        rotations = DenseColumns.identity(n);
        values = new double[n];
        order = new int[n];
        if (!matrix.isFinite()) {
            Arrays.fill(values, Double.NaN);
            Arrays.setAll(order, k -> k);
            converged = false;
            return;
        }
        // Scaled, the squares neither overflow nor vanish.
        int exponent = matrix.largest() == 0 ? 0 : Math.getExponent(matrix.largest());
        for (int column = 0; column < n; column++) {
            matrix.scale(column, Math.scalb(1.0, -exponent / 2));
            matrix.scale(column, Math.scalb(1.0, -exponent + exponent / 2));
        }
        converged = diagonalise();
        Integer[] rising = new Integer[n];
        for (int k = 0; k < n; k++) {
            values[k] = Math.scalb(matrix.re(k, k), exponent);
            rising[k] = k;
        }
        Arrays.sort(rising, (p, q) -> Double.compare(values[p], values[q]));
        Arrays.setAll(order, k -> rising[k]);
    }

    private boolean diagonalise() {
        double square = 0;
        for (int column = 0; column < matrix.columns(); column++) {
            square += matrix.squaredNorm(column);
        }
        double negligible = NEGLIGIBLE * Math.sqrt(square);
        for (int sweep = 0; sweep < MAXIMUM_SWEEPS; sweep++) {
            boolean rotatedAny = false;
            for (int p = 0; p < matrix.columns() - 1; p++) {
                for (int q = p + 1; q < matrix.columns(); q++) {
                    rotatedAny |= annihilate(p, q, negligible);
                }
            }
            if (!rotatedAny) {
                return true;
            }
        }
        return false;
    }

    private boolean annihilate(int p, int q, double negligible) {
        double re = matrix.re(p, q);
        double im = matrix.im(p, q);
        double modulus = Math.hypot(re, im);
        if (modulus <= negligible) {
            return false;
        }
        double zeta = (matrix.re(q, q) - matrix.re(p, p)) / (2 * modulus);
        double t = Math.copySign(1, zeta) / (Math.abs(zeta) + Math.hypot(1, zeta));
        double c = 1 / Math.hypot(1, t);
        double s = c * t;
        double wRe = re / modulus;
        double wIm = im / modulus;
        double pp = matrix.re(p, p) - t * modulus;
        double qq = matrix.re(q, q) + t * modulus;
        matrix.rotate(p, q, c, s, wRe, wIm);
        rotations.rotate(p, q, c, s, wRe, wIm);
        // The rows are the conjugates of the columns, but for the block where both meet.
        for (int k = 0; k < matrix.columns(); k++) {
            if (k != p && k != q) {
                matrix.set(p, k, matrix.re(k, p), -matrix.im(k, p));
                matrix.set(q, k, matrix.re(k, q), -matrix.im(k, q));
            }
        }
        matrix.set(p, p, pp, 0);
        matrix.set(q, q, qq, 0);
        matrix.set(p, q, 0, 0);
        matrix.set(q, p, 0, 0);
        return true;
    }

    boolean converged() {
        return converged;
    }

    /** The k-th smallest eigenvalue. */
    double value(int k) {
        return values[order[k]];
    }

    /** The eigenvectors, as columns in the order of the values. */
    DenseColumns vectors() {
        DenseColumns vectors = new DenseColumns(rotations.rows(), rotations.columns());
        for (int k = 0; k < vectors.columns(); k++) {
            vectors.copyColumn(k, rotations, order[k]);
        }
        return vectors;
    }
}
