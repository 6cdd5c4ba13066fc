package dev.sluice.backend.cpu;

import dev.sluice.BackendUnavailableException;
import dev.sluice.spi.Availability;
import dev.sluice.spi.Backend;
import dev.sluice.spi.BackendConfiguration;
import dev.sluice.spi.BackendProvider;
import dev.sluice.spi.SpiVersion;

/**
 * The host device, which every machine has.
 *
 * <p>Settings: {@code cpu.memory}, the most bytes to take from the system (default: the machine's memory); {@code
 * cpu.threads}, the most cores that operations use (default: all that the process may use); {@code cpu.vector}, {@code
 * off} to compute without SIMD; {@code cpu.openblas}, where OpenBLAS comes from: {@code auto}, {@code embedded}, {@code
 * system}, {@code none} or a path; {@code cache.directory}, where embedded libraries are extracted to.
 */
public final class CpuBackendProvider implements BackendProvider {
    /** The name of this backend. */
    static final String NAME = "cpu";

    /** Creates the provider; {@link java.util.ServiceLoader} does. */
    public CpuBackendProvider() {}

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String describe() {
        return "the processor cores of this machine";
    }

    @Override
    public SpiVersion spiVersion() {
        return SpiVersion.CURRENT;
    }

    @Override
    public int priority() {
        return 0;
    }

    @Override
    public Availability probe() {
        return new Availability.Available(
                Runtime.getRuntime().availableProcessors() + " cores, " + System.getProperty("os.arch"));
    }

    @Override
    public Backend open(BackendConfiguration configuration) {
        try {
            return CpuBackend.open(configuration);
        } catch (IllegalCallerException | LinkageError e) {
            throw new BackendUnavailableException(
                    "the cpu backend cannot reach native memory: " + e.getMessage()
                            + "; start the JVM with --enable-native-access=ALL-UNNAMED or the name of the module",
                    e);
        }
    }
}
