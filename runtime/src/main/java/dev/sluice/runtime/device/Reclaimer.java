package dev.sluice.runtime.device;

import dev.sluice.device.DeviceException;
import dev.sluice.spi.DeviceDriver;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives memory back when no work uses it any more, without waiting on the host.
 *
 * <p>A stream of its own waits for every completion of the final ledger, and the free is enqueued behind the waits. Owners of
 * foreign memory are told by the watcher, once the same stream has passed those waits. A device whose frees have no place on
 * a stream is waited for. On a poisoned device nothing runs any more, so nothing needs to be waited for, and its driver has
 * taken the memory back with the device.
 *
 * <p>One lock guards the stream and the queue; owners are told outside of it.
 */
final class Reclaimer implements PoolWatcher.Watched {
    private static final Logger LOG = LoggerFactory.getLogger(Reclaimer.class);

    private record Foreign(StreamSlot stream, long ticket, Runnable onRelease) {}

    private final DeviceDriver driver;
    private final DeviceStatus status;
    private final PoolWatcher watcher;
    private final boolean inline;
    private final boolean streamOrdered;
    private final StreamSource source;
    private final ArrayDeque<Foreign> foreign = new ArrayDeque<>();
    private long pendingBytes;

    Reclaimer(DeviceDriver driver, DeviceStatus status, StreamSource source, PoolWatcher watcher) {
        this.driver = driver;
        this.status = status;
        this.watcher = watcher;
        this.inline = driver.capabilities().executesInline();
        this.streamOrdered = driver.capabilities().streamOrderedAllocation() && !inline;
        this.source = source;
    }

    /**
     * Gives memory back after the completions of its final ledger.
     *
     * @param onRelease who owns the memory, or null when the driver does
     * @param ledger what to wait for, or null for nothing
     */
    void reclaim(long address, long bytes, @Nullable Runnable onRelease, @Nullable CompletionLedger ledger) {
        if (inline) {
            finish(address, bytes, onRelease);
        } else if (onRelease != null) {
            reclaimForeign(onRelease, ledger);
        } else if (streamOrdered) {
            reclaimInOrder(address, bytes, ledger);
        } else {
            reclaimBlocking(address, bytes, ledger);
        }
    }

    private void finish(long address, long bytes, @Nullable Runnable onRelease) {
        if (onRelease != null) {
            onRelease.run();
        } else {
            driver.free(address, bytes, 0);
        }
    }

    private synchronized void reclaimInOrder(long address, long bytes, @Nullable CompletionLedger ledger) {
        if (status.isPoisoned()) {
            return;
        }
        unlessPoisoned(() -> {
            StreamSlot slot = source.slot();
            waitForAll(slot, ledger);
            driver.free(address, bytes, slot.stream());
            pendingBytes += bytes;
        });
    }

    private void reclaimForeign(Runnable onRelease, @Nullable CompletionLedger ledger) {
        synchronized (this) {
            StreamSlot slot = source.slot();
            waitForAll(slot, ledger);
            Enqueued waits = Enqueued.end(slot);
            foreign.add(new Foreign(slot, waits.ticket(), onRelease));
        }
        if (look() != PoolWatcher.Outcome.NOBODY_WAITS) {
            watcher.wake();
        }
    }

    private void reclaimBlocking(long address, long bytes, @Nullable CompletionLedger ledger) {
        if (ledger != null) {
            ledger.forEach((stream, ticket) -> unlessPoisoned(() -> stream.awaitReached(ticket)));
        }
        if (!status.isPoisoned()) {
            unlessPoisoned(() -> driver.free(address, bytes, 0));
        }
    }

    private void waitForAll(StreamSlot slot, @Nullable CompletionLedger ledger) {
        if (ledger != null) {
            ledger.forEach((stream, ticket) -> unlessPoisoned(() -> waitFor(slot, stream, ticket)));
        }
    }

    /** Makes the stream wait; where that fails, waits on the host, so that an error does not leak the memory. */
    private static void waitFor(StreamSlot slot, StreamSlot stream, long ticket) {
        try {
            slot.waitFor(stream, ticket);
        } catch (DeviceException e) {
            if (e.poisoned()) {
                throw e;
            }
            LOG.warn("{} is waited for on the host because a stream could not wait for it", stream, e);
            stream.awaitReached(ticket);
        }
    }

    /** Work on a poisoned device, this or another, will not touch memory any more. */
    private void unlessPoisoned(Runnable wait) {
        try {
            wait.run();
        } catch (DeviceException e) {
            status.observe(e);
            if (!e.poisoned()) {
                throw e;
            }
        }
    }

    /** Tells the owners of foreign memory that is no longer used. */
    @Override
    public PoolWatcher.Outcome look() {
        for (@Nullable Foreign released = nextReleased(); released != null; released = nextReleased()) {
            try {
                released.onRelease.run();
            } catch (RuntimeException e) {
                LOG.error("the owner of memory lent to {} failed to take it back", driver.device(), e);
            }
        }
        synchronized (this) {
            return foreign.isEmpty() ? PoolWatcher.Outcome.NOBODY_WAITS : PoolWatcher.Outcome.NOTHING_FREE;
        }
    }

    private synchronized @Nullable Foreign nextReleased() {
        @Nullable Foreign oldest = foreign.peek();
        if (oldest == null) {
            return null;
        }
        try {
            return status.isPoisoned() || oldest.stream.isReached(oldest.ticket) ? foreign.remove() : null;
        } catch (DeviceException e) {
            if (e.poisoned()) {
                return foreign.remove();
            }
            LOG.warn("cannot tell whether memory lent to {} is still used", driver.device(), e);
            return null;
        }
    }

    @Override
    public boolean awaitOldest() {
        return false;
    }

    /** Waits on the host until every pending free has happened and every owner has been told. */
    void drain() {
        @Nullable StreamSlot slot;
        long draining;
        synchronized (this) {
            slot = source.existing();
            draining = pendingBytes;
        }
        if (slot != null) {
            slot.awaitFinished();
            synchronized (this) {
                pendingBytes = Math.max(0, pendingBytes - draining);
            }
        }
        look();
    }

    /** Bytes whose free may not have happened yet. */
    synchronized long pendingBytes() {
        @Nullable StreamSlot slot = source.existing();
        if (pendingBytes > 0 && (slot == null || status.isPoisoned() || slot.isFinished())) {
            pendingBytes = 0;
        }
        return pendingBytes;
    }

    void destroy(Teardown teardown) {
        look();
        synchronized (this) {
            source.destroy(teardown);
        }
    }
}
