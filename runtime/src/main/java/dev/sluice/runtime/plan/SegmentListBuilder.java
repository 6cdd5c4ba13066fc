package dev.sluice.runtime.plan;

import dev.sluice.Layout;
import dev.sluice.Shape;
import dev.sluice.spi.SegmentedPlan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Collects tuples of views, one view of each operand, into one plan. Each tuple is simplified like a dense operation;
 * empty ones are left out, and a tuple that goes on exactly where the one before it ended, for every operand, becomes
 * part of it. Offsets are relative to the operands' allocations. Not thread-safe.
 */
public final class SegmentListBuilder {
    private final int operands;
    private final IterationOrder order;
    private final List<Segment> segments = new ArrayList<>();
    private int rank = 1;

    /** One simplified tuple; {@code strides} is {@code [operand·rank + axis]}. */
    @SuppressWarnings("ArrayRecordComponent") // never compared, and never changed after construction
    private record Segment(long[] extents, long[] strides, long[] bases) {
        int rank() {
            return extents.length;
        }
    }

    /**
     * Starts an empty list.
     *
     * @param operands the number of operands in each tuple
     * @param order whether elements are numbered in row-major order within each tuple
     */
    public SegmentListBuilder(int operands, IterationOrder order) {
        this.operands = operands;
        this.order = order;
    }

    /**
     * Adds one tuple.
     *
     * @param iteration the shape walked through, to which every view broadcasts
     * @param offsets the element offset of each view's first element in its allocation
     * @param layouts the views, the output first
     */
    public void add(Shape iteration, long[] offsets, Layout... layouts) {
        if (offsets.length != operands || layouts.length != operands) {
            throw new IllegalArgumentException(
                    offsets.length + " offsets and " + layouts.length + " layouts given for " + operands + " operands");
        }
        if (iteration.elements() == 0) {
            return;
        }
        LoopNest nest = MapPlans.nest(iteration, layouts);
        for (int operand = 0; operand < operands; operand++) {
            nest.setOffset(operand, offsets[operand]);
        }
        nest.simplify(order);
        Segment segment = nest.rank() == 0 ? oneElement(nest) : simplified(nest);
        Segment fused = segments.isEmpty() ? null : fuse(segments.getLast(), segment);
        if (fused != null) {
            segments.set(segments.size() - 1, fused);
        } else {
            segments.add(segment);
            rank = Math.max(rank, segment.rank());
        }
    }

    /** A single element counts as a contiguous run of one, so that it can become part of a longer run. */
    private Segment oneElement(LoopNest nest) {
        long[] strides = new long[operands];
        Arrays.fill(strides, 1);
        return new Segment(new long[] {1}, strides, nest.copyOffsets());
    }

    private static Segment simplified(LoopNest nest) {
        return new Segment(nest.copyExtents(), nest.copyStrides(), nest.copyOffsets());
    }

    /** The two as one, when {@code next} continues the outermost loop of {@code last}; null otherwise. */
    private @org.jspecify.annotations.Nullable Segment fuse(Segment last, Segment next) {
        int loops = last.rank();
        if (next.rank() != loops
                || !Arrays.equals(last.strides, next.strides)
                || !Arrays.equals(last.extents, 1, loops, next.extents, 1, loops)) {
            return null;
        }
        for (int operand = 0; operand < operands; operand++) {
            long end = last.bases[operand] + last.strides[operand * loops] * last.extents[0];
            if (next.bases[operand] != end) {
                return null;
            }
        }
        long[] extents = last.extents.clone();
        extents[0] += next.extents[0];
        return new Segment(extents, last.strides, last.bases);
    }

    /** The plan of all tuples added so far. */
    public SegmentedPlan build() {
        int count = segments.size();
        long[] extents = new long[count * rank];
        long[] strides = new long[count * operands * rank];
        long[] bases = new long[count * operands];
        Arrays.fill(extents, 1);
        for (int index = 0; index < count; index++) {
            Segment segment = segments.get(index);
            int loops = segment.rank();
            int pad = rank - loops;
            System.arraycopy(segment.extents, 0, extents, index * rank + pad, loops);
            for (int operand = 0; operand < operands; operand++) {
                int row = (index * operands + operand) * rank + pad;
                System.arraycopy(segment.strides, operand * loops, strides, row, loops);
            }
            System.arraycopy(segment.bases, 0, bases, index * operands, operands);
        }
        return new SegmentedPlan(operands, rank, extents, strides, bases);
    }
}
