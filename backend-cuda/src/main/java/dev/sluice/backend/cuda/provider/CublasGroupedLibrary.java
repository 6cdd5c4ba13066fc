package dev.sluice.backend.cuda.provider;

import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;

/** The product of groups of different shapes, which cuBLAS has since CUDA 12.5. */
final class CublasGroupedLibrary {
    private CublasGroupedLibrary() {}

    /** Binds the function; false when the library lacks it. */
    static synchronized boolean bind(String file) {
        try {
            Native.register(CublasGroupedLibrary.class, NativeLibrary.getInstance(file));
            return true;
        } catch (UnsatisfiedLinkError e) {
            return false;
        }
    }

    static native int cublasGemmGroupedBatchedEx_64(
            long handle,
            long transA,
            long transB,
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
            long groups,
            long groupSizes,
            int computeType);
}
