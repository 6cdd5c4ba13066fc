package dev.sluice.runtime.plan;

import dev.sluice.Layout;
import dev.sluice.Shape;
import dev.sluice.spi.SegmentedPlan;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Plans of dense elementwise operations: one segment, or none when there are no elements. The offset of a tensor within
 * its allocation is not part of a plan; it goes into the operand's address, so that a plan serves any buffers. Pure
 * functions; safe from any thread.
 */
public final class MapPlans {
    private static final int CACHE_SIZE = 256;

    /**
     * Recently used plans of contiguous operands. Plans are immutable with final fields, so an unsynchronised read sees
     * a complete plan or none, and a lost update costs one more construction.
     */
    private static final @Nullable SegmentedPlan[] CONTIGUOUS = new SegmentedPlan[CACHE_SIZE];

    private MapPlans() {}

    /** The plan of {@code operands} operands whose elements all lie densely in the same order. */
    public static SegmentedPlan contiguous(long elements, int operands) {
        int slot = (int) (elements * 31 + operands) & (CACHE_SIZE - 1);
        SegmentedPlan cached = CONTIGUOUS[slot];
        if (cached != null && cached.elements() == elements && cached.operands() == operands) {
            return cached;
        }
        SegmentedPlan plan = makeContiguous(elements, operands);
        CONTIGUOUS[slot] = plan;
        return plan;
    }

    private static SegmentedPlan makeContiguous(long elements, int operands) {
        if (elements == 0) {
            return empty(operands);
        }
        long[] strides = new long[operands];
        Arrays.fill(strides, 1);
        return new SegmentedPlan(operands, 1, new long[] {elements}, strides, new long[operands]);
    }

    private static SegmentedPlan empty(int operands) {
        return new SegmentedPlan(operands, 1, new long[0], new long[0], new long[0]);
    }

    /**
     * The plan of an operation over {@code iteration}, to which every operand broadcasts.
     *
     * @param order whether the plan keeps the row-major order of {@code iteration}
     * @param layouts the operands, the output first
     * @throws dev.sluice.ShapeException when one does not broadcast
     */
    public static SegmentedPlan of(IterationOrder order, Shape iteration, Layout... layouts) {
        if (haveOneOrder(iteration, layouts)) {
            return contiguous(iteration.elements(), layouts.length);
        }
        LoopNest nest = nest(iteration, layouts);
        if (iteration.elements() == 0) {
            return empty(layouts.length);
        }
        nest.simplify(order);
        if (nest.rank() == 0) {
            return contiguous(1, layouts.length);
        }
        return new SegmentedPlan(
                layouts.length, nest.rank(), nest.copyExtents(), nest.copyStrides(), nest.copyOffsets());
    }

    static boolean haveOneOrder(Shape iteration, Layout[] layouts) {
        for (Layout layout : layouts) {
            if (!layout.isContiguous() || !layout.shape().equals(iteration)) {
                return false;
            }
        }
        return true;
    }

    static LoopNest nest(Shape iteration, Layout[] layouts) {
        for (Layout layout : layouts) {
            LoopNest.requireBroadcast(layout, iteration);
        }
        LoopNest nest = new LoopNest(layouts.length, iteration.rank());
        for (int axis = 0; axis < iteration.rank(); axis++) {
            if (nest.append(iteration.extent(axis))) {
                for (int operand = 0; operand < layouts.length; operand++) {
                    nest.setStride(operand, LoopNest.broadcastStride(layouts[operand], iteration, axis));
                }
            }
        }
        return nest;
    }
}
