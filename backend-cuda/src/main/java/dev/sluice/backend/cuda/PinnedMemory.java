package dev.sluice.backend.cuda;

import dev.sluice.backend.cuda.context.CudaContext;
import dev.sluice.backend.cuda.lwjgl.DriverCalls;
import dev.sluice.backend.cuda.lwjgl.DriverStatus;
import dev.sluice.spi.BackendConfiguration;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Pinned host memory of one device. Pinning takes the driver hundreds of microseconds, so what is freed is kept, in blocks
 * whose sizes are powers of two, up to a limit. Thread-safe and without locks.
 */
final class PinnedMemory {
    /** The setting with the bytes of freed pinned memory that are kept. */
    static final String KEPT_BYTES = "cuda.pinned.kept-bytes";

    private static final long DEFAULT_KEPT_BYTES = 128L << 20;
    private static final int SMALLEST_LOG2 = 12;

    private final CudaContext context;
    private final DriverCalls calls;
    private final long limit;
    private final AtomicLong kept = new AtomicLong();
    private final ConcurrentLinkedDeque<Long>[] blocks;

    @SuppressWarnings({"unchecked", "rawtypes"}) // Java has no arrays of a generic type.
    PinnedMemory(CudaContext context, BackendConfiguration configuration) {
        this.context = context;
        this.calls = context.calls();
        this.limit = configuration.integer(KEPT_BYTES, DEFAULT_KEPT_BYTES);
        this.blocks = new ConcurrentLinkedDeque[Long.SIZE];
        for (int i = 0; i < blocks.length; i++) {
            blocks[i] = new ConcurrentLinkedDeque<>();
        }
    }

    MemorySegment allocate(long bytes) {
        int log2 = log2(bytes);
        Long block = blocks[log2].pollFirst();
        if (block != null) {
            kept.addAndGet(-(1L << log2));
            return MemorySegment.ofAddress(block).reinterpret(bytes);
        }
        long previous = context.enter();
        try {
            long address = calls.allocateHost(1L << log2);
            if (address == -DriverStatus.OUT_OF_MEMORY) {
                freeKept();
                address = calls.allocateHost(1L << log2);
            }
            if (address < 0) {
                throw context.failure((int) -address, "cuMemHostAlloc(" + (1L << log2) + " bytes)");
            }
            return MemorySegment.ofAddress(address).reinterpret(bytes);
        } finally {
            context.leave(previous);
        }
    }

    void free(MemorySegment segment) {
        int log2 = log2(segment.byteSize());
        if (kept.addAndGet(1L << log2) <= limit) {
            blocks[log2].addFirst(segment.address());
            return;
        }
        kept.addAndGet(-(1L << log2));
        long previous = context.enter();
        try {
            context.check(calls.freeHost(segment.address()), "cuMemFreeHost");
        } finally {
            context.leave(previous);
        }
    }

    /** Frees what is kept. */
    void close() {
        if (kept.get() == 0) {
            return;
        }
        long previous = context.enter();
        try {
            freeKept();
        } finally {
            context.leave(previous);
        }
    }

    private void freeKept() {
        for (int log2 = SMALLEST_LOG2; log2 < blocks.length; log2++) {
            for (Long block = blocks[log2].pollFirst(); block != null; block = blocks[log2].pollFirst()) {
                kept.addAndGet(-(1L << log2));
                int status = calls.freeHost(block);
                if (status != DriverStatus.SUCCESS && !context.isGone(status)) {
                    throw context.failure(status, "cuMemFreeHost");
                }
            }
        }
    }

    private static int log2(long bytes) {
        return Math.max(SMALLEST_LOG2, Long.SIZE - Long.numberOfLeadingZeros(bytes - 1));
    }
}
