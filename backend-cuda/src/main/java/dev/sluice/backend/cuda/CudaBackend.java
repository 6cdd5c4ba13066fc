package dev.sluice.backend.cuda;

import dev.sluice.backend.cuda.context.Capabilities;
import dev.sluice.backend.cuda.context.CudaContext;
import dev.sluice.backend.cuda.kernel.CudaKernels;
import dev.sluice.backend.cuda.kernel.StreamRegistry;
import dev.sluice.backend.cuda.library.CudaLibrary;
import dev.sluice.backend.cuda.library.LibrarySearch;
import dev.sluice.backend.cuda.lwjgl.CompilerCalls;
import dev.sluice.backend.cuda.lwjgl.DriverCalls;
import dev.sluice.backend.cuda.lwjgl.LwjglCompilerCalls;
import dev.sluice.backend.cuda.provider.CublasProvider;
import dev.sluice.backend.cuda.provider.CusolverProvider;
import dev.sluice.device.Device;
import dev.sluice.device.DeviceCapabilities;
import dev.sluice.spi.Backend;
import dev.sluice.spi.BackendConfiguration;
import dev.sluice.spi.DeviceDriver;
import dev.sluice.spi.LibraryReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All visible NVIDIA devices, and the libraries found on this machine. */
final class CudaBackend implements Backend {
    private static final Logger LOG = LoggerFactory.getLogger(CudaBackend.class);

    private final List<CudaDriver> drivers;
    private final List<LibraryReport> libraries;

    private CudaBackend(List<CudaDriver> drivers, List<LibraryReport> libraries) {
        this.drivers = List.copyOf(drivers);
        this.libraries = List.copyOf(libraries);
    }

    static CudaBackend open(BackendConfiguration configuration, CudaProbe.Found found) {
        DriverCalls calls = found.driver();
        CompilerCalls compiler = LwjglCompilerCalls.bind(found.compilerLibrary().found());
        LibrarySearch search = LibrarySearch.onThisMachine(configuration);
        List<LibraryReport> libraries = new ArrayList<>();
        libraries.add(found.driverLibrary());
        libraries.add(found.compilerLibrary());
        LibraryReport cublas = search.find(CudaLibrary.CUBLAS, found.newestMajor());
        LibraryReport cusolver = search.find(CudaLibrary.CUSOLVER, found.newestMajor());
        libraries.add(cublas);
        libraries.add(cusolver);
        List<CudaDriver> drivers = new ArrayList<>();
        for (int ordinal = 0; ordinal < found.devices(); ordinal++) {
            Device device = new Device(CudaBackendProvider.NAME, ordinal);
            long handle = calls.device(ordinal);
            if (handle < 0) {
                LOG.warn("device {} is left out: cuDeviceGet gives {}", device, calls.statusName((int) -handle));
                continue;
            }
            drivers.add(driver(configuration, calls, compiler, cublas, cusolver, device, (int) handle));
        }
        return new CudaBackend(drivers, libraries);
    }

    private static CudaDriver driver(
            BackendConfiguration configuration,
            DriverCalls calls,
            CompilerCalls compiler,
            LibraryReport cublas,
            LibraryReport cusolver,
            Device device,
            int handle) {
        CudaContext context = CudaContext.of(calls, device, handle);
        DeviceCapabilities capabilities = Capabilities.read(calls, handle);
        StreamRegistry streams = new StreamRegistry();
        CudaKernels kernels = CudaKernels.create(
                context, capabilities, Capabilities.computeCapability(calls, handle), compiler, streams, configuration);
        Optional<CublasProvider> blas = bound(
                cublas,
                () -> CublasProvider.bind(
                        context, cublas.found(), capabilities.streamOrderedAllocation(), configuration));
        Optional<CusolverProvider> solver = blas.flatMap(
                products -> bound(cusolver, () -> CusolverProvider.bind(context, cusolver.found(), products)));
        return new CudaDriver(
                context, capabilities, configuration, new CudaDriver.Computation(streams, kernels, blas, solver));
    }

    private interface Binding<T> {
        T bind();
    }

    private static <T> Optional<T> bound(LibraryReport library, Binding<T> binding) {
        if (!library.isLoaded()) {
            return Optional.empty();
        }
        try {
            return Optional.of(binding.bind());
        } catch (UnsatisfiedLinkError e) {
            LOG.warn(
                    "{} from {} is not used, because it lacks a function: {}",
                    library.name(),
                    library.found(),
                    e.getMessage());
            return Optional.empty();
        }
    }

    @Override
    public List<DeviceDriver> devices() {
        return List.copyOf(drivers);
    }

    @Override
    public List<LibraryReport> libraries() {
        return libraries;
    }

    @Override
    public void close() {
        RuntimeException failure = null;
        for (CudaDriver driver : drivers) {
            try {
                driver.close();
            } catch (RuntimeException e) {
                if (failure == null) {
                    failure = e;
                } else {
                    failure.addSuppressed(e);
                }
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}
