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
}
