package dev.sluice.benchmarks;

import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import dev.sluice.engine.BackendDiagnosis;
import dev.sluice.engine.EngineProvider;
import java.util.Map;

/** A call straight to the OpenBLAS library that Sluice itself has loaded: what a program without Sluice would write. */
final class OpenBlas {
    static final int ROW_MAJOR = 101;
    static final int NO_TRANSPOSE = 111;

    private OpenBlas() {}

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

    static native void cblas_zgemm(
            int order,
            int transA,
            int transB,
            int m,
            int n,
            int k,
            double[] alpha,
            long a,
            int lda,
            long b,
            int ldb,
            double[] beta,
            long c,
            int ldc);

    static native void cblas_daxpy(int n, double alpha, long x, int incx, long y, int incy);

    /** Binds to the library; call once a runtime on the CPU backend is open. */
    static void load() {
        String path = EngineProvider.load().diagnose().stream()
                .filter(backend -> backend.name().equals("cpu"))
                .map(BackendDiagnosis::libraries)
                .flatMap(java.util.List::stream)
                .filter(library -> library.name().equals("OpenBLAS"))
                .map(library -> library.found().split(" \\(from ", 2)[0])
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("the CPU backend has not loaded OpenBLAS"));
        Native.register(
                OpenBlas.class, NativeLibrary.getInstance(path, Map.of(Library.OPTION_STRING_ENCODING, "UTF-8")));
    }
}
