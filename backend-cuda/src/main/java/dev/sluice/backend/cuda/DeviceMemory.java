package dev.sluice.backend.cuda;

import dev.sluice.backend.cuda.context.CudaContext;
import dev.sluice.backend.cuda.lwjgl.DriverCalls;
import dev.sluice.backend.cuda.lwjgl.DriverStatus;
import dev.sluice.device.DeviceCapabilities;
import dev.sluice.device.DeviceException;
import dev.sluice.device.OutOfDeviceMemoryException;
import dev.sluice.spi.BackendConfiguration;
import dev.sluice.spi.MemoryInformation;

/**
 * The memory of one device. Where the device has memory pools, allocation and free take their place on a stream and
 * the default pool keeps what is freed; elsewhere both happen at once, and a free waits for the device. Thread-safe.
 */
final class DeviceMemory {
    /**
     * The setting with the bytes that the pool keeps over synchronisations; by default half of the device's memory, which
     * leaves room for what libraries allocate beside it.
     */
    static final String RELEASE_THRESHOLD = "cuda.pool.release-threshold";

    private final CudaContext context;
    private final DriverCalls calls;
    private final long totalBytes;
    private final boolean pooled;
    private final long pool;

    DeviceMemory(CudaContext context, DeviceCapabilities capabilities, BackendConfiguration configuration) {
        this.context = context;
        this.calls = context.calls();
        this.totalBytes = capabilities.memoryBytes();
        this.pooled = capabilities.streamOrderedAllocation();
        if (pooled) {
            pool = context.result(calls.defaultPool(context.deviceHandle()), "cuDeviceGetDefaultMemPool");
            long threshold = configuration.integer(RELEASE_THRESHOLD, totalBytes / 2);
            if (threshold < 0) {
                throw new IllegalArgumentException(
                        "setting " + RELEASE_THRESHOLD + "=" + threshold + " is negative; give a number of bytes");
            }
            context.check(calls.setReleaseThreshold(pool, threshold), "cuMemPoolSetAttribute(release threshold)");
        } else {
            pool = 0;
        }
    }

    long allocate(long bytes, long stream) {
        long previous = context.enter();
        try {
            long address = pooled ? calls.allocateAsync(bytes, stream) : calls.allocate(bytes);
            if (address < 0) {
                throw failure((int) -address, bytes);
            }
            return address;
        } finally {
            context.leave(previous);
        }
    }

    private DeviceException failure(int status, long bytes) {
        if (status != DriverStatus.OUT_OF_MEMORY) {
            return context.failure(status, call() + "(" + bytes + " bytes)");
        }
        MemoryInformation memory = information();
        return new OutOfDeviceMemoryException(
                context.device(),
                call() + " of " + bytes + " bytes, with " + memory.freeBytes() + " of " + memory.totalBytes()
                        + " bytes free",
                status,
                calls.statusName(status));
    }

    private String call() {
        return pooled ? "cuMemAllocAsync" : "cuMemAlloc";
    }

    void free(long address, long stream) {
        long previous = context.enter();
        try {
            context.check(
                    pooled ? calls.freeAsync(address, stream) : calls.free(address),
                    pooled ? "cuMemFreeAsync" : "cuMemFree");
        } finally {
            context.leave(previous);
        }
    }

    /** Free are the bytes outside the pool and the unused ones in it. */
    MemoryInformation information() {
        long previous = context.enter();
        try {
            long free = context.result(calls.freeMemory(), "cuMemGetInfo");
            if (pooled) {
                long reserved = context.result(calls.poolBytes(pool, false), "cuMemPoolGetAttribute(reserved)");
                long used = context.result(calls.poolBytes(pool, true), "cuMemPoolGetAttribute(used)");
                free += Math.max(0, reserved - used);
            }
            return new MemoryInformation(Math.min(free, totalBytes), totalBytes);
        } finally {
            context.leave(previous);
        }
    }

    void trim(long keepBytes) {
        if (pooled) {
            context.check(calls.trimPool(pool, keepBytes), "cuMemPoolTrimTo");
        }
    }

    /** Lets a peer read and write what is allocated here. */
    void allowAccess(CudaContext peer) {
        if (pooled) {
            context.check(calls.allowPoolAccess(pool, peer.deviceHandle()), "cuMemPoolSetAccess");
        }
    }
}
