package dev.sluice.backend.cuda.kernel;

import dev.sluice.spi.SegmentedPlan;

/** Questions about the segments of a plan that decide which kernel walks it. Allocates nothing. */
final class PlanShape {
    private static final long NARROW = 1L << 31;

    private PlanShape() {}

    /** Whether an operand's elements of a segment lie one after the other in iteration order. */
    static boolean isContiguous(SegmentedPlan plan, int segment, int operand) {
        long expected = 1;
        for (int axis = plan.rank() - 1; axis >= 0; axis--) {
            long extent = plan.extent(segment, axis);
            if (extent != 1) {
                if (plan.stride(segment, operand, axis) != expected) {
                    return false;
                }
                expected *= extent;
            }
        }
        return true;
    }

    /** Whether an operand has one element for all positions of a segment. */
    static boolean isUniform(SegmentedPlan plan, int segment, int operand) {
        for (int axis = 0; axis < plan.rank(); axis++) {
            if (plan.extent(segment, axis) != 1 && plan.stride(segment, operand, axis) != 0) {
                return false;
            }
        }
        return true;
    }

    /** Whether element numbers and offsets within a segment fit 32 bits. */
    static boolean isNarrow(SegmentedPlan plan, int segment) {
        if (plan.firstElement(segment + 1) - plan.firstElement(segment) >= NARROW) {
            return false;
        }
        for (int operand = 0; operand < plan.operands(); operand++) {
            // Partial sums of one sign each bound every intermediate offset.
            long below = 0;
            long above = 0;
            for (int axis = 0; axis < plan.rank(); axis++) {
                long reach = plan.stride(segment, operand, axis) * (plan.extent(segment, axis) - 1);
                below += Math.min(reach, 0);
                above += Math.max(reach, 0);
            }
            if (above >= NARROW || below <= -NARROW) {
                return false;
            }
        }
        return true;
    }

    /** Whether all segments are narrow. */
    static boolean isNarrow(SegmentedPlan plan) {
        for (int segment = 0; segment < plan.segments(); segment++) {
            if (!isNarrow(plan, segment)) {
                return false;
            }
        }
        return true;
    }

    /** Whether all operands of all segments are contiguous. */
    static boolean isContiguous(SegmentedPlan plan) {
        for (int segment = 0; segment < plan.segments(); segment++) {
            for (int operand = 0; operand < plan.operands(); operand++) {
                if (!isContiguous(plan, segment, operand)) {
                    return false;
                }
            }
        }
        return true;
    }
}
