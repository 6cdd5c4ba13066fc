package dev.sluice;

/**
 * Products and factorisations of matrices.
 *
 * @param <T> the tensor type
 */
public interface LinearAlgebra<T extends LinearAlgebra<T>> {
    /**
     * The matrix product over the last two axes, with leading axes broadcast; a rank-1 operand is a row on the left and
     * a column on the right, and that axis disappears. Transposed and conjugated views are not copied.
     *
     * @throws ShapeException naming both shapes when they do not fit
     */
    T matmul(T right);

    /** The sum of products of two rank-1 tensors of equal extent, without conjugation. */
    T dot(T right);

    /** The singular value decomposition of the last two axes, with the first min(m, n) singular vectors. */
    Svd<T> svd();

    /** The singular values alone, in falling order. */
    T singularValues();

    /**
     * A singular value decomposition: A = U·diag(s)·Vᴴ.
     *
     * @param u left singular vectors, [..., m, p]
     * @param s singular values in falling order, real, [..., p]
     * @param vh right singular vectors, conjugate-transposed, [..., p, n]
     */
    record Svd<T>(T u, T s, T vh) {}
}
