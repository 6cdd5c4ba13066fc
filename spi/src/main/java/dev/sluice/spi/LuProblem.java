package dev.sluice.spi;

import dev.sluice.DType;

/**
 * The factorisation P·A = L·U of a column-major m×n matrix, with rows exchanged so that each pivot is the greatest of its
 * column. With p = min(m, n): L is m×p with ones on the diagonal, which are not stored, U is p×n; together they replace A.
 * The pivots are p 32-bit integers, counted from 1 as in LAPACK: step i exchanged row i with row pivots[i].
 *
 * @param type F32, F64, C64 or C128
 * @param m rows
 * @param n columns
 * @param lda the distance between columns of A
 */
public record LuProblem(DType type, long m, long n, long lda) {}
