package dev.sluice.backend.cpu.openblas;

import dev.sluice.BackendUnavailableException;
import dev.sluice.DType;
import dev.sluice.spi.BlasProvider;
import dev.sluice.spi.GemmProblem;
import dev.sluice.spi.LibraryReport;
import dev.sluice.spi.Transpose;
import java.lang.foreign.Arena;

/**
 * A program for tests of the loader, which need a process of their own: loads OpenBLAS as system properties say,
 * multiplies, and prints what came of it.
 */
final class OpenBlasProbe {

    /** Large enough to run in the library. */
    private static final int EXTENT = 100;

    private OpenBlasProbe() {}

    public static void main(String[] arguments) {
        try (TestProviders providers = new TestProviders()) {
            LibraryReport report = providers.report();
            System.out.println("found=" + report.found());
            System.out.println("version=" + report.version());
            report.lookedIn().forEach(place -> System.out.println("lookedIn=" + place));
            System.out.println("product=" + productOfOnes(providers.blas()));
        } catch (BackendUnavailableException e) {
            System.out.println("unavailable=" + e.getMessage());
        }
    }

    private static double productOfOnes(BlasProvider blas) {
        long handle = blas.createHandle();
        try (Arena arena = Arena.ofConfined()) {
            Matrix ones =
                    Matrix.allocate(arena, DType.F64, EXTENT, EXTENT, EXTENT).fill(1, 0);
            Matrix product = Matrix.allocate(arena, DType.F64, EXTENT, EXTENT, EXTENT);
            GemmProblem problem = new GemmProblem(
                    DType.F64,
                    Transpose.NONE,
                    Transpose.NONE,
                    EXTENT,
                    EXTENT,
                    EXTENT,
                    EXTENT,
                    EXTENT,
                    EXTENT,
                    0,
                    0,
                    0,
                    1);
            blas.gemm(handle, problem, 1, 0, ones.address(), ones.address(), 0, 0, product.address());
            return product.re(EXTENT - 1, EXTENT - 1);
        } finally {
            blas.destroyHandle(handle);
        }
    }
}
