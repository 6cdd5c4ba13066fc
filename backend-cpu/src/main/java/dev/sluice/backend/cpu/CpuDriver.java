package dev.sluice.backend.cpu;

import dev.sluice.backend.cpu.kernel.CpuKernels;
import dev.sluice.backend.cpu.kernel.WorkerPool;
import dev.sluice.backend.cpu.memory.BlockPool;
import dev.sluice.backend.cpu.openblas.OpenBlasProviders;
import dev.sluice.device.Device;
import dev.sluice.device.DeviceCapabilities;
import dev.sluice.device.DeviceException;
import dev.sluice.spi.BackendConfiguration;
import dev.sluice.spi.BlasProvider;
import dev.sluice.spi.DeviceDriver;
import dev.sluice.spi.DeviceHealth;
import dev.sluice.spi.KernelSet;
import dev.sluice.spi.LibraryReport;
import dev.sluice.spi.MemoryInformation;
import dev.sluice.spi.SolverProvider;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The driver of the host. An operation has run when its submission returns, so streams and events are only names, and
 * concurrency comes from the threads that call.
 */
final class CpuDriver implements DeviceDriver {
    private static final Device DEVICE = new Device(CpuBackendProvider.NAME, 0);
    private static final int EINVAL = 22;

    private static final MemorySegment EVERYTHING = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

    private final BlockPool pool;
    private final CoreBudget budget;
    private final WorkerPool workers;
    private final CpuKernels kernels;
    private final OpenBlasProviders providers;
    private final DeviceCapabilities capabilities;
    private final AtomicLong tokens = new AtomicLong();

    private CpuDriver(CpuSettings settings, BackendConfiguration configuration) {
        pool = new BlockPool(DEVICE, settings.memoryBytes());
        budget = new CoreBudget(settings.threads());
        workers = new WorkerPool(budget);
        kernels = new CpuKernels(pool, workers, settings.vector());
        providers = OpenBlasProviders.open(configuration, budget, workers, settings.vector());
        capabilities = new DeviceCapabilities(
                "host processor",
                "",
                "",
                System.getProperty("os.arch"),
                settings.memoryBytes(),
                settings.threads(),
                true,
                true,
                false,
                false,
                0,
                false,
                true,
                Map.of("kernels", kernels.describe()));
    }

    static CpuDriver open(BackendConfiguration configuration) {
        return new CpuDriver(CpuSettings.of(configuration), configuration);
    }

    /** What became of the native library. */
    LibraryReport library() {
        return providers.report();
    }

    void close() {
        workers.close();
        pool.close();
    }

    @Override
    public Device device() {
        return DEVICE;
    }

    @Override
    public DeviceCapabilities capabilities() {
        return capabilities;
    }

    @Override
    public DeviceHealth health() {
        return DeviceHealth.Healthy.INSTANCE;
    }

    @Override
    public long allocate(long bytes, long stream) {
        return pool.allocate(bytes);
    }

    @Override
    public void free(long address, long bytes, long stream) {
        pool.free(address, bytes);
    }

    @Override
    public MemoryInformation memoryInformation() {
        return new MemoryInformation(pool.freeBytes(), pool.limitBytes());
    }

    @Override
    public void trimMemory(long keepBytes) {
        pool.trim(keepBytes);
    }

    @Override
    public Optional<MemorySegment> hostView(long address, long bytes) {
        return Optional.of(MemorySegment.ofAddress(address).reinterpret(bytes));
    }

    @Override
    public MemorySegment allocatePinned(long bytes) {
        return MemorySegment.ofAddress(allocate(bytes, 0)).reinterpret(bytes);
    }

    @Override
    public void freePinned(MemorySegment segment) {
        pool.free(segment.address(), segment.byteSize());
    }

    @Override
    public long createStream() {
        return tokens.incrementAndGet();
    }

    @Override
    public void destroyStream(long stream) {}

    @Override
    public boolean queryStream(long stream) {
        return true;
    }

    @Override
    public void synchronizeStream(long stream) {}

    @Override
    public void onStreamTail(long stream, Runnable callback) {
        callback.run();
    }

    @Override
    public long createEvent() {
        return tokens.incrementAndGet();
    }

    @Override
    public void destroyEvent(long event) {}

    @Override
    public void recordEvent(long event, long stream) {}

    @Override
    public void waitEvent(long stream, long event) {}

    @Override
    public boolean queryEvent(long event) {
        return true;
    }

    @Override
    public void synchronizeEvent(long event) {}

    @Override
    public void copyFromHost(long destination, MemorySegment source, long stream) {
        MemorySegment.copy(source, 0, EVERYTHING, destination, source.byteSize());
    }

    @Override
    public void copyToHost(MemorySegment destination, long source, long stream) {
        MemorySegment.copy(EVERYTHING, source, destination, 0, destination.byteSize());
    }

    @Override
    public void copyOnDevice(long destination, long source, long bytes, long stream) {
        MemorySegment.copy(EVERYTHING, source, EVERYTHING, destination, bytes);
    }

    @Override
    public void copyToPeer(long destination, DeviceDriver peer, long source, long bytes, long stream) {
        if (peer != this) {
            throw new DeviceException(
                    DEVICE, "copy of " + bytes + " bytes to " + peer.device(), EINVAL, "EINVAL", false);
        }
        copyOnDevice(destination, source, bytes, stream);
    }

    @Override
    public KernelSet kernels() {
        return kernels;
    }

    @Override
    public Optional<BlasProvider> blas() {
        return Optional.of(providers.blas());
    }

    @Override
    public Optional<SolverProvider> solver() {
        return Optional.of(providers.solver());
    }
}
