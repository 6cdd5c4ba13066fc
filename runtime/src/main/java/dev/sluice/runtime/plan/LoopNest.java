package dev.sluice.runtime.plan;

import dev.sluice.Layout;
import dev.sluice.Shape;
import dev.sluice.ShapeException;
import java.util.Arrays;

/**
 * A nest of loops that several operands walk together, outermost first, with the offset at which each operand starts.
 * It is filled axis by axis and then simplified in place; a range of axes {@code [from, to)} is simplified at a time, so
 * that a reduction can treat its kept and its combined axes apart. Every simplification visits the same tuples of
 * elements; only {@link #runForwards} and {@link #orderByStride} change their order. Not thread-safe.
 */
final class LoopNest {
    private final int operands;
    private final int capacity;
    private final long[] extents;
    /** Stride of an operand along an axis, {@code [operand·capacity + axis]}. */
    private final long[] strides;

    private final long[] offsets;
    private int rank;

    LoopNest(int operands, int capacity) {
        this.operands = operands;
        this.capacity = capacity;
        this.extents = new long[capacity];
        this.strides = new long[operands * capacity];
        this.offsets = new long[operands];
    }

    int rank() {
        return rank;
    }

    int operands() {
        return operands;
    }

    long extent(int axis) {
        return extents[axis];
    }

    long stride(int operand, int axis) {
        return strides[operand * capacity + axis];
    }

    long offset(int operand) {
        return offsets[operand];
    }

    /** Adds a loop inside all others; strides start at zero. Loops of one step are left out. */
    boolean append(long extent) {
        if (extent == 1) {
            return false;
        }
        extents[rank++] = extent;
        return true;
    }

    /** Sets the stride of an operand along the loop added last. */
    void setStride(int operand, long stride) {
        strides[operand * capacity + rank - 1] = stride;
    }

    void setOffset(int operand, long offset) {
        offsets[operand] = offset;
    }

    /**
     * The stride with which an operand of the given layout follows axis {@code axis} of {@code iteration}, to which it
     * broadcasts: zero along axes that it lacks or repeats.
     */
    static long broadcastStride(Layout layout, Shape iteration, int axis) {
        int own = axis - (iteration.rank() - layout.rank());
        return own < 0 || layout.shape().extent(own) != iteration.extent(axis) ? 0 : layout.stride(own);
    }

    /**
     * Checks that a layout can be walked over {@code iteration}.
     *
     * @throws ShapeException naming both shapes when it does not broadcast
     */
    static void requireBroadcast(Layout layout, Shape iteration) {
        int lead = iteration.rank() - layout.rank();
        boolean fits = lead >= 0;
        for (int axis = 0; fits && axis < layout.rank(); axis++) {
            long extent = layout.shape().extent(axis);
            fits = extent == 1 || extent == iteration.extent(lead + axis);
        }
        if (!fits) {
            throw new ShapeException("shape " + layout.shape() + " does not broadcast to " + iteration);
        }
    }

    /**
     * Reverses every loop along which the first operand that moves at all moves backwards, and starts all operands at
     * the other end.
     */
    void runForwards(int from, int to) {
        for (int axis = from; axis < to; axis++) {
            if (runsBackwards(axis)) {
                for (int operand = 0; operand < operands; operand++) {
                    int at = operand * capacity + axis;
                    offsets[operand] += strides[at] * (extents[axis] - 1);
                    strides[at] = -strides[at];
                }
            }
        }
    }

    private boolean runsBackwards(int axis) {
        for (int operand = 0; operand < operands; operand++) {
            long stride = strides[operand * capacity + axis];
            if (stride != 0) {
                return stride < 0;
            }
        }
        return false;
    }

    /** Puts the loops with the longest strides outside; the first operand decides, the others break ties. */
    void orderByStride(int from, int to) {
        for (int sorted = from + 1; sorted < to; sorted++) {
            for (int axis = sorted; axis > from && belongsOutside(axis, axis - 1); axis--) {
                exchange(axis, axis - 1);
            }
        }
    }

    private boolean belongsOutside(int axis, int other) {
        for (int operand = 0; operand < operands; operand++) {
            long mine = Math.abs(strides[operand * capacity + axis]);
            long theirs = Math.abs(strides[operand * capacity + other]);
            if (mine != theirs) {
                return mine > theirs;
            }
        }
        return false;
    }

    private void exchange(int first, int second) {
        long extent = extents[first];
        extents[first] = extents[second];
        extents[second] = extent;
        for (int row = 0; row < strides.length; row += capacity) {
            long stride = strides[row + first];
            strides[row + first] = strides[row + second];
            strides[row + second] = stride;
        }
    }

    /**
     * Merges each loop with the one inside it wherever every operand walks the two like one longer loop.
     *
     * @return the end of the range after merging
     */
    int merge(int from, int to) {
        int last = from;
        for (int axis = from + 1; axis < to; axis++) {
            if (continues(last, axis)) {
                extents[last] *= extents[axis];
            } else {
                last++;
                extents[last] = extents[axis];
            }
            for (int row = 0; row < strides.length; row += capacity) {
                strides[row + last] = strides[row + axis];
            }
        }
        int end = to > from ? last + 1 : from;
        removeBetween(end, to);
        return end;
    }

    private boolean continues(int outer, int inner) {
        for (int row = 0; row < strides.length; row += capacity) {
            if (strides[row + outer] != strides[row + inner] * extents[inner]) {
                return false;
            }
        }
        return true;
    }

    private void removeBetween(int end, int next) {
        int moved = rank - next;
        System.arraycopy(extents, next, extents, end, moved);
        for (int row = 0; row < strides.length; row += capacity) {
            System.arraycopy(strides, row + next, strides, row + end, moved);
        }
        rank -= next - end;
    }

    /** Simplifies all loops as the order allows. */
    void simplify(IterationOrder order) {
        if (order == IterationOrder.ANY) {
            runForwards(0, rank);
            orderByStride(0, rank);
        }
        merge(0, rank);
    }

    long[] copyExtents() {
        return Arrays.copyOf(extents, rank);
    }

    /** The strides, {@code [operand·rank + axis]}. */
    long[] copyStrides() {
        long[] packed = new long[operands * rank];
        for (int operand = 0; operand < operands; operand++) {
            System.arraycopy(strides, operand * capacity, packed, operand * rank, rank);
        }
        return packed;
    }

    long[] copyOffsets() {
        return offsets.clone();
    }
}
