package dev.sluice.tck.oracle;

import dev.sluice.spi.SegmentedPlan;
import java.util.Random;

/**
 * Plans with random extents, orders of axes, signs, gaps and repetitions. Outputs never overlap themselves: their segments
 * lie one after the other with gaps between them, and each is a permuted, partly reversed and spread box. Inputs may also
 * repeat elements along an axis.
 */
public final class RandomPlans {
    private static final int GAP = 3;

    private final Random random;

    /** Plans from a seed. */
    public RandomPlans(long seed) {
        random = new Random(seed);
    }

    /**
     * A plan together with the memory that it needs.
     *
     * @param plan the plan
     * @param elements the number of elements of each operand's memory, all offsets lying within
     */
    @SuppressWarnings("ArrayRecordComponent") // as the plan's own arrays: not changed, never compared
    public record Planned(SegmentedPlan plan, long[] elements) {}

    /**
     * Draws a plan.
     *
     * @param outputs the number of outputs, which come first
     * @param inputs the number of inputs
     * @param segments the number of segments
     */
    public Planned next(int outputs, int inputs, int segments) {
        return next(outputs, inputs, segments, 1 + random.nextInt(4), 5);
    }

    /** Draws a plan of a rank, with extents up to a limit. */
    public Planned next(int outputs, int inputs, int segments, int rank, int limit) {
        int operands = outputs + inputs;
        long[] extents = new long[segments * rank];
        long[] strides = new long[segments * operands * rank];
        long[] bases = new long[segments * operands];
        long[] used = new long[operands];
        for (int segment = 0; segment < segments; segment++) {
            for (int axis = 0; axis < rank; axis++) {
                extents[segment * rank + axis] = 1L + random.nextInt(limit);
            }
            for (int operand = 0; operand < operands; operand++) {
                int first = (segment * operands + operand) * rank;
                used[operand] += random.nextInt(GAP);
                bases[segment * operands + operand] =
                        used[operand] + box(extents, segment * rank, strides, first, rank, operand >= outputs);
                used[operand] += span(extents, segment * rank, strides, first, rank) + 1;
            }
        }
        for (int operand = 0; operand < operands; operand++) {
            used[operand] += GAP;
        }
        return new Planned(new SegmentedPlan(operands, rank, extents, strides, bases), used);
    }

    /** Sets the strides of one box. @return the offset of its first element from its lowest one */
    private long box(long[] extents, int firstExtent, long[] strides, int first, int rank, boolean mayRepeat) {
        int[] order = random.ints(0, rank).distinct().limit(rank).toArray();
        long step = 1L + random.nextInt(2);
        long origin = 0;
        for (int axis : order) {
            long extent = extents[firstExtent + axis];
            if (mayRepeat && random.nextInt(4) == 0) {
                continue;
            }
            boolean reversed = random.nextInt(3) == 0;
            strides[first + axis] = reversed ? -step : step;
            origin += reversed ? (extent - 1) * step : 0;
            step *= extent;
            step += random.nextInt(GAP) == 0 ? 1 : 0;
        }
        return origin;
    }

    private static long span(long[] extents, int firstExtent, long[] strides, int first, int rank) {
        long span = 0;
        for (int axis = 0; axis < rank; axis++) {
            span += (extents[firstExtent + axis] - 1) * Math.abs(strides[first + axis]);
        }
        return span;
    }
}
