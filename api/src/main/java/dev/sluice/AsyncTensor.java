package dev.sluice;

import dev.sluice.async.Async;

/**
 * A tensor whose value may still be being computed. Operations return at once; they run in causal order: an operation
 * sees its operands as they were when it was submitted, in program order, whatever runs first. Independent operations
 * overlap.
 *
 * <p>A view of an asynchronous tensor shares its value and its place in the order. An error in an operation completes
 * its result exceptionally, and with it everything computed from it; {@link #get} throws it.
 */
public interface AsyncTensor
        extends Async<Tensor>,
                Elementwise<AsyncTensor>,
                Views<AsyncTensor>,
                Reductions<AsyncTensor>,
                LinearAlgebra<AsyncTensor> {
    /** A copy that follows the value this tensor has now in program order. */
    AsyncTensor copy();

    /** Overwrites the value, in order, with that of {@code source}. */
    AsyncTensor assign(AsyncTensor source);

    /** Adds {@code alpha·source} in place, in order. */
    AsyncTensor axpy(Scalar alpha, AsyncTensor source);

    /** Multiplies by a scalar in place, in order. */
    AsyncTensor scale(Scalar factor);

    /**
     * Waits until all operations submitted so far have written this tensor, and their data is there, and returns it. The
     * tensor stays owned by this object.
     */
    @Override
    Tensor get();

    /** Releases the value once every operation submitted so far has finished with it. Does not wait. */
    @Override
    void close();
}
