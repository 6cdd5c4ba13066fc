package dev.sluice.runtime.einsum;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What happens to one operand before it meets another: axes of extent one whose index is longer elsewhere are dropped,
 * repeated indices become diagonals, and indices that nothing else has are summed. Leaves each index once.
 */
final class OperandPreparation {
    private final int[] squeezed;
    private final List<int[]> diagonals;
    private final int[] summed;
    private final int[] indices;

    private OperandPreparation(int[] squeezed, List<int[]> diagonals, int[] summed, int[] indices) {
        this.squeezed = squeezed;
        this.diagonals = diagonals;
        this.summed = summed;
        this.indices = indices;
    }

    /** The indices that an operand really has: those of axes as long as the index. */
    static long indices(IndexedOperands bound, int operand) {
        long[] extents = bound.extents();
        int[] axes = bound.axes(operand);
        long set = 0;
        for (int axis = 0; axis < axes.length; axis++) {
            if (bound.shape(operand).extent(axis) == extents[axes[axis]]) {
                set |= 1L << axes[axis];
            }
        }
        return set;
    }

    /**
     * Plans the preparation.
     *
     * @param needed the set of indices that the output or another operand has
     */
    static OperandPreparation of(IndexedOperands bound, int operand, long needed) {
        long present = indices(bound, operand);
        int[] axes = bound.axes(operand);
        int[] squeezed = places(axes, ~present);
        int[] seen = Indices.within(axes, present);
        List<int[]> diagonals = new ArrayList<>();
        for (int first = 0; first < seen.length; ) {
            int second = placeAfter(seen, first);
            if (second < 0) {
                first++;
            } else {
                diagonals.add(new int[] {first, second});
                seen = onDiagonal(seen, first, second);
            }
        }
        return new OperandPreparation(squeezed, diagonals, places(seen, ~needed), Indices.within(seen, needed));
    }

    /** The places of the indices of a set. */
    private static int[] places(int[] indices, long set) {
        return IntStream.range(0, indices.length)
                .filter(place -> (set & 1L << indices[place]) != 0)
                .toArray();
    }

    /** The next place that has the same index, or −1. */
    private static int placeAfter(int[] indices, int first) {
        for (int place = first + 1; place < indices.length; place++) {
            if (indices[place] == indices[first]) {
                return place;
            }
        }
        return -1;
    }

    /** The indices once two axes of one index have become their diagonal, which is the last axis. */
    private static int[] onDiagonal(int[] indices, int first, int second) {
        int[] left = new int[indices.length - 1];
        int count = 0;
        for (int place = 0; place < indices.length; place++) {
            if (place != first && place != second) {
                left[count++] = indices[place];
            }
        }
        left[count] = indices[first];
        return left;
    }

    /** The index of each axis that is left. */
    int[] indices() {
        return indices;
    }

    /** Whether anything is summed. */
    boolean sums() {
        return summed.length > 0;
    }

    /** Views the operand without what is squeezed, on its diagonals. */
    void view(Intermediate operand) {
        if (squeezed.length > 0) {
            operand.view(operand.seen().squeeze(squeezed));
        }
        for (int[] diagonal : diagonals) {
            operand.view(operand.seen().diagonal(0, diagonal[0], diagonal[1]));
        }
    }

    /** Sums what nothing else needs. */
    void sum(Intermediate operand) {
        if (summed.length > 0) {
            operand.sum(summed);
        }
    }
}
