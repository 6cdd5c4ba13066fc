package dev.sluice.spi;

/**
 * The iteration of a reduction: the axes {@code [0, keptRank)} of each segment run over the outputs, the others over the
 * elements combined into one output. Operand 0 is the output, with stride 0 along the combined axes.
 *
 * <p>A position, for {@link Reducer#ARG_MINIMUM} and {@link Reducer#ARG_MAXIMUM}, counts the combined elements with the
 * last axis running fastest. The combined extent may be zero only for reducers with an identity: {@code elements} of the
 * plan is then empty and {@link #emptyOutputs} tells how many outputs receive the identity.
 *
 * @param iteration the segments
 * @param keptRank the number of leading axes that run over outputs
 * @param emptyOutputs the number of contiguous outputs, from operand 0's address, that receive the identity because
 *     nothing is combined into them; 0 when {@code iteration} has segments
 */
public record ReductionPlan(SegmentedPlan iteration, int keptRank, long emptyOutputs) {
    /** Checks the rank. */
    public ReductionPlan {
        if (keptRank < 0 || keptRank > iteration.rank()) {
            throw new IllegalArgumentException("kept rank " + keptRank + " is not within rank " + iteration.rank());
        }
        if (emptyOutputs != 0 && iteration.segments() != 0) {
            throw new IllegalArgumentException("outputs without elements beside " + iteration);
        }
    }

    /** The number of outputs that a segment produces. */
    public long outputs(int segment) {
        long product = 1;
        for (int axis = 0; axis < keptRank; axis++) {
            product *= iteration.extent(segment, axis);
        }
        return product;
    }

    /** The number of elements combined into each output of a segment. */
    public long combined(int segment) {
        long product = 1;
        for (int axis = keptRank; axis < iteration.rank(); axis++) {
            product *= iteration.extent(segment, axis);
        }
        return product;
    }
}
