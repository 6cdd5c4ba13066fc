package dev.sluice.backend.debug.kernel;

/** The lower triangular root of a Hermitian positive definite matrix, column by column from the definition A = L·Lᴴ. */
final class CholeskyRoot {
    private CholeskyRoot() {}

    /**
     * Replaces the lower triangle of a square matrix by L; what is above is not looked at.
     *
     * @return 0, or the order of the first leading minor that is not positive definite, at which it stopped
     */
    static int replace(DenseColumns a) {
        int n = a.columns();
        for (int j = 0; j < n; j++) {
            double square = a.re(j, j);
            for (int k = 0; k < j; k++) {
                square -= a.re(j, k) * a.re(j, k) + a.im(j, k) * a.im(j, k);
            }
            if (!(square > 0) || square == Double.POSITIVE_INFINITY) {
                return j + 1;
            }
            double root = Math.sqrt(square);
            a.set(j, j, root, 0);
            for (int i = j + 1; i < n; i++) {
                double re = a.re(i, j);
                double im = a.im(i, j);
                for (int k = 0; k < j; k++) {
                    re -= a.re(i, k) * a.re(j, k) + a.im(i, k) * a.im(j, k);
                    im -= a.im(i, k) * a.re(j, k) - a.re(i, k) * a.im(j, k);
                }
                a.set(i, j, re / root, im / root);
            }
        }
        return 0;
    }
}
