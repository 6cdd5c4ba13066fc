package dev.sluice.backend.cuda;

import dev.sluice.backend.cuda.context.Capabilities;
import dev.sluice.backend.cuda.context.CudaContext;
import dev.sluice.backend.cuda.emulation.HostCompilerCalls;
import dev.sluice.backend.cuda.emulation.HostDriverCalls;
import dev.sluice.backend.cuda.kernel.CudaKernels;
import dev.sluice.backend.cuda.kernel.StreamRegistry;
import dev.sluice.device.Device;
import dev.sluice.device.DeviceCapabilities;
import dev.sluice.spi.Availability;
import dev.sluice.spi.Backend;
import dev.sluice.spi.BackendConfiguration;
import dev.sluice.spi.BackendProvider;
import dev.sluice.spi.DeviceDriver;
import dev.sluice.spi.LibraryReport;
import dev.sluice.spi.SpiVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The CUDA backend over emulated devices; without cuBLAS and cuSOLVER. */
final class EmulatedBackendProvider implements BackendProvider {
    private final int devices;

    EmulatedBackendProvider(int devices) {
        this.devices = devices;
    }

    @Override
    public String name() {
        return "cuda-emulated";
    }

    @Override
    public String describe() {
        return "CUDA kernels on the host";
    }

    @Override
    public SpiVersion spiVersion() {
        return new SpiVersion(1, 0);
    }

    @Override
    public int priority() {
        return -1;
    }

    @Override
    public Availability probe() {
        return HostCompilerCalls.isPresent()
                ? new Availability.Available("host compiler")
                : new Availability.Unavailable("no host compiler");
    }

    @Override
    public Backend open(BackendConfiguration configuration) {
        HostDriverCalls calls = new HostDriverCalls(devices, true);
        List<CudaDriver> drivers = new ArrayList<>();
        for (int ordinal = 0; ordinal < devices; ordinal++) {
            drivers.add(driver(calls, ordinal, configuration));
        }
        return new EmulatedBackend(drivers);
    }

    /** The driver of one emulated device. */
    static CudaDriver driver(HostDriverCalls calls, int ordinal, BackendConfiguration configuration) {
        CudaContext context = CudaContext.of(calls, new Device("cuda-emulated", ordinal), ordinal);
        DeviceCapabilities capabilities = Capabilities.read(calls, ordinal);
        StreamRegistry streams = new StreamRegistry();
        CudaKernels kernels =
                CudaKernels.create(context, capabilities, 90, new HostCompilerCalls(), streams, configuration);
        return new CudaDriver(
                context,
                capabilities,
                configuration,
                new CudaDriver.Computation(streams, kernels, Optional.empty(), Optional.empty()));
    }

    private record EmulatedBackend(List<CudaDriver> drivers) implements Backend {
        @Override
        public List<DeviceDriver> devices() {
            return List.copyOf(drivers);
        }

        @Override
        public List<LibraryReport> libraries() {
            return List.of();
        }

        @Override
        public void close() {
            drivers.forEach(CudaDriver::close);
        }
    }
}
