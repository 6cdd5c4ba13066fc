package dev.sluice.runtime.tensor;

import dev.sluice.spi.Transpose;
import org.jspecify.annotations.Nullable;

/**
 * How a matrix library that knows column-major storage reads a matrix: the stored matrix is {@code op} applied to what
 * is wanted, its columns lie {@code leading} elements apart.
 *
 * @param op how the stored matrix is read
 * @param leading the leading dimension
 */
record StoredMatrix(Transpose op, long leading) {
    /**
     * How to read the matrix with the given axes, conjugated or not; null when the library cannot without a copy. A
     * conjugated matrix can be read only where it is stored transposed.
     */
    static @Nullable StoredMatrix of(MatrixAxes axes, boolean conjugated) {
        if (!conjugated) {
            long leading = leading(axes.rowStride(), axes.rows(), axes.columnStride(), axes.columns());
            if (leading > 0) {
                return new StoredMatrix(Transpose.NONE, leading);
            }
        }
        long leading = leading(axes.columnStride(), axes.columns(), axes.rowStride(), axes.rows());
        if (leading > 0) {
            return new StoredMatrix(conjugated ? Transpose.CONJUGATE_TRANSPOSE : Transpose.TRANSPOSE, leading);
        }
        return null;
    }

    /** The distance between columns when consecutive elements of a column are neighbours; 0 when they are not. */
    private static long leading(long withinStride, long within, long acrossStride, long across) {
        if (within > 1 && withinStride != 1) {
            return 0;
        }
        if (across <= 1) {
            return Math.max(1, within);
        }
        return acrossStride >= Math.max(1, within) ? acrossStride : 0;
    }
}
