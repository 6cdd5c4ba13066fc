package dev.sluice.runtime.einsum;

import dev.sluice.Shape;

/**
 * A contraction as an elementwise product, followed by a sum where there is something to sum: Hadamard products, outer
 * products, scaling, and inner products of many pairs of vectors.
 */
final class ElementwiseContraction implements Contraction {
    private final Arrangement left;
    private final Arrangement right;
    private final int[] summed;
    private final int[] result;

    private ElementwiseContraction(Arrangement left, Arrangement right, int[] summed, int[] result) {
        this.left = left;
        this.right = right;
        this.summed = summed;
        this.result = result;
    }

    static ElementwiseContraction plan(int[] left, int[] right, long kept, int[] wanted, long[] extents) {
        int[] any = Indices.concat(left, Indices.within(right, ~Indices.set(left)));
        int[] result = wanted.length > 0 ? wanted : Indices.within(any, kept);
        int[] contracted = Indices.within(any, ~kept);
        int[] all = Indices.concat(result, contracted);
        int[] summed = new int[contracted.length];
        for (int axis = 0; axis < summed.length; axis++) {
            summed[axis] = result.length + axis;
        }
        return new ElementwiseContraction(spread(left, all, extents), spread(right, all, extents), summed, result);
    }

    /** The operand with an axis of extent one for each index that it lacks. */
    private static Arrangement spread(int[] operand, int[] all, long[] extents) {
        long present = Indices.set(operand);
        long[] shape = new long[all.length];
        for (int axis = 0; axis < shape.length; axis++) {
            shape[axis] = (present & 1L << all[axis]) != 0 ? extents[all[axis]] : 1;
        }
        return new Arrangement(operand, Indices.within(all, present), Shape.of(shape), extents);
    }

    @Override
    public int[] result() {
        return result;
    }

    @Override
    public Intermediate apply(Intermediate first, Intermediate second) {
        left.apply(first);
        right.apply(second);
        Intermediate product = Intermediate.owned(first.seen().mul(second.seen()));
        first.close();
        second.close();
        if (summed.length > 0) {
            product.sum(summed);
        }
        return product;
    }
}
