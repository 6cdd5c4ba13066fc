package dev.sluice.backend.cpu.openblas;

import dev.sluice.backend.cpu.CoreBudget;
import dev.sluice.backend.cpu.gemm.Gemm;
import dev.sluice.backend.cpu.kernel.WorkerPool;
import dev.sluice.spi.BackendConfiguration;
import dev.sluice.spi.LibraryReport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * The providers of the host, on OpenBLAS or without it.
 *
 * @param blas dense products
 * @param solver factorisations
 * @param report what became of the native library
 */
public record OpenBlasProviders(CpuBlasProvider blas, CpuSolverProvider solver, LibraryReport report) {

    private static final Logger LOG = LoggerFactory.getLogger(OpenBlasProviders.class);

    /**
     * Loads OpenBLAS as the setting {@code cpu.openblas} says and makes providers on it; see {@link OpenBlasLoader}.
     * Without a library the JVM computes, and the reason is logged.
     *
     * @param budget the cores that large native operations may claim
     * @param workers the threads that share large operations of the JVM
     * @param vector whether the JVM may use SIMD
     * @throws dev.sluice.BackendUnavailableException when the configuration names a library that cannot be had
     */
    public static OpenBlasProviders open(
            BackendConfiguration configuration, CoreBudget budget, WorkerPool workers, boolean vector) {
        OpenBlasLoader.Result result = OpenBlasLoader.load(configuration);
        if (result.library().isEmpty()) {
            LOG.atLevel(result.declined() ? Level.DEBUG : Level.WARN)
                    .log(
                            "without OpenBLAS, large products and factorisations run on the JVM and are slower: {}",
                            String.join("; ", result.report().lookedIn()));
        }
        NativeThreads threads = result.library()
                .map(library -> new NativeThreads(budget, library.threads()))
                .orElse(null);
        boolean hasLapack = result.library().map(OpenBlas::hasLapack).orElse(false);
        return new OpenBlasProviders(
                new CpuBlasProvider(Gemm.create(vector), workers, threads),
                new CpuSolverProvider(hasLapack ? threads : null),
                result.report());
    }
}
