package dev.sluice.runtime.einsum;

import dev.sluice.Shape;
import org.jspecify.annotations.Nullable;

/** Axes in another order, then under another shape: how an operand is presented to a product. */
final class Arrangement {
    private final int @Nullable [] permutation;
    private final @Nullable Shape shape;

    /**
     * Plans an arrangement.
     *
     * @param present the indices of the axes as they are
     * @param wanted the same indices as they should be
     * @param shape the shape under which the axes are then seen
     */
    Arrangement(int[] present, int[] wanted, Shape shape, long[] extents) {
        int[] axes = Indices.permutation(present, wanted);
        this.permutation = Indices.isIdentity(axes) ? null : axes;
        this.shape = shape.equals(Indices.shape(wanted, extents)) ? null : shape;
    }

    void apply(Intermediate operand) {
        if (permutation != null) {
            operand.view(operand.seen().permute(permutation));
        }
        if (shape != null) {
            operand.reshape(shape);
        }
    }
}
