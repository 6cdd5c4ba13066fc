package dev.sluice.runtime.tensor;

import dev.sluice.AccessException;
import dev.sluice.Layout;
import dev.sluice.ShapeException;

/** Which tensors share elements. */
final class Overlap {
    private Overlap() {}

    /**
     * Checks that a tensor may be written, and that no two of its positions are the same element, so that writing it has
     * one meaning.
     *
     * @throws AccessException when the memory is read-only
     * @throws ShapeException when the layout repeats elements, or cannot be seen not to
     */
    static void requireWritable(DenseTensor destination) {
        if (destination.isReadOnly()) {
            throw new AccessException("the tensor " + destination.describe()
                    + " lies in read-only memory and cannot be written; write to a copy()");
        }
        Layout layout = destination.layout();
        if (layout.isContiguous() || isInjective(layout)) {
            return;
        }
        throw new ShapeException("a tensor with layout " + layout
                + " sees some elements more than once and cannot be written; write to the tensor it views");
    }

    /**
     * Whether each stride exceeds all that shorter strides span together. Every view of a dense tensor without repeated
     * axes has this property; layouts that lack it and still repeat nothing are refused as well.
     */
    private static boolean isInjective(Layout layout) {
        int rank = layout.rank();
        long[] strides = new long[rank];
        long[] extents = new long[rank];
        int count = 0;
        for (int axis = 0; axis < rank; axis++) {
            long extent = layout.shape().extent(axis);
            if (extent == 1) {
                continue;
            }
            long stride = Math.abs(layout.stride(axis));
            int at = count++;
            while (at > 0 && strides[at - 1] > stride) {
                strides[at] = strides[at - 1];
                extents[at] = extents[at - 1];
                at--;
            }
            strides[at] = stride;
            extents[at] = extent;
        }
        long span = 0;
        for (int axis = 0; axis < count; axis++) {
            if (strides[axis] <= span) {
                return false;
            }
            span += strides[axis] * (extents[axis] - 1);
        }
        return true;
    }

    /**
     * Whether writing {@code destination} element by element may change an element of {@code source} before it is read.
     * False when the two are apart, and when they are the same elements in the same order.
     */
    static boolean inAnotherOrder(DenseTensor destination, DenseTensor source) {
        if (destination.buffer() != source.buffer() || !rangesMeet(destination, source)) {
            return false;
        }
        return destination.byteOffset() != source.byteOffset()
                || destination.form().type() != source.form().type()
                || !destination.layout().equals(source.layout());
    }

    private static boolean rangesMeet(DenseTensor left, DenseTensor right) {
        return firstByte(left) < endByte(right) && firstByte(right) < endByte(left);
    }

    private static long firstByte(DenseTensor tensor) {
        return tensor.byteOffset()
                + tensor.layout().minOffset() * tensor.form().type().bytes();
    }

    private static long endByte(DenseTensor tensor) {
        return tensor.shape().elements() == 0
                ? tensor.byteOffset()
                : tensor.byteOffset()
                        + (tensor.layout().maxOffset() + 1)
                                * tensor.form().type().bytes();
    }
}
