package dev.sluice;

/**
 * Products and factorisations of matrices.
 *
 * <p>Factorisations see a tensor as a batch of matrices in its last two axes, [..., m, n]; results have the same leading
 * axes. Elements are taken in the smallest of {@link DType#F32}, {@link DType#F64}, {@link DType#C64} and {@link
 * DType#C128} that holds them: 16-bit numbers as {@code F32}, integers and truth values as {@code F64}. With p = min(m, n),
 * and Xᴴ for the conjugate transpose. The factors of real matrices are real. Empty matrices have empty factors.
 *
 * <p>Wrong shapes and types are errors of the call: {@link ShapeException}, or {@link
 * UnsupportedOperationByBackendException} when the backend cannot factor matrices of that type. That a matrix has no
 * factors, because it is singular, not positive definite or not finite, is a {@link FactorisationException} that names the
 * matrix; on a device that computes while the program goes on, the first use of a result throws it, and every further
 * use.
 *
 * <p>The methods are those of LAPACK and its relatives; see E. Anderson et al., LAPACK Users' Guide, 3rd ed., SIAM 1999.
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

    // --- orthogonal factors

    /** The singular value decomposition of the last two axes, with the first min(m, n) singular vectors. */
    Svd<T> svd();

    /** The singular values alone, in falling order. */
    T singularValues();

    /** The QR factorisation A = Q·R, by Householder reflections. Matrices of any shape and rank have one. */
    Qr<T> qr();

    /** The LQ factorisation A = L·Q: that of {@link #qr} for the conjugate transpose. */
    Lq<T> lq();

    /**
     * The eigenvalues and eigenvectors of Hermitian matrices, A = V·diag(w)·Vᴴ. Only the lower triangle is read, and the
     * diagonal is taken to be real.
     *
     * @throws ShapeException when the matrices are not square
     */
    Eigh<T> eigh();

    /** The eigenvalues of {@link #eigh} alone, in rising order. */
    T eighValues();

    // --- triangular factors

    /**
     * The lower triangular root of Hermitian positive definite matrices: A = L·Lᴴ, [..., n, n] with zeros above the
     * diagonal and positive numbers on it. Only the lower triangle is read, and the diagonal is taken to be real.
     *
     * @throws ShapeException when the matrices are not square
     * @throws FactorisationException naming the first leading minor that is not positive definite
     */
    T cholesky();

    /** The LU factorisation with row exchanges, P·A = L·U. Matrices of any shape and rank have one. */
    Lu<T> lu();

    /**
     * The solutions of A·X = B, by {@link #lu} factors of A. A rank-1 B is one right-hand side for every matrix, and the
     * result has the shape [..., n]; otherwise B is [..., n, k], the leading axes broadcast, and each matrix is factored
     * once.
     *
     * @param right B, which decides the type of the result together with A
     * @throws ShapeException when the matrices are not square, or B does not fit
     * @throws FactorisationException naming the first pivot that is zero
     */
    T solve(T right);

    /**
     * The solutions of A·X = B with triangular matrices A. Shapes are those of {@link #solve}. The other triangle of A is
     * not read, and the transposed system is that of {@code transpose()} and the other triangle. Nothing looks for zeros
     * on the diagonal, by which is divided.
     *
     * @param triangle which triangle is read
     * @param diagonal whether the diagonal is read
     * @throws ShapeException when the matrices are not square, or B does not fit
     */
    T triangularSolve(Triangle triangle, Diagonal diagonal, T right);

    /** The solutions of A·X = B with triangular matrices A whose diagonal is read. */
    default T triangularSolve(Triangle triangle, T right) {
        return triangularSolve(triangle, Diagonal.GENERAL, right);
    }

    /**
     * The inverses, [..., n, n]. To solve equations, {@link #solve} is faster and more accurate.
     *
     * @throws ShapeException when the matrices are not square
     * @throws FactorisationException naming the first pivot that is zero
     */
    T inv();

    /**
     * The determinants, [...], as products of the pivots of {@link #lu}: 0 for singular matrices, 1 for empty ones. The
     * product may leave the range of the type on the way where the determinant itself does not.
     *
     * @throws ShapeException when the matrices are not square
     */
    T det();

    /**
     * A singular value decomposition: A = U·diag(s)·Vᴴ.
     *
     * @param u left singular vectors, [..., m, p]
     * @param s singular values in falling order, real, [..., p]
     * @param vh right singular vectors, conjugate-transposed, [..., p, n]
     */
    record Svd<T>(T u, T s, T vh) {}

    /**
     * A QR factorisation: A = Q·R.
     *
     * @param q orthonormal columns, [..., m, p]
     * @param r the upper triangle, zero below the diagonal, whose elements may have any sign, [..., p, n]
     */
    record Qr<T>(T q, T r) {}

    /**
     * An LQ factorisation: A = L·Q.
     *
     * @param l the lower triangle, zero above the diagonal, whose elements may have any sign, [..., m, p]
     * @param q orthonormal rows, [..., p, n]
     */
    record Lq<T>(T l, T q) {}

    /**
     * An eigendecomposition of a Hermitian matrix: A = V·diag(w)·Vᴴ.
     *
     * @param w eigenvalues in rising order, real, [..., n]
     * @param v orthonormal eigenvectors as columns, in the order of the eigenvalues, [..., n, n]
     */
    record Eigh<T>(T w, T v) {}

    /**
     * An LU factorisation: P·A = L·U.
     *
     * @param packed U on and above the diagonal; below it L, [..., m, p], whose diagonal of ones is not stored; [..., m, n]
     * @param pivots the exchanges that make up P, {@link DType#I64}, [..., p]: beginning with i = 0, rows i and pivots[i]
     *     of A were exchanged
     */
    record Lu<T>(T packed, T pivots) {}
}
