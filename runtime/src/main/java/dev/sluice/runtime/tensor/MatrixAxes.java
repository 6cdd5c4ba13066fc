package dev.sluice.runtime.tensor;

import dev.sluice.Layout;
import dev.sluice.Shape;
import java.util.Arrays;

/**
 * A layout seen as matrices over its last two axes, in a batch over the others.
 *
 * @param rows the extent of the last axis but one
 * @param columns the extent of the last axis
 * @param rowStride the distance in elements from row to row
 * @param columnStride the distance in elements from column to column
 * @param batch the layout of the leading axes
 */
record MatrixAxes(long rows, long columns, long rowStride, long columnStride, Layout batch) {
    private static final Layout NO_BATCH = Layout.rowMajor(Shape.scalar());

    static MatrixAxes of(Layout layout) {
        int rank = layout.rank();
        Shape shape = layout.shape();
        if (rank == 2) {
            return new MatrixAxes(shape.extent(0), shape.extent(1), layout.stride(0), layout.stride(1), NO_BATCH);
        }
        Shape leading = Shape.of(Arrays.copyOf(shape.extents(), rank - 2));
        return new MatrixAxes(
                shape.extent(rank - 2),
                shape.extent(rank - 1),
                layout.stride(rank - 2),
                layout.stride(rank - 1),
                Layout.of(leading, Arrays.copyOf(layout.strides(), rank - 2)));
    }

    boolean isSingle() {
        return batch.shape().elements() == 1;
    }

    /** All matrices of the batch as one tall matrix, when their rows are evenly spaced throughout; else these axes. */
    MatrixAxes stacked() {
        if (batch.rank() == 0) {
            return this;
        }
        long height = rows;
        long stride = rowStride;
        for (int axis = batch.rank() - 1; axis >= 0; axis--) {
            long extent = batch.shape().extent(axis);
            if (extent == 1) {
                continue;
            }
            if (height == 1) {
                stride = batch.stride(axis);
            } else if (batch.stride(axis) != stride * height) {
                return this;
            }
            height *= extent;
        }
        return new MatrixAxes(height, columns, stride, columnStride, NO_BATCH);
    }

    /** The transposed matrices. */
    MatrixAxes transposed() {
        return new MatrixAxes(columns, rows, columnStride, rowStride, batch);
    }
}
