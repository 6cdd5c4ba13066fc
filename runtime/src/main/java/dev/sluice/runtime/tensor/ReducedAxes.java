package dev.sluice.runtime.tensor;

import dev.sluice.Layout;
import dev.sluice.Shape;
import dev.sluice.ShapeException;
import java.util.Arrays;

/**
 * Which axes of a shape a reduction combines, and what is left of it.
 *
 * @param shape the shape reduced
 * @param combined for each axis, whether it is combined
 * @param resultShape the shape of the result, with combined axes of extent one or without them
 * @param keptLayout the row-major layout of the axes that are left
 * @param count the number of elements combined into one
 */
@SuppressWarnings("ArrayRecordComponent") // never compared, and never changed after construction
record ReducedAxes(Shape shape, boolean[] combined, Shape resultShape, Layout keptLayout, long count) {
    /**
     * The reduction of {@code shape} over {@code axes}; over all of them when none is given.
     *
     * @throws ShapeException when an axis is out of range or repeated
     */
    static ReducedAxes of(Shape shape, boolean keepAxes, int... axes) {
        if (axes.length == 0 && !keepAxes) {
            boolean[] all = new boolean[shape.rank()];
            Arrays.fill(all, true);
            return new ReducedAxes(shape, all, Shape.scalar(), Layout.rowMajor(Shape.scalar()), shape.elements());
        }
        boolean[] combined = new boolean[shape.rank()];
        if (axes.length == 0) {
            Arrays.fill(combined, true);
        }
        for (int axis : axes) {
            int position = shape.axis(axis);
            if (combined[position]) {
                throw new ShapeException("axis " + axis + " occurs twice among the reduced axes "
                        + Arrays.toString(axes) + " of shape " + shape);
            }
            combined[position] = true;
        }
        long[] kept = new long[shape.rank()];
        long[] result = new long[shape.rank()];
        int keptRank = 0;
        long count = 1;
        for (int axis = 0; axis < combined.length; axis++) {
            long extent = shape.extent(axis);
            if (combined[axis]) {
                count *= extent;
                result[axis] = 1;
            } else {
                kept[keptRank++] = extent;
                result[axis] = extent;
            }
        }
        Shape keptShape = Shape.of(Arrays.copyOf(kept, keptRank));
        return new ReducedAxes(
                shape, combined, keepAxes ? Shape.of(result) : keptShape, Layout.rowMajor(keptShape), count);
    }

    /**
     * The layout with which a tensor over the kept axes is walked over the whole shape, standing still along the combined
     * ones.
     */
    Layout repeatedOverCombined(Layout kept) {
        long[] strides = new long[combined.length];
        int next = 0;
        for (int axis = 0; axis < combined.length; axis++) {
            if (!combined[axis]) {
                strides[axis] = kept.stride(next++);
            }
        }
        return Layout.of(shape, strides);
    }
}
