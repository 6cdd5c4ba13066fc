package dev.sluice.backend.cuda;

import dev.sluice.backend.cuda.context.CudaContext;
import dev.sluice.backend.cuda.kernel.CudaKernels;
import dev.sluice.backend.cuda.kernel.StreamRegistry;
import dev.sluice.backend.cuda.lwjgl.DriverCalls;
import dev.sluice.backend.cuda.lwjgl.DriverStatus;
import dev.sluice.device.Device;
import dev.sluice.device.DeviceCapabilities;
import dev.sluice.device.DeviceException;
import dev.sluice.spi.BackendConfiguration;
import dev.sluice.spi.BlasProvider;
import dev.sluice.spi.DeviceDriver;
import dev.sluice.spi.DeviceHealth;
import dev.sluice.spi.KernelSet;
import dev.sluice.spi.MemoryInformation;
import dev.sluice.spi.SolverProvider;
import java.lang.foreign.MemorySegment;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One NVIDIA device. Every method makes the device's primary context current for the calling thread and restores what
 * was current before, so callers need no ambient state.
 *
 * <p>The primary context is retained when it is first entered; until then the device is untouched.
 */
final class CudaDriver implements DeviceDriver {
    private static final Logger LOG = LoggerFactory.getLogger(CudaDriver.class);

    private final CudaContext context;
    private final DriverCalls calls;
    private final DeviceCapabilities capabilities;
    private final DeviceMemory memory;
    private final PinnedMemory pinned;
    private final Copies copies;
    private final TailCallbacks callbacks;
    private final Computation computation;

    /**
     * What a device computes with.
     *
     * @param streams the streams that kernels may run on
     * @param kernels the kernels
     * @param blas the products, where cuBLAS was found
     * @param solver the factorisations, where cuSOLVER was found
     */
    record Computation(
            StreamRegistry streams,
            CudaKernels kernels,
            Optional<? extends BlasProvider> blas,
            Optional<? extends SolverProvider> solver) {}

    CudaDriver(
            CudaContext context,
            DeviceCapabilities capabilities,
            BackendConfiguration configuration,
            Computation computation) {
        this.context = context;
        this.calls = context.calls();
        this.capabilities = capabilities;
        this.memory = new DeviceMemory(context, capabilities, configuration);
        this.pinned = new PinnedMemory(context, configuration);
        this.copies = new Copies(context, memory);
        this.callbacks = new TailCallbacks(context);
        this.computation = computation;
    }

    CudaContext context() {
        return context;
    }

    DeviceMemory memory() {
        return memory;
    }

    @Override
    public Device device() {
        return context.device();
    }

    @Override
    public DeviceCapabilities capabilities() {
        return capabilities;
    }

    @Override
    public long enter() {
        return context.enter();
    }

    @Override
    public void leave(long token) {
        context.leave(token);
    }

    /** A poisoned context answers every call with its error, so the cheapest query shows it. */
    @Override
    public DeviceHealth health() {
        if (context.poison().isEmpty()) {
            askContext();
        }
        return context.poison().<DeviceHealth>map(DeviceHealth.Poisoned::new).orElse(DeviceHealth.Healthy.INSTANCE);
    }

    private void askContext() {
        try {
            long previous = context.enter();
            try {
                boolean unused = isDone(calls.queryContext(), "cuStreamQuery");
            } finally {
                context.leave(previous);
            }
        } catch (DeviceException e) {
            LOG.debug("{} answers with an error, which is kept if it is the end of the device", device(), e);
        }
    }

    // --- memory

    @Override
    public long allocate(long bytes, long stream) {
        return memory.allocate(bytes, stream);
    }

    @Override
    public void free(long address, long bytes, long stream) {
        memory.free(address, stream);
    }

    @Override
    public MemoryInformation memoryInformation() {
        return memory.information();
    }

    @Override
    public void trimMemory(long keepBytes) {
        memory.trim(keepBytes);
    }

    @Override
    public Optional<MemorySegment> hostView(long address, long bytes) {
        return Optional.empty();
    }

    @Override
    public MemorySegment allocatePinned(long bytes) {
        return pinned.allocate(bytes);
    }

    @Override
    public void freePinned(MemorySegment segment) {
        pinned.free(segment);
    }

    // --- streams and events

    @Override
    public long createStream() {
        long previous = context.enter();
        try {
            long stream = context.result(calls.createStream(), "cuStreamCreate");
            computation.streams().add(stream);
            return stream;
        } finally {
            context.leave(previous);
        }
    }

    @Override
    public void destroyStream(long stream) {
        long previous = context.enter();
        try {
            computation.streams().destroy(stream, context);
        } finally {
            context.leave(previous);
        }
    }

    @Override
    public boolean queryStream(long stream) {
        long previous = context.enter();
        try {
            return isDone(calls.queryStream(stream), "cuStreamQuery");
        } finally {
            context.leave(previous);
        }
    }

    @Override
    public void synchronizeStream(long stream) {
        long previous = context.enter();
        try {
            context.check(calls.synchronizeStream(stream), "cuStreamSynchronize");
        } finally {
            context.leave(previous);
        }
    }

    @Override
    public void onStreamTail(long stream, Runnable callback) {
        callbacks.add(stream, callback);
    }

    @Override
    public long createEvent() {
        long previous = context.enter();
        try {
            return context.result(calls.createEvent(), "cuEventCreate");
        } finally {
            context.leave(previous);
        }
    }

    @Override
    public void destroyEvent(long event) {
        long previous = context.enter();
        try {
            context.check(calls.destroyEvent(event), "cuEventDestroy");
        } finally {
            context.leave(previous);
        }
    }

    @Override
    public void recordEvent(long event, long stream) {
        long previous = context.enter();
        try {
            context.check(calls.recordEvent(event, stream), "cuEventRecord");
        } finally {
            context.leave(previous);
        }
    }

    @Override
    public void waitEvent(long stream, long event) {
        long previous = context.enter();
        try {
            context.check(calls.waitEvent(stream, event), "cuStreamWaitEvent");
        } finally {
            context.leave(previous);
        }
    }

    @Override
    public boolean queryEvent(long event) {
        long previous = context.enter();
        try {
            return isDone(calls.queryEvent(event), "cuEventQuery");
        } finally {
            context.leave(previous);
        }
    }

    @Override
    public void synchronizeEvent(long event) {
        long previous = context.enter();
        try {
            context.check(calls.synchronizeEvent(event), "cuEventSynchronize");
        } finally {
            context.leave(previous);
        }
    }

    private boolean isDone(int status, String call) {
        if (status == DriverStatus.NOT_READY) {
            return false;
        }
        context.check(status, call);
        return true;
    }

    // --- copies

    @Override
    public void copyFromHost(long destination, MemorySegment source, long stream) {
        copies.fromHost(destination, source, stream);
    }

    @Override
    public void copyToHost(MemorySegment destination, long source, long stream) {
        copies.toHost(destination, source, stream);
    }

    @Override
    public void copyOnDevice(long destination, long source, long bytes, long stream) {
        copies.onDevice(destination, source, bytes, stream);
    }

    @Override
    public void copyToPeer(long destination, DeviceDriver peer, long source, long bytes, long stream) {
        if (!(peer instanceof CudaDriver other)) {
            throw new IllegalArgumentException(
                    "cannot copy from " + device() + " to " + peer.device() + ": it is of another backend");
        }
        copies.toPeer(destination, other, source, bytes, stream);
    }

    // --- computation

    @Override
    public KernelSet kernels() {
        return computation.kernels();
    }

    @Override
    public Optional<BlasProvider> blas() {
        return computation.blas().map(BlasProvider.class::cast);
    }

    @Override
    public Optional<SolverProvider> solver() {
        return computation.solver().map(SolverProvider.class::cast);
    }

    /** Frees what this driver created and gives the primary context back. */
    void close() {
        callbacks.close();
        pinned.close();
        computation.kernels().close();
        context.release();
    }
}
