package dev.sluice.spi;

import dev.sluice.DType;
import dev.sluice.Diagonal;
import dev.sluice.Triangle;

/**
 * The solution of op(A)·X = α·B, or of X·op(A) = α·B, with a triangular A, column-major as in the reference BLAS. B is m×n
 * and replaced by X; A is m×m on the left and n×n on the right. Only the named triangle of A is read, and nothing looks
 * for zeros on its diagonal, by which is divided.
 *
 * @param type F32, F64, C64 or C128
 * @param side on which side A stands
 * @param triangle which triangle of A, as it is stored, is read
 * @param trans how A is read
 * @param diagonal whether the diagonal of A is read
 * @param m rows of B
 * @param n columns of B
 * @param lda the distance between columns of A
 * @param ldb the distance between columns of B
 */
public record TrsmProblem(
        DType type,
        Side side,
        Triangle triangle,
        Transpose trans,
        Diagonal diagonal,
        long m,
        long n,
        long lda,
        long ldb) {}
