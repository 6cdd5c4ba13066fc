package dev.sluice.backend.cpu.memory;

import dev.sluice.device.Device;
import dev.sluice.device.OutOfDeviceMemoryException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Pooled native memory, aligned to 64 bytes. Thread-safe.
 *
 * <p>Small blocks are cut from slabs, which live as long as the pool, and pass through a striped cache without a lock.
 * Large blocks come from the system one by one and are kept for reuse up to a bound, because fresh pages cost more than
 * most operations on them. What is taken from the system never exceeds the limit.
 *
 * <p>Protocol: the lists of each size class have a lock of their own, taken when a stripe is empty, full or in use. The
 * totals are atomic counters that change only when memory moves between the system, the lists and the callers.
 */
public final class BlockPool {
    /** The largest block that is cut from a slab. */
    private static final long SMALL = 32L << 10;

    private static final int SMALL_CLASSES = SizeClasses.indexOf(SMALL) + 1;
    private static final int CLASSES = SizeClasses.indexOf(1L << 46) + 1;
    private static final long SLAB = 256L << 10;

    /** The code of the C library for what does not fit. */
    private static final int ENOMEM = 12;

    private final Device device;
    private final long limit;
    private final long keep;
    private final MagazineStripe[] stripes;
    private final ReentrantLock[] locks = new ReentrantLock[CLASSES];
    private final BlockStack[] lists = new BlockStack[CLASSES];
    private final ReentrantLock slabLock = new ReentrantLock();
    private final List<Long> slabs = new ArrayList<>();
    private final AtomicLong reserved = new AtomicLong();
    private final AtomicLong kept = new AtomicLong();

    /**
     * Creates an empty pool.
     *
     * @param device whose memory this is, for errors
     * @param limit the most bytes taken from the system
     */
    public BlockPool(Device device, long limit) {
        this.device = device;
        this.limit = limit;
        this.keep = Math.min(limit / 4, 4L << 30);
        int count = Integer.highestOneBit(Math.max(1, Runtime.getRuntime().availableProcessors() * 2 - 1)) * 2;
        stripes = new MagazineStripe[count];
        for (int i = 0; i < count; i++) {
            stripes[i] = new MagazineStripe(SMALL_CLASSES);
        }
        for (int i = 0; i < CLASSES; i++) {
            locks[i] = new ReentrantLock();
            lists[i] = new BlockStack();
        }
    }

    /**
     * Allocates memory with undefined contents.
     *
     * @param bytes the size, positive
     * @return the address
     * @throws OutOfDeviceMemoryException when the limit or the system does not allow it
     */
    public long allocate(long bytes) {
        if (bytes <= 0) {
            throw new IllegalArgumentException("an allocation of " + bytes + " bytes");
        }
        if (bytes > limit) {
            throw outOfMemory(bytes);
        }
        int sizeClass = SizeClasses.indexOf(bytes);
        long address;
        if (sizeClass < SMALL_CLASSES) {
            address = stripe().tryPop(sizeClass);
            if (address == 0) {
                address = allocateSmall(sizeClass);
            }
        } else {
            address = allocateLarge(sizeClass);
        }
        if (address == 0) {
            throw outOfMemory(bytes);
        }
        return address;
    }

    private OutOfDeviceMemoryException outOfMemory(long bytes) {
        return new OutOfDeviceMemoryException(
                device,
                "allocate of " + bytes + " bytes with " + (limit - freeBytes()) + " of " + limit
                        + " bytes in use (setting cpu.memory)",
                ENOMEM,
                "ENOMEM");
    }

    /**
     * Takes memory back.
     *
     * @param bytes the size that was asked for
     */
    public void free(long address, long bytes) {
        int sizeClass = SizeClasses.indexOf(bytes);
        if (sizeClass < SMALL_CLASSES) {
            if (!stripe().tryPush(sizeClass, address)) {
                pushShared(sizeClass, address);
            }
            return;
        }
        long size = SizeClasses.bytes(sizeClass);
        if (kept.addAndGet(size) <= keep) {
            pushShared(sizeClass, address);
        } else {
            kept.addAndGet(-size);
            release(address, size);
        }
    }

    /** Gives idle large blocks back to the system, keeping at least {@code keepBytes} of them. */
    public void trim(long keepBytes) {
        for (int sizeClass = CLASSES - 1; sizeClass >= SMALL_CLASSES; sizeClass--) {
            long size = SizeClasses.bytes(sizeClass);
            while (kept.get() - size >= keepBytes) {
                long address = popShared(sizeClass);
                if (address == 0) {
                    break;
                }
                kept.addAndGet(-size);
                release(address, size);
            }
        }
    }

    /** The bytes taken from the system. */
    public long reservedBytes() {
        return reserved.get();
    }

    /** The bytes that could still be allocated: what was not taken yet and the idle large blocks. */
    public long freeBytes() {
        return Math.max(0, limit - reserved.get() + kept.get());
    }

    /** The most bytes taken from the system. */
    public long limitBytes() {
        return limit;
    }

    /** Gives everything back to the system. Nothing allocated may be in use. */
    public void close() {
        trim(0);
        slabLock.lock();
        try {
            slabs.forEach(SystemMemory::free);
            slabs.clear();
        } finally {
            slabLock.unlock();
        }
    }

    private MagazineStripe stripe() {
        // Thread ids are consecutive, so neighbours get different stripes without a hash.
        return stripes[(int) Thread.currentThread().threadId() & (stripes.length - 1)];
    }

    private long allocateSmall(int sizeClass) {
        long address = popShared(sizeClass);
        return address != 0 ? address : cutSlab(sizeClass);
    }

    private long cutSlab(int sizeClass) {
        long size = SizeClasses.bytes(sizeClass);
        long slab = SLAB;
        long start = reserve(slab);
        if (start == 0) {
            slab = size;
            start = reserve(slab);
        }
        if (start == 0) {
            return 0;
        }
        slabLock.lock();
        try {
            slabs.add(start);
        } finally {
            slabLock.unlock();
        }
        locks[sizeClass].lock();
        try {
            // Pushed from the end, so that blocks are handed out in rising order.
            for (long offset = (slab / size - 1) * size; offset > 0; offset -= size) {
                lists[sizeClass].push(start + offset);
            }
        } finally {
            locks[sizeClass].unlock();
        }
        return start;
    }

    private long allocateLarge(int sizeClass) {
        long size = SizeClasses.bytes(sizeClass);
        long address = popShared(sizeClass);
        if (address != 0) {
            kept.addAndGet(-size);
            return address;
        }
        return reserve(size);
    }

    /** Takes memory from the system, giving up idle blocks when there is not enough. */
    private long reserve(long bytes) {
        for (int attempt = 0; attempt < 2; attempt++) {
            if (reserved.addAndGet(bytes) <= limit) {
                long address = SystemMemory.allocate(bytes);
                if (address != 0) {
                    return address;
                }
            }
            reserved.addAndGet(-bytes);
            trim(0);
        }
        return 0;
    }

    private void release(long address, long size) {
        SystemMemory.free(address);
        reserved.addAndGet(-size);
    }

    private long popShared(int sizeClass) {
        locks[sizeClass].lock();
        try {
            return lists[sizeClass].pop();
        } finally {
            locks[sizeClass].unlock();
        }
    }

    private void pushShared(int sizeClass, long address) {
        locks[sizeClass].lock();
        try {
            lists[sizeClass].push(address);
        } finally {
            locks[sizeClass].unlock();
        }
    }
}
