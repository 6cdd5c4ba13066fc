package dev.sluice.backend.cpu.openblas;

import dev.sluice.backend.cpu.CoreBudget;
import dev.sluice.backend.cpu.kernel.WorkerPool;
import dev.sluice.spi.BackendConfiguration;
import dev.sluice.spi.LibraryReport;
import java.util.Map;

/** Providers over two cores. The build sets the cache directory. */
final class TestProviders implements AutoCloseable {

    private final WorkerPool workers;
    private final OpenBlasProviders providers;

    /** Opens them as system properties say. */
    TestProviders() {
        this(BackendConfiguration.empty(), true);
    }

    /**
     * Opens them.
     *
     * @param library the setting {@code cpu.openblas}
     */
    TestProviders(String library, boolean vector) {
        this(new BackendConfiguration(Map.of("cpu.openblas", library)), vector);
    }

    private TestProviders(BackendConfiguration configuration, boolean vector) {
        CoreBudget budget = new CoreBudget(2);
        workers = new WorkerPool(budget);
        providers = OpenBlasProviders.open(configuration, budget, workers, vector);
    }

    CpuBlasProvider blas() {
        return providers.blas();
    }

    CpuSolverProvider solver() {
        return providers.solver();
    }

    LibraryReport report() {
        return providers.report();
    }

    @Override
    public void close() {
        workers.close();
    }
}
