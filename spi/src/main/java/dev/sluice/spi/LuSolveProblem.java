package dev.sluice.spi;

import dev.sluice.DType;

/**
 * The solution of A·X = B by the factors of A, column-major. A is n×n and given as {@link SolverProvider#lu} left it, B is
 * n×k and replaced by X.
 *
 * @param type F32, F64, C64 or C128
 * @param n rows and columns of A
 * @param columns columns of B
 * @param lda the distance between columns of A
 * @param ldb the distance between columns of B
 */
public record LuSolveProblem(DType type, long n, long columns, long lda, long ldb) {}
