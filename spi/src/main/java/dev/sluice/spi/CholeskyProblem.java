package dev.sluice.spi;

import dev.sluice.DType;

/**
 * The factorisation A = L·Lᴴ of a Hermitian positive definite, column-major n×n matrix. Only the lower triangle of A is
 * read, and its diagonal is taken to be real; L replaces it. What lies above the diagonal is undefined afterwards.
 *
 * @param type F32, F64, C64 or C128
 * @param n rows and columns
 * @param lda the distance between columns of A
 */
public record CholeskyProblem(DType type, long n, long lda) {}
