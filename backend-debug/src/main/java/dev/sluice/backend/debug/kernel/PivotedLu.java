package dev.sluice.backend.debug.kernel;

import dev.sluice.spi.scalar.ComplexFunctions;

/** The factorisation P·A = L·U by Gaussian elimination, the greatest element of each column exchanged to its place. */
final class PivotedLu {
    private final int[] pivots;
    private final int firstZero;

    /** Factors a matrix, which becomes the factors, packed. */
    PivotedLu(DenseColumns a) {
        int steps = Math.min(a.rows(), a.columns());
        pivots = new int[steps];
        int zero = 0;
        for (int k = 0; k < steps; k++) {
            pivots[k] = greatest(a, k);
            a.exchangeRows(k, pivots[k]);
            double pivotRe = a.re(k, k);
            double pivotIm = a.im(k, k);
            if (pivotRe == 0 && pivotIm == 0) {
                zero = zero == 0 ? k + 1 : zero;
                continue;
            }
            for (int i = k + 1; i < a.rows(); i++) {
                double re = a.re(i, k);
                double im = a.im(i, k);
                a.set(
                        i,
                        k,
                        ComplexFunctions.divideRe(re, im, pivotRe, pivotIm),
                        ComplexFunctions.divideIm(re, im, pivotRe, pivotIm));
            }
            for (int j = k + 1; j < a.columns(); j++) {
                eliminate(a, k, j);
            }
        }
        firstZero = zero;
    }

    private static void eliminate(DenseColumns a, int k, int j) {
        double re = a.re(k, j);
        double im = a.im(k, j);
        for (int i = k + 1; i < a.rows(); i++) {
            a.set(
                    i,
                    j,
                    a.re(i, j) - (a.re(i, k) * re - a.im(i, k) * im),
                    a.im(i, j) - (a.re(i, k) * im + a.im(i, k) * re));
        }
    }

    private static int greatest(DenseColumns a, int k) {
        int greatest = k;
        double modulus = Math.hypot(a.re(k, k), a.im(k, k));
        for (int i = k + 1; i < a.rows(); i++) {
            double candidate = Math.hypot(a.re(i, k), a.im(i, k));
            if (candidate > modulus) {
                greatest = i;
                modulus = candidate;
            }
        }
        return greatest;
    }

    /** The row that step k exchanged with row k, counted from 0. */
    int pivot(int k) {
        return pivots[k];
    }

    /** The number of steps. */
    int steps() {
        return pivots.length;
    }

    /** The first step, counted from 1, whose pivot is zero; 0 if none is. */
    int firstZero() {
        return firstZero;
    }
}
