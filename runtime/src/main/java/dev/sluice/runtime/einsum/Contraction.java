package dev.sluice.runtime.einsum;

/**
 * The contraction of two operands, planned. Indices fall into four groups: those of both operands that stay
 * (<em>batch</em>), those of both that are summed (<em>contracted</em>), those of the left operand alone, and those of
 * the right one alone.
 */
sealed interface Contraction permits MatrixContraction, ElementwiseContraction {
    /** The indices of the result, in the order of its axes. */
    int[] result();

    /** Computes the result. The operands are closed. */
    Intermediate apply(Intermediate left, Intermediate right);

    /**
     * Plans a contraction.
     *
     * @param left the indices of the left operand, each once
     * @param right those of the right operand
     * @param kept the set of indices that are needed afterwards
     * @param wanted the order in which the result is wanted, or an empty list when any order will do
     * @param extents the extents by index
     */
    static Contraction plan(int[] left, int[] right, long kept, int[] wanted, long[] extents) {
        long both = Indices.set(left) & Indices.set(right);
        boolean contracts = (both & ~kept) != 0;
        boolean onlyShared = Indices.set(left) == both && Indices.set(right) == both;
        boolean batched = (both & kept) != 0;
        // Many inner products of one pair of vectors each are no work for a matrix product.
        if (!contracts || onlyShared && batched) {
            return ElementwiseContraction.plan(left, right, kept, wanted, extents);
        }
        return MatrixContraction.plan(left, right, kept, wanted, extents);
    }
}
