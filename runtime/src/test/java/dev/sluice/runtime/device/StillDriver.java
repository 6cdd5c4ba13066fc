package dev.sluice.runtime.device;

import dev.sluice.device.Device;
import dev.sluice.device.DeviceCapabilities;
import dev.sluice.spi.BlasProvider;
import dev.sluice.spi.DeviceDriver;
import dev.sluice.spi.DeviceHealth;
import dev.sluice.spi.KernelSet;
import dev.sluice.spi.MapKernel;
import dev.sluice.spi.MapProgram;
import dev.sluice.spi.MemoryInformation;
import dev.sluice.spi.ReduceKernel;
import dev.sluice.spi.ReduceProgram;
import dev.sluice.spi.ReductionPlan;
import dev.sluice.spi.SegmentedPlan;
import dev.sluice.spi.SolverProvider;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.Optional;

/**
 * A device on which nothing takes time or memory: as fast as a driver can be, for measurements, and without any state, for
 * the model checker.
 */
class StillDriver implements DeviceDriver {
    private final DeviceCapabilities capabilities;

    /** A device that executes inline. */
    StillDriver() {
        this(true);
    }

    StillDriver(boolean inline) {
        capabilities = new DeviceCapabilities(
                "still", "", "", "still", 1, 1, inline, false, !inline, true, 0, false, true, Map.of());
    }

    @Override
    public Device device() {
        return new Device("still", 0);
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
        return 64;
    }

    @Override
    public void free(long address, long bytes, long stream) {}

    @Override
    public MemoryInformation memoryInformation() {
        return new MemoryInformation(1, 1);
    }

    @Override
    public Optional<MemorySegment> hostView(long address, long bytes) {
        return Optional.empty();
    }

    @Override
    public MemorySegment allocatePinned(long bytes) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void freePinned(MemorySegment segment) {}

    @Override
    public long createStream() {
        return 1;
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
    public void onStreamTail(long stream, Runnable callback) {}

    @Override
    public long createEvent() {
        return 1;
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
    public void copyFromHost(long destination, MemorySegment source, long stream) {}

    @Override
    public void copyToHost(MemorySegment destination, long source, long stream) {}

    @Override
    public void copyOnDevice(long destination, long source, long bytes, long stream) {}

    @Override
    public void copyToPeer(long destination, DeviceDriver peer, long source, long bytes, long stream) {}

    @Override
    public KernelSet kernels() {
        return new StillKernels();
    }

    /** Kernels that do nothing. */
    static class StillKernels implements KernelSet {
        @Override
        public MapKernel compile(MapProgram program) {
            return () -> program;
        }

        @Override
        public ReduceKernel compile(ReduceProgram program) {
            return () -> program;
        }

        @Override
        public void map(MapKernel kernel, SegmentedPlan plan, long[] addresses, long[] parameters, long stream) {}

        @Override
        public long workspaceBytes(ReduceKernel kernel, ReductionPlan plan) {
            return 0;
        }

        @Override
        public void reduce(
                ReduceKernel kernel,
                ReductionPlan plan,
                long[] addresses,
                long[] parameters,
                long workspace,
                long stream) {}
    }

    @Override
    public Optional<BlasProvider> blas() {
        return Optional.empty();
    }

    @Override
    public Optional<SolverProvider> solver() {
        return Optional.empty();
    }
}
