package dev.sluice.runtime.device;

import dev.sluice.ClosedException;
import dev.sluice.device.Device;
import dev.sluice.device.MemoryStatistics;
import dev.sluice.device.OutOfDeviceMemoryException;
import dev.sluice.spi.DeviceDriver;
import dev.sluice.spi.MemoryInformation;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Allocates the buffers of one device and counts them.
 *
 * <p>With stream-ordered allocation, memory comes from a stream of its own on which no work ever waits, so that a new buffer
 * depends on nothing; frees are another stream's, see {@link Reclaimer}. Buffers that were forgotten are noticed by the next
 * allocation, and by whoever runs out of memory or closes the device.
 */
final class DeviceMemory {
    private static final Logger LOG = LoggerFactory.getLogger(DeviceMemory.class);

    /** How long the collector is given to find forgotten buffers, when they stand in the way of something. */
    private static final Duration COLLECTION = Duration.ofMillis(200);

    private final DeviceDriver driver;
    private final Device device;
    private final MemoryPolicy policy;
    private final boolean track;
    private final boolean inline;
    private final boolean streamOrdered;
    private final StreamSource allocation;
    private final Reclaimer reclaimer;
    private final BufferRegistry registry = new BufferRegistry();
    private final AtomicLong liveBytes = new AtomicLong();
    private final AtomicLong peakBytes = new AtomicLong();
    private boolean primed;
    private volatile boolean closed;

    DeviceMemory(DeviceDriver driver, ResourceOptions options, StreamSource allocation, Reclaimer reclaimer) {
        this.driver = driver;
        this.device = driver.device();
        this.policy = options.memory();
        this.track = options.trackAllocations();
        this.inline = driver.capabilities().executesInline();
        this.streamOrdered = driver.capabilities().streamOrderedAllocation() && !inline;
        this.allocation = allocation;
        this.reclaimer = reclaimer;
    }

    Device device() {
        return device;
    }

    // --- allocating

    DeviceBuffer allocate(DeviceResources resources, long bytes) {
        requireSize(bytes);
        requireOpen();
        releaseForgotten();
        if (bytes == 0) {
            return new DeviceBuffer(resources);
        }
        if (!streamOrdered) {
            long address = withRecovery(bytes, () -> driver.allocate(bytes, 0));
            return enrol(resources, address, bytes, null, inline ? null : new CompletionLedger());
        }
        CompletionLedger ledger = new CompletionLedger();
        long address = withRecovery(bytes, () -> allocateInOrder(bytes, ledger));
        return enrol(resources, address, bytes, null, ledger);
    }

    DeviceBuffer adopt(DeviceResources resources, long address, long bytes, Runnable onRelease) {
        requireSize(bytes);
        requireOpen();
        return enrol(resources, address, bytes, onRelease, inline ? null : new CompletionLedger());
    }

    private DeviceBuffer enrol(
            DeviceResources resources,
            long address,
            long bytes,
            @Nullable Runnable onRelease,
            @Nullable CompletionLedger ledger) {
        @Nullable AllocationSite site = track ? AllocationSite.capture() : null;
        began(bytes);
        return new DeviceBuffer(
                resources, registry, new BufferRecord.Content(this, address, bytes, ledger, null, onRelease, site));
    }

    /** Makes one of the logical buffers over a shared allocation. */
    DeviceBuffer part(DeviceResources resources, BufferRecord.Content content) {
        began(content.bytes());
        return new DeviceBuffer(resources, registry, content);
    }

    private long allocateInOrder(long bytes, CompletionLedger ledger) {
        synchronized (allocation) {
            StreamSlot slot = allocation.slot();
            if (!primed) {
                primed = true;
                prime(slot.stream());
            }
            long address = driver.allocate(bytes, slot.stream());
            boolean done = false;
            try {
                // The allocation has usually happened by now; if so there is nothing that a first access would wait
                // for.
                if (!slot.isFinished()) {
                    ledger.publishWrite(slot, slot.record());
                }
                done = true;
            } finally {
                if (!done) {
                    driver.free(address, bytes, slot.stream());
                }
            }
            return address;
        }
    }

    private void prime(long stream) {
        if (policy.primedBytes() > 0) {
            driver.free(driver.allocate(policy.primedBytes(), stream), policy.primedBytes(), stream);
        }
    }

    /** Allocates memory for the work of one stream. Balanced by {@link #freeOn} or {@link #freeUnused}. */
    long allocateOn(long stream, long bytes) {
        long address = withRecovery(bytes, () -> driver.allocate(bytes, stream));
        began(bytes);
        return address;
    }

    /** Frees memory that only the work of one stream has used, in its order. */
    void freeOn(long stream, long address, long bytes) {
        ended(bytes);
        driver.free(address, bytes, stream);
    }

    /** Frees memory that no unfinished work uses. */
    void freeUnused(long address, long bytes) {
        ended(bytes);
        reclaimer.reclaim(address, bytes, null, null);
    }

    boolean isStreamOrdered() {
        return streamOrdered;
    }

    private static void requireSize(long bytes) {
        if (bytes < 0) {
            throw new IllegalArgumentException("a buffer cannot have " + bytes + " bytes");
        }
    }

    private void requireOpen() {
        if (closed) {
            throw new ClosedException("the resources of " + device + " are closed");
        }
    }

    // --- running out

    private interface Attempt {
        long run();
    }

    /** Tries; frees what is about to be free and tries again; frees what was forgotten and tries again; explains. */
    private long withRecovery(long bytes, Attempt attempt) {
        try {
            return attempt.run();
        } catch (OutOfDeviceMemoryException first) {
            drain();
            try {
                return attempt.run();
            } catch (OutOfDeviceMemoryException second) {
                if (releaseUnreachable() > 0) {
                    drain();
                    try {
                        return attempt.run();
                    } catch (OutOfDeviceMemoryException third) {
                        throw explained(bytes, third);
                    }
                }
                throw explained(bytes, second);
            }
        }
    }

    private OutOfDeviceMemoryException explained(long bytes, OutOfDeviceMemoryException error) {
        MemoryStatistics now = statistics();
        MemoryInformation information = driver.memoryInformation();
        StringBuilder text = new StringBuilder("allocation of " + bytes + " bytes (live: " + now.liveBuffers()
                + " buffers with " + now.liveBytes() + " bytes; closed but still in use: " + now.reclaimingBytes()
                + " bytes; the device has " + information.freeBytes() + " of " + information.totalBytes()
                + " bytes free");
        if (!track) {
            text.append("; track allocations to see where live buffers come from");
        }
        now.sites().stream()
                .limit(5)
                .forEach(site -> text.append("; ")
                        .append(site.bytes())
                        .append(" bytes in ")
                        .append(site.buffers())
                        .append(" buffers allocated ")
                        .append(site.site()));
        OutOfDeviceMemoryException explained =
                new OutOfDeviceMemoryException(device, text.append(')').toString(), error.code(), error.codeName());
        explained.initCause(error);
        return explained;
    }

    // --- releasing

    void reclaim(long address, long bytes, @Nullable Runnable onRelease, @Nullable CompletionLedger ledger) {
        reclaimer.reclaim(address, bytes, onRelease, ledger);
    }

    /** Waits on the host until every pending free has happened, and applies the release threshold. */
    void drain() {
        reclaimer.drain();
        if (policy.releaseThreshold() < Long.MAX_VALUE) {
            driver.trimMemory(policy.releaseThreshold());
        }
    }

    void trim(long keepBytes) {
        reclaimer.drain();
        driver.trimMemory(keepBytes);
    }

    /** Releases the buffers that the collector found unreachable so far. */
    void releaseForgotten() {
        for (@Nullable BufferRecord record = registry.pollForgotten();
                record != null;
                record = registry.pollForgotten()) {
            releaseForgotten(record);
        }
    }

    private void releaseForgotten(BufferRecord record) {
        LOG.warn(
                "{} was never closed and is released because nothing refers to it any more{}",
                record.describe(),
                track ? "" : "; track allocations to see where it was allocated");
        record.release();
    }

    /** Runs the collector and releases what it finds unreachable. @return the number of buffers released */
    int releaseUnreachable() {
        if (registry.count() == 0) {
            return 0;
        }
        System.gc();
        int released = 0;
        for (@Nullable BufferRecord record = registry.awaitForgotten(COLLECTION);
                record != null;
                record = registry.pollForgotten()) {
            releaseForgotten(record);
            released++;
        }
        return released;
    }

    // --- counting

    private void began(long bytes) {
        long live = liveBytes.addAndGet(bytes);
        if (live > peakBytes.getPlain()) {
            peakBytes.accumulateAndGet(live, Math::max);
        }
    }

    void ended(long bytes) {
        liveBytes.addAndGet(-bytes);
    }

    List<BufferRecord> live() {
        return registry.live();
    }

    MemoryStatistics statistics() {
        Map<AllocationSite, long[]> bySite = new HashMap<>();
        if (track) {
            for (BufferRecord record : registry.live()) {
                if (record.site() != null) {
                    long[] sums = bySite.computeIfAbsent(record.site(), site -> new long[2]);
                    sums[0]++;
                    sums[1] += record.bytes();
                }
            }
        }
        MemoryInformation information = driver.memoryInformation();
        return new MemoryStatistics(
                liveBytes.get(),
                registry.count(),
                reclaimer.pendingBytes(),
                information.totalBytes() - information.freeBytes(),
                peakBytes.get(),
                registry.entered(),
                bySite.entrySet().stream()
                        .map(e -> new MemoryStatistics.SiteStatistics(
                                e.getKey().toString(), e.getValue()[0], e.getValue()[1]))
                        .sorted(Comparator.comparingLong(MemoryStatistics.SiteStatistics::bytes)
                                .reversed())
                        .toList());
    }

    /** Refuses allocations from now on. */
    void close() {
        closed = true;
    }

    /** Waits for the pending frees, then destroys the two streams. */
    void destroy(Teardown teardown) {
        teardown.step(reclaimer::drain);
        reclaimer.destroy(teardown);
        synchronized (allocation) {
            allocation.destroy(teardown);
        }
    }
}
