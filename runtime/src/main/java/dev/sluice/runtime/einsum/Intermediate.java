package dev.sluice.runtime.einsum;

import dev.sluice.DType;
import dev.sluice.Shape;
import dev.sluice.Tensor;
import dev.sluice.runtime.tensor.Ownership;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An operand on its way through a summation: what is seen of it now, and the tensor that owns the elements when the
 * summation made them. Every step replaces one or both, and an owner is closed as soon as nothing sees it. Not
 * thread-safe.
 */
final class Intermediate implements AutoCloseable {
    private Tensor seen;
    private @Nullable Tensor owner;

    private Intermediate(Tensor seen, @Nullable Tensor owner) {
        this.seen = seen;
        this.owner = owner;
    }

    /** An operand of the caller, who goes on owning it. */
    static Intermediate borrowed(Tensor operand) {
        return new Intermediate(operand, null);
    }

    /** A new tensor. */
    static Intermediate owned(Tensor tensor) {
        return new Intermediate(tensor, tensor);
    }

    Tensor seen() {
        return seen;
    }

    /** Goes on with a view of what is seen. */
    void view(Tensor view) {
        seen = view;
    }

    /** Goes on with a new tensor, computed from what is seen. */
    void replace(Tensor computed) {
        Tensor previous = owner;
        seen = computed;
        owner = computed;
        if (previous != null) {
            previous.close();
        }
    }

    /** Goes on with elements of another type. */
    void cast(DType type) {
        if (seen.dtype() != type) {
            replace(seen.cast(type));
        }
    }

    /** Sums axes in the type of the elements; integers wrap, as those of NumPy's summations do. */
    void sum(int[] axes) {
        DType type = seen.dtype();
        replace(seen.sum(axes));
        cast(type);
    }

    /** Sees the elements in row-major order under another shape, in a copy when no strides express that. */
    void reshape(Shape shape) {
        if (!Reshaping.isView(seen.layout(), shape)) {
            replace(seen.copy());
        }
        view(seen.reshape(shape.extents()));
    }

    /** The tensor to hand to the caller: row-major, and owning its elements. Nothing is left to close then. */
    Tensor release() {
        if (owner == null || !isDense()) {
            replace(seen.copy());
        }
        Tensor owned = Objects.requireNonNull(owner);
        owner = null;
        return Ownership.move(seen, owned);
    }

    /** Whether what is seen is all that there is, in row-major order. */
    private boolean isDense() {
        return owner != null
                && seen.layout().isContiguous()
                && seen.shape().elements() == owner.shape().elements();
    }

    @Override
    public void close() {
        if (owner != null) {
            owner.close();
            owner = null;
        }
    }
}
