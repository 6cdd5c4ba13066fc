package dev.sluice.backend.cuda.kernel;

import dev.sluice.spi.ReductionPlan;
import dev.sluice.spi.SegmentedPlan;

/**
 * How a reduction is spread over blocks. It follows from plan and device alone, which makes results reproducible.
 *
 * @param lanesLog2 the logarithm of the number of threads that combine the elements of one output
 * @param outputsAdjacent whether neighbouring threads work on neighbouring outputs rather than neighbouring elements
 * @param groups the number of blocks that cover all outputs once
 * @param parts the number of blocks that share the elements of an output
 * @param partLength the elements of a part
 * @param outputs the number of all outputs
 */
record ReduceGeometry(int lanesLog2, boolean outputsAdjacent, long groups, long parts, long partLength, long outputs) {
    private static final int BLOCKS_PER_PROCESSOR = 8;
    private static final int WARP = 32;
    /** A lane with fewer elements than this would cost more to start than it adds. */
    private static final int ELEMENTS_PER_LANE = 32;

    /** The geometry of a plan with segments. */
    static ReduceGeometry of(ReductionPlan plan, int processors) {
        SegmentedPlan iteration = plan.iteration();
        long longest = 0;
        long outputs = 0;
        for (int segment = 0; segment < iteration.segments(); segment++) {
            longest = Math.max(longest, plan.combined(segment));
            outputs += plan.outputs(segment);
        }
        boolean adjacent = readsAlongOutputs(plan) && outputs > 1;
        int lanesLog2 = adjacent ? adjacentLanes(longest, outputs) : combinedLanes(longest);
        long outputsPerBlock = ReduceSource.THREADS >> lanesLog2;
        long groups = 0;
        for (int segment = 0; segment < iteration.segments(); segment++) {
            groups += ceilDivide(plan.outputs(segment), outputsPerBlock);
        }
        long lanes = 1L << lanesLog2;
        long wanted = (long) processors * BLOCKS_PER_PROCESSOR / Math.max(1, groups);
        long affordable = longest / (lanes * ELEMENTS_PER_LANE);
        long parts = Math.max(1, Math.min(wanted, affordable));
        long partLength = ceilDivide(ceilDivide(longest, parts), lanes) * lanes;
        return new ReduceGeometry(
                lanesLog2, adjacent, groups, Math.max(1, ceilDivide(longest, partLength)), partLength, outputs);
    }

    /** The geometry that writes the identity to some outputs. */
    static ReduceGeometry empty(long outputs) {
        return new ReduceGeometry(0, true, ceilDivide(outputs, ReduceSource.THREADS), 1, 1, outputs);
    }

    /** The number of outputs of a block. */
    long outputsPerBlock() {
        return ReduceSource.THREADS >> lanesLog2;
    }

    /** Whether the first input of the first segment is denser along the outputs than along the combined elements. */
    private static boolean readsAlongOutputs(ReductionPlan plan) {
        SegmentedPlan iteration = plan.iteration();
        if (iteration.operands() < 2 || plan.keptRank() == 0) {
            return false;
        }
        if (plan.keptRank() == iteration.rank() || plan.combined(0) == 1) {
            return true;
        }
        long kept = Math.abs(iteration.stride(0, 1, plan.keptRank() - 1));
        long combined = Math.abs(iteration.stride(0, 1, iteration.rank() - 1));
        return combined != 0 && kept < combined;
    }

    private static int adjacentLanes(long longest, long outputs) {
        // A warp of outputs gives coalesced reads; fewer outputs than that leave room for more lanes.
        long columns = Math.min(WARP, Long.highestOneBit(Math.max(1, 2 * outputs - 1)));
        long lanes = Math.min(ReduceSource.THREADS / columns, Long.highestOneBit(Math.max(1, longest)));
        return Long.numberOfTrailingZeros(lanes);
    }

    private static int combinedLanes(long longest) {
        long lanes = longest <= 4 * WARP
                ? Math.min(WARP, Long.highestOneBit(Math.max(1, 2 * longest - 1)))
                : Math.min(ReduceSource.THREADS, Math.max(WARP, Long.highestOneBit(longest / 4)));
        return Long.numberOfTrailingZeros(lanes);
    }

    private static long ceilDivide(long dividend, long divisor) {
        return (dividend + divisor - 1) / divisor;
    }
}
