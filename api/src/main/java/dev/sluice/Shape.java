package dev.sluice;

import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * The extents of a tensor, outermost axis first. Immutable. A rank-0 shape has one element; a shape with a zero extent
 * has none. The element count always fits a {@code long}.
 */
public final class Shape {
    private static final Shape SCALAR = new Shape(new long[0], 1);

    private final long[] extents;
    private final long elements;

    private Shape(long[] extents, long elements) {
        this.extents = extents;
        this.elements = elements;
    }

    /**
     * The shape with these extents.
     *
     * @throws ShapeException when an extent is negative or the element count exceeds 2<sup>63</sup>−1
     */
    public static Shape of(long... extents) {
        return extents.length == 0 ? SCALAR : new Shape(extents.clone(), count(extents));
    }

    /** The rank-0 shape. */
    public static Shape scalar() {
        return SCALAR;
    }

    private static long count(long[] extents) {
        long product = 1;
        boolean empty = false;
        for (long extent : extents) {
            if (extent < 0) {
                throw new ShapeException("negative extent " + extent + " in shape " + Arrays.toString(extents));
            }
            empty |= extent == 0;
        }
        if (empty) {
            return 0;
        }
        for (long extent : extents) {
            long high = Math.multiplyHigh(product, extent);
            product *= extent;
            if (high != 0 || product < 0) {
                throw new ShapeException("shape " + Arrays.toString(extents) + " has more than 2^63-1 elements");
            }
        }
        return product;
    }

    /** The number of axes. */
    public int rank() {
        return extents.length;
    }

    /** The extent of {@code axis}; negative axes count from the end. */
    public long extent(int axis) {
        return extents[axis(axis)];
    }

    /** The number of elements. */
    public long elements() {
        return elements;
    }

    /** A copy of the extents, outermost first. */
    public long[] extents() {
        return extents.clone();
    }

    /**
     * The axis {@code axis} counted from the front.
     *
     * @throws ShapeException when the axis is not within {@code [-rank, rank)}
     */
    public int axis(int axis) {
        int positive = axis < 0 ? axis + extents.length : axis;
        if (positive < 0 || positive >= extents.length) {
            throw new ShapeException("axis " + axis + " is out of range for shape " + this);
        }
        return positive;
    }

    /**
     * The shape that {@code left} and {@code right} broadcast to: aligned at the last axis, extents must agree or be 1.
     *
     * @throws ShapeException naming both shapes when they do not broadcast
     */
    public static Shape broadcast(Shape left, Shape right) {
        if (left.equals(right)) {
            return left;
        }
        int rank = Math.max(left.rank(), right.rank());
        long[] result = new long[rank];
        for (int back = 1; back <= rank; back++) {
            long a = back <= left.rank() ? left.extents[left.rank() - back] : 1;
            long b = back <= right.rank() ? right.extents[right.rank() - back] : 1;
            if (a != b && a != 1 && b != 1) {
                throw new ShapeException("shapes " + left + " and " + right + " do not broadcast: extents " + a
                        + " and " + b + " differ");
            }
            result[rank - back] = a == 1 ? b : a;
        }
        return of(result);
    }

    @Override
    public boolean equals(Object other) {
        return this == other || other instanceof Shape shape && Arrays.equals(extents, shape.extents);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(extents);
    }

    /** The extents in brackets, as in {@code [2,3]}. */
    @Override
    public String toString() {
        return Arrays.stream(extents).mapToObj(Long::toString).collect(Collectors.joining(",", "[", "]"));
    }
}
