package dev.sluice.runtime.tensor;

import dev.sluice.Tensor;

/** Hands storage from one tensor to another, so that a result need not be copied only to have another shape. */
public final class Ownership {
    private Ownership() {}

    /**
     * Makes the owner of the storage out of one of its views. The former owner is closed, and with it nothing is
     * released; other views stay valid until the new owner is closed, which takes its place in the innermost scope.
     *
     * @param view a view of {@code owner}, or {@code owner} itself
     * @return a tensor with the elements and the layout of {@code view}; a copy when the tensors are not of this runtime
     */
    public static Tensor move(Tensor view, Tensor owner) {
        if (view == owner) {
            return owner;
        }
        if (view instanceof DenseTensor dense && dense.owner() == owner) {
            return dense.takeOwnership();
        }
        try (owner) {
            return view.copy();
        }
    }
}
