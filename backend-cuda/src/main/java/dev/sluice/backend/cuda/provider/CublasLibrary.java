package dev.sluice.backend.cuda.provider;

import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;

/**
 * The functions of cuBLAS. Pointers and sizes are plain numbers; a status is returned. The first library that is bound
 * stays for the process.
 */
final class CublasLibrary {
    private CublasLibrary() {}

    /**
     * Binds the functions.
     *
     * @param file the library
     * @throws UnsatisfiedLinkError when it lacks one, because it is older than CUDA 12
     */
    static synchronized void bind(String file) {
        Native.register(CublasLibrary.class, NativeLibrary.getInstance(file));
    }

    static native int cublasCreate_v2(long handle);

    static native int cublasDestroy_v2(long handle);

    static native int cublasGetVersion_v2(long handle, long version);

    static native int cublasSetStream_v2(long handle, long stream);

    static native int cublasGetStream_v2(long handle, long stream);

    static native int cublasSetPointerMode_v2(long handle, int mode);

    static native String cublasGetStatusName(int status);

    static native int cublasGemmEx_64(
            long handle,
            int transA,
            int transB,
            long m,
            long n,
            long k,
            long alpha,
            long a,
            int typeA,
            long lda,
            long b,
            int typeB,
            long ldb,
            long beta,
            long c,
            int typeC,
            long ldc,
            int computeType,
            int algorithm);

    static native int cublasGemmStridedBatchedEx_64(
            long handle,
            int transA,
            int transB,
            long m,
            long n,
            long k,
            long alpha,
            long a,
            int typeA,
            long lda,
            long strideA,
            long b,
            int typeB,
            long ldb,
            long strideB,
            long beta,
            long c,
            int typeC,
            long ldc,
            long strideC,
            long batch,
            int computeType,
            int algorithm);

    static native int cublasGemmBatchedEx_64(
            long handle,
            int transA,
            int transB,
            long m,
            long n,
            long k,
            long alpha,
            long a,
            int typeA,
            long lda,
            long b,
            int typeB,
            long ldb,
            long beta,
            long c,
            int typeC,
            long ldc,
            long batch,
            int computeType,
            int algorithm);

    static native int cublasSgemv_v2_64(
            long handle,
            int trans,
            long m,
            long n,
            long alpha,
            long a,
            long lda,
            long x,
            long incx,
            long beta,
            long y,
            long incy);

    static native int cublasDgemv_v2_64(
            long handle,
            int trans,
            long m,
            long n,
            long alpha,
            long a,
            long lda,
            long x,
            long incx,
            long beta,
            long y,
            long incy);

    static native int cublasCgemv_v2_64(
            long handle,
            int trans,
            long m,
            long n,
            long alpha,
            long a,
            long lda,
            long x,
            long incx,
            long beta,
            long y,
            long incy);

    static native int cublasZgemv_v2_64(
            long handle,
            int trans,
            long m,
            long n,
            long alpha,
            long a,
            long lda,
            long x,
            long incx,
            long beta,
            long y,
            long incy);

    static native int cublasDotEx_64(
            long handle,
            long n,
            long x,
            int typeX,
            long incx,
            long y,
            int typeY,
            long incy,
            long result,
            int resultType,
            int executionType);

    static native int cublasDotcEx_64(
            long handle,
            long n,
            long x,
            int typeX,
            long incx,
            long y,
            int typeY,
            long incy,
            long result,
            int resultType,
            int executionType);

    static native int cublasNrm2Ex_64(
            long handle, long n, long x, int typeX, long incx, long result, int resultType, int executionType);

    static native int cublasStrsm_v2_64(
            long handle,
            int side,
            int triangle,
            int trans,
            int diagonal,
            long m,
            long n,
            long alpha,
            long a,
            long lda,
            long b,
            long ldb);

    static native int cublasDtrsm_v2_64(
            long handle,
            int side,
            int triangle,
            int trans,
            int diagonal,
            long m,
            long n,
            long alpha,
            long a,
            long lda,
            long b,
            long ldb);

    static native int cublasCtrsm_v2_64(
            long handle,
            int side,
            int triangle,
            int trans,
            int diagonal,
            long m,
            long n,
            long alpha,
            long a,
            long lda,
            long b,
            long ldb);

    static native int cublasZtrsm_v2_64(
            long handle,
            int side,
            int triangle,
            int trans,
            int diagonal,
            long m,
            long n,
            long alpha,
            long a,
            long lda,
            long b,
            long ldb);

    static native int cublasSgeam(
            long handle,
            int transA,
            int transB,
            int m,
            int n,
            long alpha,
            long a,
            int lda,
            long beta,
            long b,
            int ldb,
            long c,
            int ldc);

    static native int cublasDgeam(
            long handle,
            int transA,
            int transB,
            int m,
            int n,
            long alpha,
            long a,
            int lda,
            long beta,
            long b,
            int ldb,
            long c,
            int ldc);

    static native int cublasCgeam(
            long handle,
            int transA,
            int transB,
            int m,
            int n,
            long alpha,
            long a,
            int lda,
            long beta,
            long b,
            int ldb,
            long c,
            int ldc);

    static native int cublasZgeam(
            long handle,
            int transA,
            int transB,
            int m,
            int n,
            long alpha,
            long a,
            int lda,
            long beta,
            long b,
            int ldb,
            long c,
            int ldc);
}
