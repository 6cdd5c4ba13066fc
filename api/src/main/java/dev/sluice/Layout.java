package dev.sluice;

import java.util.Arrays;

/**
 * Where the elements of a tensor lie: a shape and, for each axis, the distance in elements between neighbours. Strides
 * may be negative or zero. Immutable; the position of the first element belongs to {@link StorageView}.
 */
public final class Layout {
    private static final Layout SCALAR = new Layout(Shape.scalar(), new long[0]);

    private final Shape shape;
    private final long[] strides;
    private final boolean contiguous;

    private Layout(Shape shape, long[] strides) {
        this.shape = shape;
        this.strides = strides;
        this.contiguous = isRowMajor(shape, strides);
    }

    /** The row-major layout of {@code shape}: the last axis is contiguous. */
    public static Layout rowMajor(Shape shape) {
        if (shape.rank() == 0) {
            return SCALAR;
        }
        long[] strides = new long[shape.rank()];
        long next = 1;
        for (int axis = strides.length - 1; axis >= 0; axis--) {
            strides[axis] = next;
            next *= Math.max(1, shape.extent(axis));
        }
        return new Layout(shape, strides);
    }

    /** The column-major layout of {@code shape}: the first axis is contiguous. */
    public static Layout columnMajor(Shape shape) {
        long[] strides = new long[shape.rank()];
        long next = 1;
        for (int axis = 0; axis < strides.length; axis++) {
            strides[axis] = next;
            next *= Math.max(1, shape.extent(axis));
        }
        return new Layout(shape, strides);
    }

    /**
     * A layout with explicit strides, in elements.
     *
     * @throws ShapeException when the number of strides is not the rank, or the extent spanned exceeds 2<sup>63</sup>−1
     */
    public static Layout of(Shape shape, long... strides) {
        if (strides.length != shape.rank()) {
            throw new ShapeException(strides.length + " strides given for shape " + shape + " of rank " + shape.rank());
        }
        Layout layout = new Layout(shape, strides.clone());
        layout.checkSpan();
        return layout;
    }

    private static boolean isRowMajor(Shape shape, long[] strides) {
        if (shape.elements() == 0) {
            return true;
        }
        long expected = 1;
        for (int axis = strides.length - 1; axis >= 0; axis--) {
            long extent = shape.extent(axis);
            if (extent != 1) {
                if (strides[axis] != expected) {
                    return false;
                }
                expected *= extent;
            }
        }
        return true;
    }

    private void checkSpan() {
        try {
            Math.addExact(Math.subtractExact(maxOffset(), minOffset()), 1);
        } catch (ArithmeticException e) {
            throw new ShapeException("layout " + this + " spans more than 2^63-1 elements", e);
        }
    }

    /** The extents. */
    public Shape shape() {
        return shape;
    }

    /** The number of axes. */
    public int rank() {
        return strides.length;
    }

    /** The stride of {@code axis} in elements; negative axes count from the end. */
    public long stride(int axis) {
        return strides[shape.axis(axis)];
    }

    /** A copy of the strides in elements, outermost axis first. */
    public long[] strides() {
        return strides.clone();
    }

    /** Whether elements lie densely in row-major order. Axes of extent one do not matter; empty layouts are contiguous. */
    public boolean isContiguous() {
        return contiguous;
    }

    /** The least offset from the first element, zero or negative; zero when there are no elements. */
    public long minOffset() {
        return offsetBound(false);
    }

    /** The greatest offset from the first element, zero or positive; zero when there are no elements. */
    public long maxOffset() {
        return offsetBound(true);
    }

    private long offsetBound(boolean upper) {
        if (shape.elements() == 0) {
            return 0;
        }
        long bound = 0;
        for (int axis = 0; axis < strides.length; axis++) {
            if (strides[axis] > 0 == upper) {
                bound = Math.addExact(bound, Math.multiplyExact(strides[axis], shape.extent(axis) - 1));
            }
        }
        return bound;
    }

    @Override
    public boolean equals(Object other) {
        return this == other
                || other instanceof Layout layout
                        && shape.equals(layout.shape)
                        && Arrays.equals(strides, layout.strides);
    }

    @Override
    public int hashCode() {
        return 31 * shape.hashCode() + Arrays.hashCode(strides);
    }

    @Override
    public String toString() {
        return shape + " strides " + Arrays.toString(strides);
    }
}
