package dev.sluice.runtime.plan;

import dev.sluice.Layout;
import dev.sluice.ShapeException;
import dev.sluice.spi.SegmentedPlan;

/** Checks that what an operation touches lies within its allocations. Pure functions; safe from any thread. */
public final class PlanBounds {
    private PlanBounds() {}

    /**
     * Checks a layout placed in an allocation.
     *
     * @param offset the position of the layout's first element
     * @param available the number of elements in the allocation
     * @throws ShapeException naming the elements reached and the size when some lie outside
     */
    public static void check(Layout layout, long offset, long available) {
        if (layout.shape().elements() == 0) {
            return;
        }
        long first = offset + layout.minOffset();
        long last = offset + layout.maxOffset();
        if (offset < 0 || first < 0 || last < first || last >= available) {
            throw new ShapeException("layout " + layout + " at element offset " + offset + " reaches from element "
                    + first + " to " + last + " of a storage of " + available + " elements");
        }
    }

    /**
     * Checks all segments of a plan.
     *
     * @param available the number of elements in the allocation of each operand
     * @throws ShapeException naming segment and operand when some elements lie outside
     */
    public static void check(SegmentedPlan plan, long[] available) {
        for (int segment = 0; segment < plan.segments(); segment++) {
            for (int operand = 0; operand < plan.operands(); operand++) {
                long first = plan.base(segment, operand);
                long last = first;
                for (int axis = 0; axis < plan.rank(); axis++) {
                    long reach =
                            Math.multiplyExact(plan.stride(segment, operand, axis), plan.extent(segment, axis) - 1);
                    if (reach < 0) {
                        first = Math.addExact(first, reach);
                    } else {
                        last = Math.addExact(last, reach);
                    }
                }
                if (first < 0 || last >= available[operand]) {
                    throw new ShapeException("segment " + segment + " of operand " + operand + " reaches from element "
                            + first + " to " + last + " of a storage of " + available[operand] + " elements");
                }
            }
        }
    }
}
