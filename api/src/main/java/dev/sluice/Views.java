package dev.sluice;

/**
 * Views: other ways to see the same elements. None copies; a view of a {@link Tensor} borrows its storage and cannot be
 * used after the owner is closed.
 *
 * @param <T> the tensor type
 */
public interface Views<T extends Views<T>> {
    /**
     * Takes a part of each axis, from the first axis on; axes not mentioned are taken whole.
     *
     * @throws ShapeException when an index is out of range or there are more slices than axes
     */
    T slice(Slice... slices);

    /** Reorders the axes: axis {@code i} of the result is axis {@code axes[i]} of this tensor. */
    T permute(int... axes);

    /** Reverses the order of the axes. */
    T transpose();

    /** Exchanges two axes. */
    T swapAxes(int first, int second);

    /**
     * The same elements in row-major order under another shape; one extent may be −1 and is then inferred.
     *
     * @throws ShapeException when the element counts differ, or when no strides express the result, in which case
     *     {@code copy()} first
     */
    T reshape(long... extents);

    /** Repeats axes of extent one, and adds leading axes, so as to reach {@code shape}. */
    T broadcastTo(Shape shape);

    /** Removes the given axes, which have extent one; without arguments, all axes of extent one. */
    T squeeze(int... axes);

    /** Inserts an axis of extent one before {@code axis}; negative axes count from the end of the result. */
    T unsqueeze(int axis);

    /**
     * The diagonal of two axes, as the last axis of the result.
     *
     * @param offset the diagonal: 0 the main one, positive above it
     */
    T diagonal(int offset, int firstAxis, int secondAxis);

    /** The main diagonal of the first two axes. */
    default T diagonal() {
        return diagonal(0, 0, 1);
    }

    /** The complex conjugate, without a copy; this tensor itself where elements are not complex. */
    T conj();

    /** The last two axes exchanged and the elements conjugated, without a copy. */
    default T adjoint() {
        return swapAxes(-2, -1).conj();
    }
}
