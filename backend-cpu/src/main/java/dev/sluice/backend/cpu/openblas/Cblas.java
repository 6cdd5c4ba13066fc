package dev.sluice.backend.cpu.openblas;

/**
 * The C interface of BLAS, mapped directly: each method is the function of its name, bound once when the library is
 * loaded. Addresses are {@code long}; scalars of complex products are passed by address.
 *
 * <p>Binding the class to a library is {@link OpenBlasLoader}'s business; a call before that fails to link.
 */
@SuppressWarnings({"MemberName", "TooManyParameters"}) // The names and parameters are those of the library.
final class Cblas {

    static final int COLUMN_MAJOR = 102;
    static final int NO_TRANSPOSE = 111;
    static final int TRANSPOSE = 112;
    static final int CONJUGATE_TRANSPOSE = 113;
    static final int UPPER = 121;
    static final int LOWER = 122;
    static final int GENERAL_DIAGONAL = 131;
    static final int UNIT_DIAGONAL = 132;
    static final int LEFT = 141;
    static final int RIGHT = 142;

    private Cblas() {}

    static native void cblas_sgemm(
            int order,
            int transA,
            int transB,
            int m,
            int n,
            int k,
            float alpha,
            long a,
            int lda,
            long b,
            int ldb,
            float beta,
            long c,
            int ldc);

    static native void cblas_dgemm(
            int order,
            int transA,
            int transB,
            int m,
            int n,
            int k,
            double alpha,
            long a,
            int lda,
            long b,
            int ldb,
            double beta,
            long c,
            int ldc);

    static native void cblas_cgemm(
            int order,
            int transA,
            int transB,
            int m,
            int n,
            int k,
            long alpha,
            long a,
            int lda,
            long b,
            int ldb,
            long beta,
            long c,
            int ldc);

    static native void cblas_zgemm(
            int order,
            int transA,
            int transB,
            int m,
            int n,
            int k,
            long alpha,
            long a,
            int lda,
            long b,
            int ldb,
            long beta,
            long c,
            int ldc);

    static native void cblas_sgemv(
            int order,
            int trans,
            int m,
            int n,
            float alpha,
            long a,
            int lda,
            long x,
            int incx,
            float beta,
            long y,
            int incy);

    static native void cblas_dgemv(
            int order,
            int trans,
            int m,
            int n,
            double alpha,
            long a,
            int lda,
            long x,
            int incx,
            double beta,
            long y,
            int incy);

    static native void cblas_cgemv(
            int order,
            int trans,
            int m,
            int n,
            long alpha,
            long a,
            int lda,
            long x,
            int incx,
            long beta,
            long y,
            int incy);

    static native void cblas_zgemv(
            int order,
            int trans,
            int m,
            int n,
            long alpha,
            long a,
            int lda,
            long x,
            int incx,
            long beta,
            long y,
            int incy);

    static native float cblas_sdot(int n, long x, int incx, long y, int incy);

    static native double cblas_ddot(int n, long x, int incx, long y, int incy);

    static native void cblas_cdotu_sub(int n, long x, int incx, long y, int incy, long result);

    static native void cblas_cdotc_sub(int n, long x, int incx, long y, int incy, long result);

    static native void cblas_zdotu_sub(int n, long x, int incx, long y, int incy, long result);

    static native void cblas_zdotc_sub(int n, long x, int incx, long y, int incy, long result);

    static native float cblas_snrm2(int n, long x, int incx);

    static native double cblas_dnrm2(int n, long x, int incx);

    static native float cblas_scnrm2(int n, long x, int incx);

    static native double cblas_dznrm2(int n, long x, int incx);

    static native void cblas_strsm(
            int order,
            int side,
            int triangle,
            int trans,
            int diagonal,
            int m,
            int n,
            float alpha,
            long a,
            int lda,
            long b,
            int ldb);

    static native void cblas_dtrsm(
            int order,
            int side,
            int triangle,
            int trans,
            int diagonal,
            int m,
            int n,
            double alpha,
            long a,
            int lda,
            long b,
            int ldb);

    static native void cblas_ctrsm(
            int order,
            int side,
            int triangle,
            int trans,
            int diagonal,
            int m,
            int n,
            long alpha,
            long a,
            int lda,
            long b,
            int ldb);

    static native void cblas_ztrsm(
            int order,
            int side,
            int triangle,
            int trans,
            int diagonal,
            int m,
            int n,
            long alpha,
            long a,
            int lda,
            long b,
            int ldb);

    static native void openblas_set_num_threads(int threads);

    static native int openblas_get_num_threads();

    static native int openblas_get_parallel();

    static native String openblas_get_config();
}
