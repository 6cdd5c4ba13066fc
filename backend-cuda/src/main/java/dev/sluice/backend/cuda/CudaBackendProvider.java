package dev.sluice.backend.cuda;

import dev.sluice.BackendUnavailableException;
import dev.sluice.spi.Availability;
import dev.sluice.spi.Backend;
import dev.sluice.spi.BackendConfiguration;
import dev.sluice.spi.BackendProvider;
import dev.sluice.spi.SpiVersion;

/** The entry point of the CUDA backend. */
public final class CudaBackendProvider implements BackendProvider {
    static final String NAME = "cuda";

    /** Creates the provider; loads nothing. */
    public CudaBackendProvider() {}

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String describe() {
        return "NVIDIA GPUs: kernels compiled at run time, cuBLAS and cuSOLVER";
    }

    @Override
    public SpiVersion spiVersion() {
        return new SpiVersion(1, 0);
    }

    @Override
    public int priority() {
        return 100;
    }

    @Override
    public Availability probe() {
        return CudaProbe.onThisMachine(BackendConfiguration.empty()).availability();
    }

    @Override
    public Backend open(BackendConfiguration configuration) {
        try {
            return CudaBackend.open(
                    configuration, CudaProbe.onThisMachine(configuration).find());
        } catch (CudaProbe.NotUsable e) {
            throw new BackendUnavailableException("backend cuda cannot be opened: " + e.getMessage(), e);
        } catch (LinkageError e) {
            throw new BackendUnavailableException(
                    "backend cuda cannot be opened: a native library could not be bound: " + e, e);
        }
    }
}
