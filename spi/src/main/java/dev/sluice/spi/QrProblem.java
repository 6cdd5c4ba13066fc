package dev.sluice.spi;

import dev.sluice.DType;

/**
 * The factorisation A = Q·R of a column-major m×n matrix by Householder reflections. With p = min(m, n): Q is m×p and its
 * columns are orthonormal; R is p×n and zero below the diagonal, which may hold numbers of any sign. R replaces the upper
 * triangle of A; what is below is undefined afterwards.
 *
 * @param type F32, F64, C64 or C128
 * @param m rows
 * @param n columns
 * @param lda the distance between columns of A
 * @param ldq the distance between columns of Q
 */
public record QrProblem(DType type, long m, long n, long lda, long ldq) {}
