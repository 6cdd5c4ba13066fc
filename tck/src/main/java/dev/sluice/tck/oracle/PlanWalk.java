package dev.sluice.tck.oracle;

import dev.sluice.spi.SegmentedPlan;

/** Visits the elements of a plan one by one, in iteration order. */
public final class PlanWalk {
    /** What happens at one element. */
    @FunctionalInterface
    public interface Visitor {
        /**
         * Visits an element.
         *
         * @param number the number of the element in the plan
         * @param offsets the element offset of each operand, not to be kept
         */
        void visit(long number, long[] offsets);
    }

    private PlanWalk() {}

    /** Visits every element. */
    public static void visit(SegmentedPlan plan, Visitor visitor) {
        long number = 0;
        long[] offsets = new long[plan.operands()];
        for (int segment = 0; segment < plan.segments(); segment++) {
            long count = plan.firstElement(segment + 1) - plan.firstElement(segment);
            for (long i = 0; i < count; i++) {
                locate(plan, segment, i, offsets);
                visitor.visit(number++, offsets);
            }
        }
    }

    /** Sets the offsets of element {@code i} of a segment. */
    public static void locate(SegmentedPlan plan, int segment, long i, long[] offsets) {
        for (int operand = 0; operand < offsets.length; operand++) {
            offsets[operand] = plan.base(segment, operand);
        }
        long rest = i;
        for (int axis = plan.rank() - 1; axis >= 0; axis--) {
            long index = rest % plan.extent(segment, axis);
            rest /= plan.extent(segment, axis);
            for (int operand = 0; operand < offsets.length; operand++) {
                offsets[operand] += index * plan.stride(segment, operand, axis);
            }
        }
    }
}
