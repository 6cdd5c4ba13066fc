package dev.sluice.spi;

import dev.sluice.DType;

/**
 * The decomposition A = V·diag(w)·Vᴴ of a Hermitian, column-major n×n matrix: w holds n reals in rising order, and the
 * columns of V are orthonormal. Only the lower triangle of A is read, and its diagonal is taken to be real. V replaces
 * A; without vectors A is undefined afterwards.
 *
 * @param type F32, F64, C64 or C128
 * @param vectors whether eigenvectors are computed
 * @param n rows and columns
 * @param lda the distance between columns of A
 */
public record EighProblem(DType type, Vectors vectors, long n, long lda) {
    /** Which eigenvectors are computed. */
    public enum Vectors {
        /** None. */
        NONE,
        /** All. */
        ALL
    }
}
