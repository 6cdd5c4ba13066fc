package dev.sluice.backend.cpu.openblas;

import dev.sluice.DType;
import dev.sluice.Diagonal;
import dev.sluice.Triangle;
import dev.sluice.backend.cpu.gemm.Memory;
import dev.sluice.spi.GemmProblem;
import dev.sluice.spi.Side;
import dev.sluice.spi.Transpose;
import dev.sluice.spi.TrsmProblem;

/**
 * Products in OpenBLAS. Extents and distances fit into 32 bits; threads are the caller's business. Scalars of complex
 * products are passed by address, in memory that the caller provides.
 */
final class NativeProducts {

    /** The bytes of memory for scalars. */
    static final int SCALAR_BYTES = 32;

    /** Where α and β are in it. */
    private static final int ALPHA = 0;

    private static final int BETA = 16;

    private NativeProducts() {}

    /**
     * Computes a batch of products.
     *
     * @param scalars the address of {@link #SCALAR_BYTES}, filled by {@link #storeScalars}
     */
    static void gemm(long scalars, GemmProblem problem, double alpha, long a, long b, double beta, long c) {
        int transA = code(problem.transA());
        int transB = code(problem.transB());
        int m = (int) problem.m();
        int n = (int) problem.n();
        int k = (int) problem.k();
        int lda = (int) problem.lda();
        int ldb = (int) problem.ldb();
        int ldc = (int) problem.ldc();
        long bytes = problem.type().bytes();
        long strideA = problem.strideA() * bytes;
        long strideB = problem.strideB() * bytes;
        long strideC = problem.strideC() * bytes;
        for (long index = 0; index < problem.batch(); index++) {
            switch (problem.type()) {
                case F32 ->
                    Cblas.cblas_sgemm(
                            Cblas.COLUMN_MAJOR,
                            transA,
                            transB,
                            m,
                            n,
                            k,
                            (float) alpha,
                            a,
                            lda,
                            b,
                            ldb,
                            (float) beta,
                            c,
                            ldc);
                case F64 ->
                    Cblas.cblas_dgemm(Cblas.COLUMN_MAJOR, transA, transB, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
                case C64 ->
                    Cblas.cblas_cgemm(
                            Cblas.COLUMN_MAJOR,
                            transA,
                            transB,
                            m,
                            n,
                            k,
                            scalars + ALPHA,
                            a,
                            lda,
                            b,
                            ldb,
                            scalars + BETA,
                            c,
                            ldc);
                case C128 ->
                    Cblas.cblas_zgemm(
                            Cblas.COLUMN_MAJOR,
                            transA,
                            transB,
                            m,
                            n,
                            k,
                            scalars + ALPHA,
                            a,
                            lda,
                            b,
                            ldb,
                            scalars + BETA,
                            c,
                            ldc);
                default -> throw unsupported(problem.type());
            }
            a += strideA;
            b += strideB;
            c += strideC;
        }
    }

    /**
     * Computes a product with a vector.
     *
     * @param scalars the address of {@link #SCALAR_BYTES}, filled by {@link #storeScalars}
     */
    static void gemv(
            long scalars,
            DType type,
            Transpose trans,
            int m,
            int n,
            double alpha,
            long a,
            int lda,
            long x,
            int incx,
            double beta,
            long y,
            int incy) {
        int op = code(trans);
        switch (type) {
            case F32 ->
                Cblas.cblas_sgemv(Cblas.COLUMN_MAJOR, op, m, n, (float) alpha, a, lda, x, incx, (float) beta, y, incy);
            case F64 -> Cblas.cblas_dgemv(Cblas.COLUMN_MAJOR, op, m, n, alpha, a, lda, x, incx, beta, y, incy);
            case C64 ->
                Cblas.cblas_cgemv(
                        Cblas.COLUMN_MAJOR, op, m, n, scalars + ALPHA, a, lda, x, incx, scalars + BETA, y, incy);
            case C128 ->
                Cblas.cblas_zgemv(
                        Cblas.COLUMN_MAJOR, op, m, n, scalars + ALPHA, a, lda, x, incx, scalars + BETA, y, incy);
            default -> throw unsupported(type);
        }
    }

    /**
     * Solves a system with a triangular matrix.
     *
     * @param scalars the address of {@link #SCALAR_BYTES}, filled by {@link #storeScalars}
     */
    static void trsm(long scalars, TrsmProblem problem, double alpha, long a, long b) {
        int side = problem.side() == Side.LEFT ? Cblas.LEFT : Cblas.RIGHT;
        int triangle = problem.triangle() == Triangle.LOWER ? Cblas.LOWER : Cblas.UPPER;
        int trans = code(problem.trans());
        int diagonal = problem.diagonal() == Diagonal.UNIT ? Cblas.UNIT_DIAGONAL : Cblas.GENERAL_DIAGONAL;
        int m = (int) problem.m();
        int n = (int) problem.n();
        int lda = (int) problem.lda();
        int ldb = (int) problem.ldb();
        switch (problem.type()) {
            case F32 ->
                Cblas.cblas_strsm(
                        Cblas.COLUMN_MAJOR, side, triangle, trans, diagonal, m, n, (float) alpha, a, lda, b, ldb);
            case F64 ->
                Cblas.cblas_dtrsm(Cblas.COLUMN_MAJOR, side, triangle, trans, diagonal, m, n, alpha, a, lda, b, ldb);
            case C64 ->
                Cblas.cblas_ctrsm(
                        Cblas.COLUMN_MAJOR, side, triangle, trans, diagonal, m, n, scalars + ALPHA, a, lda, b, ldb);
            case C128 ->
                Cblas.cblas_ztrsm(
                        Cblas.COLUMN_MAJOR, side, triangle, trans, diagonal, m, n, scalars + ALPHA, a, lda, b, ldb);
            default -> throw unsupported(problem.type());
        }
    }

    /** Stores a dot product at the address {@code result}. */
    static void dot(DType type, boolean conjugateX, int n, long x, int incx, long y, int incy, long result) {
        switch (type) {
            case F32 -> Memory.putFloat(result, Cblas.cblas_sdot(n, x, incx, y, incy));
            case F64 -> Memory.putDouble(result, Cblas.cblas_ddot(n, x, incx, y, incy));
            case C64 -> {
                if (conjugateX) {
                    Cblas.cblas_cdotc_sub(n, x, incx, y, incy, result);
                } else {
                    Cblas.cblas_cdotu_sub(n, x, incx, y, incy, result);
                }
            }
            case C128 -> {
                if (conjugateX) {
                    Cblas.cblas_zdotc_sub(n, x, incx, y, incy, result);
                } else {
                    Cblas.cblas_zdotu_sub(n, x, incx, y, incy, result);
                }
            }
            default -> throw unsupported(type);
        }
    }

    /** Makes α and β ready to be passed by address; real ones are passed by value. */
    static void storeScalars(DType type, long scalars, double alphaRe, double alphaIm, double betaRe, double betaIm) {
        if (type.isComplex()) {
            storeScalar(type, scalars + ALPHA, alphaRe, alphaIm);
            storeScalar(type, scalars + BETA, betaRe, betaIm);
        }
    }

    private static void storeScalar(DType type, long address, double re, double im) {
        if (type == DType.C64) {
            Memory.putFloat(address, (float) re);
            Memory.putFloat(address + Float.BYTES, (float) im);
        } else {
            Memory.putDouble(address, re);
            Memory.putDouble(address + Double.BYTES, im);
        }
    }

    private static int code(Transpose transpose) {
        return switch (transpose) {
            case NONE -> Cblas.NO_TRANSPOSE;
            case TRANSPOSE -> Cblas.TRANSPOSE;
            case CONJUGATE_TRANSPOSE -> Cblas.CONJUGATE_TRANSPOSE;
        };
    }

    private static IllegalArgumentException unsupported(DType type) {
        return new IllegalArgumentException("no dense products of " + type);
    }
}
