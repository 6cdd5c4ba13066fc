package dev.sluice.runtime.device;

import dev.sluice.device.Stream;
import dev.sluice.spi.DeviceDriver;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The streams of a device, each created when it is first needed. */
public final class StreamPool extends SlotPool<StreamLease> implements dev.sluice.device.StreamPool {
    private final DeviceDriver driver;
    private final DeviceStatus status;
    private final EventPool events;
    private final boolean inline;
    private final boolean track;

    /** Written by whoever has taken the slot; the pool's lock publishes it. */
    private final @Nullable StreamSlot[] slots;

    private final @Nullable AllocationSite[] sites;

    StreamPool(
            DeviceDriver driver, ResourceOptions options, DeviceStatus status, EventPool events, PoolWatcher watcher) {
        super("streams of " + driver.device(), options.streams(), status, watcher);
        this.driver = driver;
        this.status = status;
        this.events = events;
        this.inline = driver.capabilities().executesInline();
        this.track = options.trackAllocations();
        this.slots = new StreamSlot[options.streams()];
        this.sites = new AllocationSite[options.streams()];
    }

    /** The lease behind a stream that this engine lent. */
    static StreamLease lease(Stream stream) {
        if (stream instanceof StreamLease lease) {
            return lease;
        }
        throw new IllegalArgumentException(stream + " was not leased from a stream pool of this runtime");
    }

    @Override
    public Optional<Stream> tryAcquire() {
        return Optional.ofNullable(tryLease());
    }

    /** Takes a stream without making a handle for it, waiting in line. Balanced by {@link #release}. */
    StreamSlot take() {
        int index = tryTake();
        return index >= 0 ? open(index) : acquire().surrender();
    }

    /** Gives one count of a stream back. */
    void release(StreamSlot slot) {
        if (slot.leases().decrementAndGet() == 0) {
            int index = slot.index();
            if (inline) {
                restore(index);
            } else {
                retire(index);
            }
        }
    }

    private StreamSlot open(int index) {
        boolean done = false;
        try {
            StreamSlot slot = prepare(index);
            done = true;
            return slot;
        } finally {
            if (!done) {
                putBack(index);
            }
        }
    }

    private StreamSlot prepare(int index) {
        @Nullable StreamSlot slot = slots[index];
        if (slot == null) {
            slot = StreamSlot.create(driver, status, events, index);
            slots[index] = slot;
        }
        slot.leases().setPlain(1);
        if (track) {
            sites[index] = AllocationSite.capture();
        }
        return slot;
    }

    @Override
    StreamLease lease(int index) {
        return new StreamLease(this, prepare(index));
    }

    @Override
    boolean isFinished(int index) {
        @Nullable StreamSlot slot = slots[index];
        return slot == null || slot.isFinished();
    }

    @Override
    void awaitFinished(int index) {
        @Nullable StreamSlot slot = slots[index];
        if (slot != null) {
            slot.awaitFinished();
        }
    }

    /** One line for each leased stream. */
    List<String> describeLeases() {
        List<String> lines = new ArrayList<>();
        for (int index : leasedSlots()) {
            @Nullable AllocationSite site = sites[index];
            lines.add("lease of " + slots[index] + (site == null ? "" : " acquired " + site));
        }
        return lines;
    }

    /** Refuses later acquisitions and waits for the work of every stream. */
    void drain(Teardown teardown) {
        close();
        for (@Nullable StreamSlot slot : slots) {
            if (slot != null) {
                teardown.step(slot::awaitFinished);
            }
        }
    }

    /** Destroys the streams, which have no work. */
    void destroy(Teardown teardown) {
        for (@Nullable StreamSlot slot : slots) {
            if (slot != null) {
                slot.destroy(teardown);
            }
        }
    }
}
