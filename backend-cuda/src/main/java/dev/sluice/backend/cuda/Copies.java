package dev.sluice.backend.cuda;

import dev.sluice.backend.cuda.context.CudaContext;
import dev.sluice.backend.cuda.lwjgl.DriverCalls;
import dev.sluice.backend.cuda.lwjgl.DriverStatus;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The copies of one device. Thread-safe.
 *
 * <p>With pinned host memory a copy is asynchronous. With other memory the driver returns when it has taken a copy of
 * the source, or when the destination is written; that is what makes copies from and to the Java heap, through temporary
 * native memory, possible.
 */
final class Copies {
    private final CudaContext context;
    private final DriverCalls calls;
    private final DeviceMemory memory;
    private final Set<CudaDriver> connectedPeers = ConcurrentHashMap.newKeySet();

    Copies(CudaContext context, DeviceMemory memory) {
        this.context = context;
        this.calls = context.calls();
        this.memory = memory;
    }

    void fromHost(long destination, MemorySegment source, long stream) {
        if (source.byteSize() == 0) {
            return;
        }
        if (source.isNative()) {
            copyToDevice(destination, source, stream);
            return;
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment copy = arena.allocate(source.byteSize(), 16);
            MemorySegment.copy(source, 0, copy, 0, source.byteSize());
            copyToDevice(destination, copy, stream);
            // The staging copy that the driver takes may still be under way for large sources.
            synchronize(stream);
        }
    }

    private void copyToDevice(long destination, MemorySegment source, long stream) {
        long previous = context.enter();
        try {
            int status = calls.copyToDevice(destination, source.address(), source.byteSize(), stream);
            if (status != DriverStatus.SUCCESS) {
                throw context.failure(status, "cuMemcpyHtoDAsync(" + source.byteSize() + " bytes)");
            }
        } finally {
            context.leave(previous);
        }
    }

    void toHost(MemorySegment destination, long source, long stream) {
        if (destination.byteSize() == 0) {
            return;
        }
        if (destination.isReadOnly()) {
            throw new IllegalArgumentException("the destination of a copy from " + context.device() + " is read-only");
        }
        if (destination.isNative()) {
            copyFromDevice(destination, source, stream);
            return;
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment copy = arena.allocate(destination.byteSize(), 16);
            copyFromDevice(copy, source, stream);
            synchronize(stream);
            MemorySegment.copy(copy, 0, destination, 0, destination.byteSize());
        }
    }

    private void copyFromDevice(MemorySegment destination, long source, long stream) {
        long previous = context.enter();
        try {
            int status = calls.copyToHost(destination.address(), source, destination.byteSize(), stream);
            if (status != DriverStatus.SUCCESS) {
                throw context.failure(status, "cuMemcpyDtoHAsync(" + destination.byteSize() + " bytes)");
            }
        } finally {
            context.leave(previous);
        }
    }

    private void synchronize(long stream) {
        long previous = context.enter();
        try {
            context.check(calls.synchronizeStream(stream), "cuStreamSynchronize");
        } finally {
            context.leave(previous);
        }
    }

    void onDevice(long destination, long source, long bytes, long stream) {
        if (bytes == 0) {
            return;
        }
        long previous = context.enter();
        try {
            int status = calls.copyOnDevice(destination, source, bytes, stream);
            if (status != DriverStatus.SUCCESS) {
                throw context.failure(status, "cuMemcpyDtoDAsync(" + bytes + " bytes)");
            }
        } finally {
            context.leave(previous);
        }
    }

    void toPeer(long destination, CudaDriver peer, long source, long bytes, long stream) {
        if (bytes == 0) {
            return;
        }
        if (!connectedPeers.contains(peer)) {
            connect(peer);
        }
        long previous = context.enter();
        try {
            int status =
                    calls.copyToPeer(destination, peer.context().handle(), source, context.handle(), bytes, stream);
            if (status != DriverStatus.SUCCESS) {
                throw context.failure(status, "cuMemcpyPeerAsync(" + bytes + " bytes to " + peer.device() + ")");
            }
        } finally {
            context.leave(previous);
        }
    }

    /** Lets both devices reach each other's memory directly where the hardware can; copies go through the host elsewhere. */
    private void connect(CudaDriver peer) {
        CudaContext other = peer.context();
        if (canReach(context, other) && canReach(other, context)) {
            enable(context, other);
            enable(other, context);
            memory.allowAccess(other);
            peer.memory().allowAccess(context);
        }
        connectedPeers.add(peer);
    }

    private boolean canReach(CudaContext from, CudaContext to) {
        return from.result(calls.canAccessPeer(from.deviceHandle(), to.deviceHandle()), "cuDeviceCanAccessPeer") != 0;
    }

    private void enable(CudaContext from, CudaContext to) {
        long previous = from.enter();
        try {
            int status = calls.enablePeerAccess(to.handle());
            if (status != DriverStatus.SUCCESS && status != DriverStatus.PEER_ACCESS_ALREADY_ENABLED) {
                throw from.failure(status, "cuCtxEnablePeerAccess(" + to.device() + ")");
            }
        } finally {
            from.leave(previous);
        }
    }
}
