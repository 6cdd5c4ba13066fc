package dev.sluice.runtime.einsum;

import dev.sluice.Layout;
import dev.sluice.Shape;

/** Whether axes can be fused without moving elements. */
final class Reshaping {
    private Reshaping() {}

    /**
     * Whether strides can express the elements of {@code layout}, in row-major order, under {@code shape}, which has as
     * many elements: each run of axes that together make a run of the new ones must be evenly spaced throughout.
     */
    static boolean isView(Layout layout, Shape shape) {
        if (layout.isContiguous()) {
            return true;
        }
        int from = 0;
        int to = 0;
        while (from < layout.rank() && to < shape.rank()) {
            int first = from;
            long before = layout.shape().extent(from++);
            long after = shape.extent(to++);
            while (before != after) {
                if (before < after) {
                    before *= layout.shape().extent(from++);
                } else {
                    after *= shape.extent(to++);
                }
            }
            if (!isEvenlySpaced(layout, first, from)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isEvenlySpaced(Layout layout, int first, int end) {
        long expected = 0;
        boolean innermost = true;
        for (int axis = end - 1; axis >= first; axis--) {
            long extent = layout.shape().extent(axis);
            if (extent == 1) {
                continue;
            }
            if (!innermost && layout.stride(axis) != expected) {
                return false;
            }
            innermost = false;
            expected = layout.stride(axis) * extent;
        }
        return true;
    }
}
