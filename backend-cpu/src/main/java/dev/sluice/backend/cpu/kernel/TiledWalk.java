package dev.sluice.backend.cpu.kernel;

import dev.sluice.spi.SegmentedPlan;

/**
 * The walk over a segment in which an operand is adjacent along another axis than the last, as in a transposed copy. In
 * the order of the last axis, every element of that operand would come from another cache line, which is gone before its
 * next element is wanted. So the two axes are walked in tiles small enough that those lines stay in the cache.
 *
 * <p>A band is a run of tiles along the crossing axis, the unit in which the walk can be spread over threads.
 */
final class TiledWalk {
    /** The elements of a tile along the last axis: as many cache lines of the crossing operand are in use. */
    private static final int WIDTH = 8;
    /** The elements of a tile along the crossing axis. */
    private static final int HEIGHT = 256;
    /** With fewer elements along an axis there is nothing to gain. */
    private static final long LEAST = 16;

    private final CompiledMap kernel;
    private final SegmentedPlan plan;
    private final int segment;
    private final int crossing;
    private final long bandsOfBox;

    private TiledWalk(CompiledMap kernel, SegmentedPlan plan, int segment, int crossing) {
        this.kernel = kernel;
        this.plan = plan;
        this.segment = segment;
        this.crossing = crossing;
        this.bandsOfBox = (plan.extent(segment, crossing) + HEIGHT - 1) / HEIGHT;
    }

    /** The axis that a segment should be tiled along, beside the last; −1 when it should not be tiled. */
    static int crossingAxis(CompiledMap kernel, SegmentedPlan plan, int segment) {
        int last = plan.rank() - 1;
        if (last < 1 || kernel.usesIndex() || plan.extent(segment, last) < LEAST) {
            return -1;
        }
        for (int k = 0; k < kernel.operands(); k++) {
            long here = Math.abs(plan.stride(segment, k, last)) * kernel.elementBytes(k);
            if (here <= 32) {
                continue;
            }
            for (int axis = last - 1; axis >= 0; axis--) {
                long there = Math.abs(plan.stride(segment, k, axis)) * kernel.elementBytes(k);
                if (there < here && there <= 32 && plan.extent(segment, axis) >= LEAST) {
                    return axis;
                }
            }
        }
        return -1;
    }

    static TiledWalk along(int crossingAxis, CompiledMap kernel, SegmentedPlan plan, int segment) {
        return new TiledWalk(kernel, plan, segment, crossingAxis);
    }

    long bands() {
        long elements = plan.firstElement(segment + 1) - plan.firstElement(segment);
        int last = plan.rank() - 1;
        long boxes = elements / plan.extent(segment, last) / plan.extent(segment, crossing);
        return boxes * bandsOfBox;
    }

    /** Computes the elements of a band. */
    void run(long band, long[] addresses, long[] parameters, Tile tile) {
        int last = plan.rank() - 1;
        long width = plan.extent(segment, last);
        long first = band % bandsOfBox * HEIGHT;
        long rows = Math.min(HEIGHT, plan.extent(segment, crossing) - first);
        tile.reserve(kernel.operands());
        for (long column = 0; column < width; column += WIDTH) {
            tile.rows = rows;
            tile.count = Math.min(WIDTH, width - column);
            for (int k = 0; k < kernel.operands(); k++) {
                long size = kernel.elementBytes(k);
                long across = plan.stride(segment, k, crossing) * size;
                long along = plan.stride(segment, k, last) * size;
                tile.pointers[k] = origin(k, band / bandsOfBox, addresses[k]) + first * across + column * along;
                tile.strides[k] = along;
                tile.rowStrides[k] = across;
            }
            kernel.run(tile, parameters);
        }
    }

    private long origin(int operand, long box, long address) {
        long offset = plan.base(segment, operand);
        long rest = box;
        for (int axis = plan.rank() - 2; axis >= 0; axis--) {
            if (axis != crossing) {
                offset += rest % plan.extent(segment, axis) * plan.stride(segment, operand, axis);
                rest /= plan.extent(segment, axis);
            }
        }
        return address + offset * kernel.elementBytes(operand);
    }
}
