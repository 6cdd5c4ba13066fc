package dev.sluice.backend.cuda.provider;

import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;

/** The functions of cuSOLVER. Pointers are plain numbers; a status is returned. */
final class CusolverLibrary {
    private CusolverLibrary() {}

    /** Binds the functions; throws {@link UnsatisfiedLinkError} when the library lacks one. */
    static synchronized void bind(String file) {
        Native.register(CusolverLibrary.class, NativeLibrary.getInstance(file));
    }

    static native int cusolverDnCreate(long handle);

    static native int cusolverDnDestroy(long handle);

    static native int cusolverDnSetStream(long handle, long stream);

    static native int cusolverDnSgesvd_bufferSize(long handle, int m, int n, long elements);

    static native int cusolverDnDgesvd_bufferSize(long handle, int m, int n, long elements);

    static native int cusolverDnCgesvd_bufferSize(long handle, int m, int n, long elements);

    static native int cusolverDnZgesvd_bufferSize(long handle, int m, int n, long elements);

    static native int cusolverDnSgesvd(
            long handle,
            byte jobU,
            byte jobVt,
            int m,
            int n,
            long a,
            int lda,
            long s,
            long u,
            int ldu,
            long vt,
            int ldvt,
            long work,
            int elements,
            long realWork,
            long info);

    static native int cusolverDnDgesvd(
            long handle,
            byte jobU,
            byte jobVt,
            int m,
            int n,
            long a,
            int lda,
            long s,
            long u,
            int ldu,
            long vt,
            int ldvt,
            long work,
            int elements,
            long realWork,
            long info);

    static native int cusolverDnCgesvd(
            long handle,
            byte jobU,
            byte jobVt,
            int m,
            int n,
            long a,
            int lda,
            long s,
            long u,
            int ldu,
            long vt,
            int ldvt,
            long work,
            int elements,
            long realWork,
            long info);

    static native int cusolverDnZgesvd(
            long handle,
            byte jobU,
            byte jobVt,
            int m,
            int n,
            long a,
            int lda,
            long s,
            long u,
            int ldu,
            long vt,
            int ldvt,
            long work,
            int elements,
            long realWork,
            long info);

    static native int cusolverDnSpotrf_bufferSize(long handle, int triangle, int n, long a, int lda, long elements);

    static native int cusolverDnDpotrf_bufferSize(long handle, int triangle, int n, long a, int lda, long elements);

    static native int cusolverDnCpotrf_bufferSize(long handle, int triangle, int n, long a, int lda, long elements);

    static native int cusolverDnZpotrf_bufferSize(long handle, int triangle, int n, long a, int lda, long elements);

    static native int cusolverDnSpotrf(
            long handle, int triangle, int n, long a, int lda, long work, int elements, long info);

    static native int cusolverDnDpotrf(
            long handle, int triangle, int n, long a, int lda, long work, int elements, long info);

    static native int cusolverDnCpotrf(
            long handle, int triangle, int n, long a, int lda, long work, int elements, long info);

    static native int cusolverDnZpotrf(
            long handle, int triangle, int n, long a, int lda, long work, int elements, long info);

    static native int cusolverDnSgetrf_bufferSize(long handle, int m, int n, long a, int lda, long elements);

    static native int cusolverDnDgetrf_bufferSize(long handle, int m, int n, long a, int lda, long elements);

    static native int cusolverDnCgetrf_bufferSize(long handle, int m, int n, long a, int lda, long elements);

    static native int cusolverDnZgetrf_bufferSize(long handle, int m, int n, long a, int lda, long elements);

    static native int cusolverDnSgetrf(long handle, int m, int n, long a, int lda, long work, long pivots, long info);

    static native int cusolverDnDgetrf(long handle, int m, int n, long a, int lda, long work, long pivots, long info);

    static native int cusolverDnCgetrf(long handle, int m, int n, long a, int lda, long work, long pivots, long info);

    static native int cusolverDnZgetrf(long handle, int m, int n, long a, int lda, long work, long pivots, long info);

    static native int cusolverDnSgetrs(
            long handle, int trans, int n, int columns, long a, int lda, long pivots, long b, int ldb, long info);

    static native int cusolverDnDgetrs(
            long handle, int trans, int n, int columns, long a, int lda, long pivots, long b, int ldb, long info);

    static native int cusolverDnCgetrs(
            long handle, int trans, int n, int columns, long a, int lda, long pivots, long b, int ldb, long info);

    static native int cusolverDnZgetrs(
            long handle, int trans, int n, int columns, long a, int lda, long pivots, long b, int ldb, long info);

    static native int cusolverDnSgeqrf_bufferSize(long handle, int m, int n, long a, int lda, long elements);

    static native int cusolverDnDgeqrf_bufferSize(long handle, int m, int n, long a, int lda, long elements);

    static native int cusolverDnCgeqrf_bufferSize(long handle, int m, int n, long a, int lda, long elements);

    static native int cusolverDnZgeqrf_bufferSize(long handle, int m, int n, long a, int lda, long elements);

    static native int cusolverDnSgeqrf(
            long handle, int m, int n, long a, int lda, long tau, long work, int elements, long info);

    static native int cusolverDnDgeqrf(
            long handle, int m, int n, long a, int lda, long tau, long work, int elements, long info);

    static native int cusolverDnCgeqrf(
            long handle, int m, int n, long a, int lda, long tau, long work, int elements, long info);

    static native int cusolverDnZgeqrf(
            long handle, int m, int n, long a, int lda, long tau, long work, int elements, long info);

    static native int cusolverDnSorgqr_bufferSize(
            long handle, int m, int n, int k, long a, int lda, long tau, long elements);

    static native int cusolverDnDorgqr_bufferSize(
            long handle, int m, int n, int k, long a, int lda, long tau, long elements);

    static native int cusolverDnCungqr_bufferSize(
            long handle, int m, int n, int k, long a, int lda, long tau, long elements);

    static native int cusolverDnZungqr_bufferSize(
            long handle, int m, int n, int k, long a, int lda, long tau, long elements);

    static native int cusolverDnSorgqr(
            long handle, int m, int n, int k, long a, int lda, long tau, long work, int elements, long info);

    static native int cusolverDnDorgqr(
            long handle, int m, int n, int k, long a, int lda, long tau, long work, int elements, long info);

    static native int cusolverDnCungqr(
            long handle, int m, int n, int k, long a, int lda, long tau, long work, int elements, long info);

    static native int cusolverDnZungqr(
            long handle, int m, int n, int k, long a, int lda, long tau, long work, int elements, long info);

    static native int cusolverDnSsyevd_bufferSize(
            long handle, int job, int triangle, int n, long a, int lda, long w, long elements);

    static native int cusolverDnDsyevd_bufferSize(
            long handle, int job, int triangle, int n, long a, int lda, long w, long elements);

    static native int cusolverDnCheevd_bufferSize(
            long handle, int job, int triangle, int n, long a, int lda, long w, long elements);

    static native int cusolverDnZheevd_bufferSize(
            long handle, int job, int triangle, int n, long a, int lda, long w, long elements);

    static native int cusolverDnSsyevd(
            long handle, int job, int triangle, int n, long a, int lda, long w, long work, int elements, long info);

    static native int cusolverDnDsyevd(
            long handle, int job, int triangle, int n, long a, int lda, long w, long work, int elements, long info);

    static native int cusolverDnCheevd(
            long handle, int job, int triangle, int n, long a, int lda, long w, long work, int elements, long info);

    static native int cusolverDnZheevd(
            long handle, int job, int triangle, int n, long a, int lda, long w, long work, int elements, long info);
}
