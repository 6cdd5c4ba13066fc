package dev.sluice.backend.cuda.kernel;

import dev.sluice.spi.SegmentedPlan;

/**
 * Decides whether a single segment is walked in tiles: when the outputs run along one axis, {@code last}, and some
 * inputs along another, {@code tiled}, reading those inputs directly would touch a memory sector for every element.
 * Allocates nothing.
 */
final class TransposedAxes {
    private static final int NONE = -1;
    /** What a block may use of shared memory without asking. */
    private static final int SHARED_BYTES = 48 * 1024;

    private static final int TILE_ELEMENTS = 32 * 33;
    /** Shorter axes would leave most of a tile empty. */
    private static final int SHORTEST_AXIS = 16;

    private TransposedAxes() {}

    /** The two axes and the tiled inputs, packed; 0 when tiles do not fit. See {@link #last}, {@link #tiled}, {@link #marked}. */
    static long find(SegmentedPlan plan, CudaMapKernel kernel) {
        if (kernel.usesIndex() || plan.rank() < 2 || kernel.operands() > MapForm.MAX_MARKED_OPERANDS) {
            return 0;
        }
        int last = unitStrideAxis(plan, 0);
        if (last == NONE) {
            return 0;
        }
        int tiled = NONE;
        long marked = 0;
        long bytes = 0;
        for (int operand = 0; operand < kernel.operands(); operand++) {
            long stride = plan.stride(0, operand, last);
            if (stride == 1 || (stride == 0 && operand >= kernel.outputs())) {
                continue;
            }
            int axis = unitStrideAxis(plan, operand);
            if (operand < kernel.outputs() || axis == NONE || (tiled != NONE && axis != tiled)) {
                return 0;
            }
            tiled = axis;
            marked |= 1L << operand;
            bytes += (long) TILE_ELEMENTS * kernel.size(operand);
        }
        return tiled == NONE || bytes > SHARED_BYTES ? 0 : marked << 16 | (long) tiled << 8 | last;
    }

    private static int unitStrideAxis(SegmentedPlan plan, int operand) {
        for (int axis = plan.rank() - 1; axis >= 0; axis--) {
            if (plan.stride(0, operand, axis) == 1 && plan.extent(0, axis) >= SHORTEST_AXIS) {
                return axis;
            }
        }
        return NONE;
    }

    /** The axis along which outputs run. */
    static int last(long found) {
        return (int) (found & 255);
    }

    /** The axis along which the marked inputs run. */
    static int tiled(long found) {
        return (int) (found >> 8 & 255);
    }

    /** The inputs that are read through tiles. */
    static long marked(long found) {
        return found >>> 16;
    }
}
