package dev.sluice.runtime.tensor;

import dev.sluice.Layout;
import dev.sluice.Shape;

/**
 * Two batches of matrices broadcast against each other.
 *
 * @param shape the shape that both broadcast to
 * @param leftLayout where the left matrices are among those of the left batch, numbered row-major
 */
record BroadcastBatch(Shape shape, Layout leftLayout) {
    /**
     * Broadcasts.
     *
     * @throws dev.sluice.ShapeException when the shapes do not fit
     */
    static BroadcastBatch of(Shape left, Shape right) {
        Shape shape = Shape.broadcast(left, right);
        return new BroadcastBatch(shape, ViewLayouts.broadcastTo(Layout.rowMajor(left), shape));
    }

    /** The number of pairs. */
    int count() {
        return Math.toIntExact(shape.elements());
    }

    /** The number of the left matrix of a pair. */
    long left(int pair) {
        return offset(leftLayout, pair);
    }

    /** The offset in a layout of the broadcast shape at a row-major position. */
    static long offset(Layout layout, long position) {
        long offset = 0;
        long rest = position;
        for (int axis = layout.rank() - 1; axis >= 0; axis--) {
            long extent = layout.shape().extent(axis);
            offset += rest % extent * layout.stride(axis);
            rest /= extent;
        }
        return offset;
    }
}
