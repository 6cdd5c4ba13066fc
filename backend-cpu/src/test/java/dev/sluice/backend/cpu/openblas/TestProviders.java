package dev.sluice.backend.cpu.openblas;

import dev.sluice.backend.cpu.CoreBudget;
import dev.sluice.backend.cpu.kernel.WorkerPool;
import dev.sluice.spi.BackendConfiguration;
import java.util.Map;

/** Providers over two cores and a cache in the build directory. */
final class TestProviders implements AutoCloseable {

    private final WorkerPool workers;
    private final OpenBlasProviders providers;

    /**
     * Opens them.
     *
     * @param library the setting {@code cpu.openblas}
     */
    TestProviders(String library, boolean vector) {
        CoreBudget budget = new CoreBudget(2);
        workers = new WorkerPool(budget);
        providers = OpenBlasProviders.open(
                new BackendConfiguration(
                        Map.of("cpu.openblas", library, "cache.directory", TestDirectory.CACHE.toString())),
                budget,
                workers,
                vector);
    }

    CpuBlasProvider blas() {
        return providers.blas();
    }

    CpuSolverProvider solver() {
        return providers.solver();
    }

    @Override
    public void close() {
        workers.close();
    }
}
