package dev.sluice.runtime.plan;

import dev.sluice.Layout;
import dev.sluice.Shape;
import dev.sluice.spi.ReductionPlan;
import dev.sluice.spi.SegmentedPlan;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Plans of reductions over whole axes. The kept axes follow the output, the combined ones the first input, unless
 * positions count and the combined axes keep their order. Pure functions; safe from any thread.
 */
public final class ReductionPlans {
    private static final int CACHE_SIZE = 64;

    /** Recently used plans that combine everything; shared without synchronisation as those of {@link MapPlans}. */
    private static final @Nullable ReductionPlan[] WHOLE = new ReductionPlan[CACHE_SIZE];

    private ReductionPlans() {}

    /**
     * The plan that combines the elements of {@code iteration} along the axes marked in {@code combined}.
     *
     * @param order whether the combined axes keep their row-major order
     * @param iteration the shape walked through
     * @param combined for each axis of {@code iteration}, whether it is combined
     * @param output a layout over the kept axes, in their order; dense and row-major when nothing is combined
     * @param inputs the inputs, which broadcast to {@code iteration}
     * @return the plan, or one without segments and outputs when {@code output} has no elements
     */
    public static ReductionPlan of(
            IterationOrder order, Shape iteration, boolean[] combined, Layout output, Layout... inputs) {
        int operands = 1 + inputs.length;
        if (output.rank() == 0 && iteration.elements() > 0 && MapPlans.haveOneOrder(iteration, inputs)) {
            return whole(iteration.elements(), operands);
        }
        for (Layout input : inputs) {
            LoopNest.requireBroadcast(input, iteration);
        }
        if (iteration.elements() == 0) {
            SegmentedPlan nothing = new SegmentedPlan(operands, 0, new long[0], new long[0], new long[0]);
            return new ReductionPlan(nothing, 0, output.shape().elements());
        }
        LoopNest nest = new LoopNest(operands, iteration.rank());
        int keptAxis = 0;
        for (int axis = 0; axis < combined.length; axis++) {
            if (!combined[axis]) {
                long outputStride = output.stride(keptAxis++);
                append(nest, iteration, axis, outputStride, inputs);
            }
        }
        int kept = nest.rank();
        for (int axis = 0; axis < combined.length; axis++) {
            if (combined[axis]) {
                append(nest, iteration, axis, 0, inputs);
            }
        }
        nest.runForwards(0, kept);
        nest.orderByStride(0, kept);
        kept = nest.merge(0, kept);
        if (order == IterationOrder.ANY) {
            nest.runForwards(kept, nest.rank());
            nest.orderByStride(kept, nest.rank());
        }
        nest.merge(kept, nest.rank());
        SegmentedPlan plan =
                new SegmentedPlan(operands, nest.rank(), nest.copyExtents(), nest.copyStrides(), nest.copyOffsets());
        return new ReductionPlan(plan, kept, 0);
    }

    private static ReductionPlan whole(long elements, int operands) {
        int slot = (int) (elements * 31 + operands) & (CACHE_SIZE - 1);
        ReductionPlan cached = WHOLE[slot];
        if (cached != null
                && cached.iteration().elements() == elements
                && cached.iteration().operands() == operands) {
            return cached;
        }
        long[] strides = new long[operands];
        Arrays.fill(strides, 1, operands, 1);
        SegmentedPlan plan = new SegmentedPlan(operands, 1, new long[] {elements}, strides, new long[operands]);
        ReductionPlan reduction = new ReductionPlan(plan, 0, 0);
        WHOLE[slot] = reduction;
        return reduction;
    }

    private static void append(LoopNest nest, Shape iteration, int axis, long outputStride, Layout[] inputs) {
        if (nest.append(iteration.extent(axis))) {
            nest.setStride(0, outputStride);
            for (int input = 0; input < inputs.length; input++) {
                nest.setStride(1 + input, LoopNest.broadcastStride(inputs[input], iteration, axis));
            }
        }
    }
}
