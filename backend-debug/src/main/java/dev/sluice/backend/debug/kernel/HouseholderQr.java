package dev.sluice.backend.debug.kernel;

/**
 * The factorisation A = Q·R by reflections, each of which turns what is left of a column onto its first axis. See G. H.
 * Golub and C. F. Van Loan, Matrix Computations, section 5.2.
 */
final class HouseholderQr {
    private final DenseColumns basis;

    /** Factors a matrix, which becomes R. */
    HouseholderQr(DenseColumns matrix) {
        int rows = matrix.rows();
        int steps = Math.min(rows, matrix.columns());
        double[] factors = new double[steps];
        DenseColumns reflections = new DenseColumns(rows, steps);
        for (int k = 0; k < steps; k++) {
            factors[k] = choose(matrix, k, reflections);
            for (int column = k; column < matrix.columns(); column++) {
                reflect(reflections, k, factors[k], matrix, column);
            }
            for (int row = k + 1; row < rows; row++) {
                matrix.set(row, k, 0, 0);
            }
        }
        basis = new DenseColumns(rows, steps);
        for (int k = 0; k < steps; k++) {
            basis.set(k, k, 1, 0);
        }
        for (int k = steps - 1; k >= 0; k--) {
            for (int column = k; column < steps; column++) {
                reflect(reflections, k, factors[k], basis, column);
            }
        }
    }

    /** The columns of Q. */
    DenseColumns basis() {
        return basis;
    }

    /** Stores v, and returns f, such that x − f·v·vᴴ·x is along axis k, where x is column k from row k on. */
    private static double choose(DenseColumns matrix, int k, DenseColumns reflections) {
        double largest = 0;
        for (int row = k; row < matrix.rows(); row++) {
            largest = Math.max(largest, Math.max(Math.abs(matrix.re(row, k)), Math.abs(matrix.im(row, k))));
        }
        if (largest == 0 || !Double.isFinite(largest)) {
            return 0;
        }
        // Divided by the largest, the squares neither overflow nor vanish.
        double square = 0;
        for (int row = k; row < matrix.rows(); row++) {
            double re = matrix.re(row, k) / largest;
            double im = matrix.im(row, k) / largest;
            reflections.set(row, k, re, im);
            square += re * re + im * im;
        }
        double norm = Math.sqrt(square);
        double re = reflections.re(k, k);
        double im = reflections.im(k, k);
        double modulus = Math.hypot(re, im);
        // Away from the axis, so that nothing cancels.
        double phaseRe = modulus == 0 ? 1 : re / modulus;
        double phaseIm = modulus == 0 ? 0 : im / modulus;
        reflections.set(k, k, re + phaseRe * norm, im + phaseIm * norm);
        return 1 / (norm * (norm + modulus));
    }

    /** x ← x − f·v·(vᴴ·x). */
    private static void reflect(DenseColumns reflections, int k, double factor, DenseColumns target, int column) {
        double re = 0;
        double im = 0;
        for (int row = k; row < target.rows(); row++) {
            re += reflections.re(row, k) * target.re(row, column) + reflections.im(row, k) * target.im(row, column);
            im += reflections.re(row, k) * target.im(row, column) - reflections.im(row, k) * target.re(row, column);
        }
        for (int row = k; row < target.rows(); row++) {
            double vRe = reflections.re(row, k);
            double vIm = reflections.im(row, k);
            target.set(
                    row,
                    column,
                    target.re(row, column) - factor * (re * vRe - im * vIm),
                    target.im(row, column) - factor * (re * vIm + im * vRe));
        }
    }
}
