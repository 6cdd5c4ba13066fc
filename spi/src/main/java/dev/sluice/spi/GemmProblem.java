package dev.sluice.spi;

import dev.sluice.DType;

/**
 * A batch of matrix products C ← α·op(A)·op(B) + β·C of equal shape, column-major as in the reference BLAS: op(A) is
 * m×k, op(B) is k×n, C is m×n. With β = 0 the old contents of C are not read, NaN included. A zero k gives β·C.
 *
 * @param type F32, F64, C64 or C128; F16 and BF16 where the provider says so
 * @param transA how A is read
 * @param transB how B is read
 * @param m rows of C
 * @param n columns of C
 * @param k the contracted extent
 * @param lda the distance between columns of A as stored, at least 1 and at least its rows
 * @param ldb the same for B
 * @param ldc the same for C
 * @param strideA the distance between matrices of A in the batch, in elements; may be 0
 * @param strideB the same for B
 * @param strideC the same for C; not 0 when there are several
 * @param batch the number of products
 */
public record GemmProblem(
        DType type,
        Transpose transA,
        Transpose transB,
        long m,
        long n,
        long k,
        long lda,
        long ldb,
        long ldc,
        long strideA,
        long strideB,
        long strideC,
        long batch) {}
