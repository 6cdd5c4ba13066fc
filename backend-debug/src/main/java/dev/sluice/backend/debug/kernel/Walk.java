package dev.sluice.backend.debug.kernel;

import dev.sluice.backend.debug.Defect;
import dev.sluice.spi.SegmentedPlan;
import java.util.Set;

/** Moves a cursor over the elements of a plan. */
final class Walk {
    private final SegmentedPlan plan;
    private final Operand[] operands;
    private final int[] sizes;
    private final Cursor cursor;
    private final Set<Defect> defects;

    /**
     * @param sizes the element size of each operand in bytes
     */
    Walk(SegmentedPlan plan, Operand[] operands, int[] sizes, Cursor cursor, Set<Defect> defects) {
        this.plan = plan;
        this.operands = operands;
        this.sizes = sizes;
        this.cursor = cursor;
        this.defects = defects;
    }

    /** How many segments are visited. */
    int segments() {
        boolean dropsLast = plan.segments() > 1 && defects.contains(Defect.LAST_SEGMENT_DROPPED);
        return dropsLast ? plan.segments() - 1 : plan.segments();
    }

    /** Visits a segment's elements along the axes {@code [from, to)}, the last axis fastest, from where the cursor is. */
    void visit(int segment, int from, int to, Runnable visitor) {
        if (from == to) {
            visitor.run();
            return;
        }
        long extent = plan.extent(segment, from);
        for (long index = 0; index < extent; index++) {
            visit(segment, from + 1, to, visitor);
            move(segment, from, 1);
        }
        move(segment, from, -extent);
    }

    /** Moves the cursor to the first element of a segment. */
    void start(int segment) {
        for (int operand = 0; operand < operands.length; operand++) {
            cursor.moveTo(operand, operands[operand].offset() + plan.base(segment, operand) * sizes[operand]);
        }
        cursor.index(defects.contains(Defect.INDEX_RESTARTS) ? 0 : plan.firstElement(segment));
    }

    /** Moves the cursor along an axis. */
    void move(int segment, int axis, long steps) {
        for (int operand = 0; operand < operands.length; operand++) {
            long stride = plan.stride(segment, operand, axis);
            if (defects.contains(Defect.NEGATIVE_STRIDE_IGNORED)) {
                stride = Math.abs(stride);
            }
            cursor.moveTo(operand, cursor.offset(operand) + steps * stride * sizes[operand]);
        }
    }
}
