package dev.sluice.backend.cpu.openblas;

import dev.sluice.backend.cpu.CoreBudget;
import dev.sluice.spi.BackendConfiguration;
import dev.sluice.spi.LibraryReport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The providers of the host, on OpenBLAS or without it.
 *
 * @param blas dense products
 * @param report what became of the native library
 */
public record OpenBlasProviders(CpuBlasProvider blas, LibraryReport report) {

    private static final Logger LOG = LoggerFactory.getLogger(OpenBlasProviders.class);

    /**
     * Loads OpenBLAS as the setting {@code cpu.openblas} says and makes providers on it; see {@link OpenBlasLoader}.
     * Without a library the JVM computes, and the reason is logged.
     *
     * @param budget the cores that large operations may claim
     * @throws dev.sluice.BackendUnavailableException when the configuration names a library that cannot be had
     */
    public static OpenBlasProviders open(BackendConfiguration configuration, CoreBudget budget) {
        OpenBlasLoader.Result result = OpenBlasLoader.load(configuration);
        if (result.library().isEmpty()) {
            LOG.warn(
                    "without OpenBLAS, large products and factorisations run on the JVM and are slower: {}",
                    String.join("; ", result.report().lookedIn()));
        }
        return new OpenBlasProviders(new CpuBlasProvider(result.library(), budget), result.report());
    }
}
