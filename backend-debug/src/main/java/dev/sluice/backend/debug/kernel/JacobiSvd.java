package dev.sluice.backend.debug.kernel;

import java.util.Arrays;

/**
 * The singular value decomposition of a matrix with at least as many rows as columns by one-sided Jacobi rotations
 * (Hestenes, Inversion of matrices by biorthogonalization and related results, 1958): pairs of columns are rotated until
 * all are orthogonal; their norms are then the singular values. Slow and accurate.
 */
final class JacobiSvd {
    private static final int MAXIMUM_SWEEPS = 60;
    private static final double TOLERANCE = 0x1p-51;

    /**
     * A column with a smaller squared norm, where the largest element is about 1, counts as zero: what is left of a
     * column that depends on others shrinks with every rotation, and below this its products vanish before it does.
     */
    private static final double SMALLEST_SQUARE = 0x1p-960;

    private final DenseColumns rotated;
    private final DenseColumns rotations;
    private final double[] values;
    private final int[] order;
    private final boolean converged;

    JacobiSvd(DenseColumns matrix) {
        int columns = matrix.columns();
        rotated = matrix;
        rotations = DenseColumns.identity(columns);
        values = new double[columns];
        order = new int[columns];
        if (!matrix.isFinite()) {
            Arrays.fill(values, Double.NaN);
            Arrays.setAll(order, k -> k);
            converged = false;
            return;
        }
        // Scaled, the squares of norms neither overflow nor vanish.
        double scale = matrix.largest() == 0 ? 1 : matrix.largest();
        int exponent = Math.getExponent(scale);
        for (int column = 0; column < columns; column++) {
            matrix.scale(column, Math.scalb(1.0, -exponent / 2));
            matrix.scale(column, Math.scalb(1.0, -exponent + exponent / 2));
        }
        converged = orthogonalize();
        Integer[] falling = new Integer[columns];
        for (int column = 0; column < columns; column++) {
            values[column] = Math.sqrt(matrix.squaredNorm(column));
            falling[column] = column;
        }
        Arrays.sort(falling, (a, b) -> Double.compare(values[b], values[a]));
        Arrays.setAll(order, k -> falling[k]);
        for (int column = 0; column < columns; column++) {
            if (values[column] != 0) {
                matrix.scale(column, 1 / values[column]);
            }
            values[column] = Math.scalb(values[column], exponent);
        }
    }

    private boolean orthogonalize() {
        for (int sweep = 0; sweep < MAXIMUM_SWEEPS; sweep++) {
            boolean rotatedAny = false;
            for (int p = 0; p < rotated.columns() - 1; p++) {
                for (int q = p + 1; q < rotated.columns(); q++) {
                    rotatedAny |= orthogonalize(p, q);
                }
            }
            if (!rotatedAny) {
                return true;
            }
        }
        return false;
    }

    private boolean orthogonalize(int p, int q) {
        double alpha = rotated.squaredNorm(p);
        double beta = rotated.squaredNorm(q);
        if (Math.min(alpha, beta) < SMALLEST_SQUARE) {
            rotated.scale(alpha < beta ? p : q, 0);
            return false;
        }
        double gammaRe = rotated.innerRe(p, q);
        double gammaIm = rotated.innerIm(p, q);
        double gamma = Math.hypot(gammaRe, gammaIm);
        if (gamma == 0 || gamma <= TOLERANCE * Math.sqrt(alpha) * Math.sqrt(beta)) {
            return false;
        }
        double zeta = (beta - alpha) / (2 * gamma);
        double t = Math.copySign(1, zeta) / (Math.abs(zeta) + Math.hypot(1, zeta));
        double c = 1 / Math.hypot(1, t);
        double s = c * t;
        rotated.rotate(p, q, c, s, gammaRe / gamma, gammaIm / gamma);
        rotations.rotate(p, q, c, s, gammaRe / gamma, gammaIm / gamma);
        return true;
    }

    boolean converged() {
        return converged;
    }

    /** The k-th largest singular value. */
    double value(int k) {
        return values[order[k]];
    }

    /** The right singular vectors, as columns in the order of the values. */
    DenseColumns right() {
        DenseColumns vectors = new DenseColumns(rotations.rows(), rotations.columns());
        for (int k = 0; k < vectors.columns(); k++) {
            vectors.copyColumn(k, rotations, order[k]);
        }
        return vectors;
    }

    /**
     * The first left singular vectors, as columns in the order of the values. Those of zero singular values, and those
     * beyond the number of columns, complete the basis.
     */
    DenseColumns left(int count) {
        DenseColumns vectors = new DenseColumns(rotated.rows(), count);
        int given = 0;
        double negligible = values.length == 0 ? 0 : value(0) * 0x1p-52 * rotated.rows();
        while (given < Math.min(count, values.length) && value(given) > negligible) {
            vectors.copyColumn(given, rotated, order[given]);
            given++;
        }
        if (converged) {
            int axis = 0;
            for (int column = given; column < count; column++) {
                axis = complete(vectors, column, axis);
            }
        }
        return vectors;
    }

    /** Sets a column to a unit vector orthogonal to all before it, made of the first axis from {@code axis} that works. */
    private static int complete(DenseColumns vectors, int column, int axis) {
        for (int candidate = axis; candidate < vectors.rows(); candidate++) {
            for (int row = 0; row < vectors.rows(); row++) {
                vectors.set(row, column, row == candidate ? 1 : 0, 0);
            }
            // Orthogonalised twice: once is not enough when the remainder is small.
            for (int pass = 0; pass < 2; pass++) {
                for (int other = 0; other < column; other++) {
                    vectors.subtract(column, other, vectors.innerRe(other, column), vectors.innerIm(other, column));
                }
            }
            double norm = Math.sqrt(vectors.squaredNorm(column));
            // Some remaining axis always keeps at least 1/√rows of its length.
            if (norm > 0.5 / Math.sqrt(vectors.rows())) {
                vectors.scale(column, 1 / norm);
                return candidate + 1;
            }
        }
        throw new IllegalStateException("no axis completes the basis at column " + column);
    }
}
