package dev.sluice.backend.cuda.emulation;

import dev.sluice.backend.cuda.context.Capabilities;
import dev.sluice.backend.cuda.context.CudaContext;
import dev.sluice.backend.cuda.kernel.CudaKernels;
import dev.sluice.backend.cuda.kernel.StreamRegistry;
import dev.sluice.device.Device;
import dev.sluice.spi.BackendConfiguration;
import java.lang.foreign.MemorySegment;
import java.util.Map;

/** The kernels of one emulated device, with a stream. */
public final class EmulatedDevice implements AutoCloseable {
    private final HostDriverCalls calls;
    private final CudaContext context;
    private final CudaKernels kernels;
    private final long stream;

    /** Creates the device. Compiled kernels are kept in {@code cache}, or not at all when it is {@code off}. */
    public EmulatedDevice(String cache) {
        calls = new HostDriverCalls(1, true);
        context = CudaContext.of(calls, new Device("cuda", 0), 0);
        StreamRegistry streams = new StreamRegistry();
        kernels = CudaKernels.create(
                context,
                Capabilities.read(calls, 0),
                90,
                new HostCompilerCalls(),
                streams,
                new BackendConfiguration(Map.of(CudaKernels.CACHE, cache)));
        stream = calls.createStream();
        streams.add(stream);
    }

    /** What the driver was asked. */
    public HostDriverCalls calls() {
        return calls;
    }

    /** The kernels. */
    public CudaKernels kernels() {
        return kernels;
    }

    /** A stream. */
    public long stream() {
        return stream;
    }

    /** Allocates memory. */
    public long allocate(long bytes) {
        return calls.allocateAsync(bytes, stream);
    }

    /** The memory at an address. */
    public MemorySegment view(long address, long bytes) {
        return MemorySegment.ofAddress(address).reinterpret(bytes);
    }

    @Override
    public void close() {
        kernels.close();
    }
}
