package dev.sluice.spi;

import dev.sluice.DType;

/**
 * A singular value decomposition A = U·diag(s)·Vᴴ of a column-major m×n matrix. With p = min(m, n): {@code s} holds p
 * reals in falling order; THIN gives U of m×p and Vᴴ of p×n, FULL gives m×m and n×n. A is overwritten.
 *
 * @param type F32, F64, C64 or C128
 * @param vectors which singular vectors are computed
 * @param m rows
 * @param n columns
 * @param lda the distance between columns of A
 * @param ldu the distance between columns of U
 * @param ldvt the distance between columns of Vᴴ
 */
public record SvdProblem(DType type, Vectors vectors, long m, long n, long lda, long ldu, long ldvt) {
    /** Which singular vectors are computed. */
    public enum Vectors {
        /** None. */
        NONE,
        /** The first min(m, n) on each side. */
        THIN,
        /** Complete bases. */
        FULL
    }
}
