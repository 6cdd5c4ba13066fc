package dev.sluice.spi;

import java.util.Arrays;

/**
 * The iteration of an elementwise operation: a list of segments, each a strided box of elements that all operands walk
 * together. A dense operation is one segment. A plan depends on layouts only and may be reused with other buffers.
 *
 * <p>Elements are numbered segment after segment, and within a segment with the last axis running fastest; that number
 * is the value of an index leaf. Strides and bases are in elements of the operand they belong to, and may be negative or
 * zero. Segments of lower rank are padded with leading axes of extent one. No segment is empty; a plan without segments
 * has no elements.
 *
 * <p>Immutable: callers must not change the arrays they pass in, nor those they are given.
 */
public final class SegmentedPlan {
    private final int operands;
    private final int rank;
    private final long[] extents;
    private final long[] strides;
    private final long[] bases;
    private final long[] firstElements;

    /**
     * Creates a plan. The arrays are taken over, not copied.
     *
     * @param operands the number of operands K
     * @param rank the number of axes R of every segment
     * @param extents the extents, {@code [segment·R + axis]}, all positive
     * @param strides the strides, {@code [(segment·K + operand)·R + axis]}
     * @param bases the element offset of each operand's first element, {@code [segment·K + operand]}
     */
    public SegmentedPlan(int operands, int rank, long[] extents, long[] strides, long[] bases) {
        int segments = bases.length / operands;
        if (extents.length != segments * rank
                || strides.length != segments * operands * rank
                || bases.length != segments * operands) {
            throw new IllegalArgumentException("array lengths " + extents.length + ", " + strides.length + ", "
                    + bases.length + " do not fit " + operands + " operands of rank " + rank);
        }
        this.operands = operands;
        this.rank = rank;
        this.extents = extents;
        this.strides = strides;
        this.bases = bases;
        this.firstElements = new long[segments + 1];
        for (int segment = 0; segment < segments; segment++) {
            long elements = 1;
            for (int axis = 0; axis < rank; axis++) {
                elements *= extents[segment * rank + axis];
            }
            if (elements <= 0) {
                throw new IllegalArgumentException("segment " + segment + " is empty: extents "
                        + Arrays.toString(Arrays.copyOfRange(extents, segment * rank, (segment + 1) * rank)));
            }
            firstElements[segment + 1] = firstElements[segment] + elements;
        }
    }

    /** The number of segments. */
    public int segments() {
        return firstElements.length - 1;
    }

    /** The number of operands. */
    public int operands() {
        return operands;
    }

    /** The number of axes of every segment. */
    public int rank() {
        return rank;
    }

    /** The number of elements of all segments together. */
    public long elements() {
        return firstElements[firstElements.length - 1];
    }

    /** The number of the first element of {@code segment}; for {@code segments()}, the number of all elements. */
    public long firstElement(int segment) {
        return firstElements[segment];
    }

    /** The extent of an axis of a segment. */
    public long extent(int segment, int axis) {
        return extents[segment * rank + axis];
    }

    /** The stride of an operand along an axis of a segment, in elements. */
    public long stride(int segment, int operand, int axis) {
        return strides[(segment * operands + operand) * rank + axis];
    }

    /** The offset of an operand's first element of a segment, in elements. */
    public long base(int segment, int operand) {
        return bases[segment * operands + operand];
    }

    /** The extents of all segments, {@code [segment·rank + axis]}. Not a copy. */
    public long[] extents() {
        return extents;
    }

    /** The strides of all segments, {@code [(segment·operands + operand)·rank + axis]}. Not a copy. */
    public long[] strides() {
        return strides;
    }

    /** The bases of all segments, {@code [segment·operands + operand]}. Not a copy. */
    public long[] bases() {
        return bases;
    }

    /** The first element numbers, one more than there are segments. Not a copy. */
    public long[] firstElements() {
        return firstElements;
    }

    @Override
    public String toString() {
        return segments() + " segments, " + operands + " operands, rank " + rank + ", " + elements() + " elements";
    }
}
