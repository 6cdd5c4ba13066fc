package dev.sluice.runtime.device;

import dev.sluice.ClosedException;
import dev.sluice.device.Completion;
import dev.sluice.device.Device;
import dev.sluice.device.Stream;
import java.util.concurrent.atomic.AtomicBoolean;

/** One count of a leased slot. */
public final class StreamLease implements Stream {
    private final StreamPool pool;
    private final StreamSlot slot;
    private final AtomicBoolean closed = new AtomicBoolean();

    /** Takes over a count that the caller holds. */
    StreamLease(StreamPool pool, StreamSlot slot) {
        this.pool = pool;
        this.slot = slot;
    }

    @Override
    public Device device() {
        return slot.driver().device();
    }

    @Override
    public long token() {
        return slot().stream();
    }

    @Override
    public StreamLease retain() {
        slot().leases().incrementAndGet();
        return new StreamLease(pool, slot);
    }

    @Override
    public Completion recordCompletion() {
        StreamSlot open = slot();
        return new StreamPoint(open, open.record());
    }

    @Override
    public boolean isFinished() {
        return slot().isFinished();
    }

    @Override
    public void waitFor(Completion completion) {
        StreamPoint point = StreamPoint.of(completion);
        slot().waitFor(point.slot(), point.ticket());
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            pool.release(slot);
        }
    }

    /** The slot, while the lease is open. */
    StreamSlot slot() {
        if (closed.get()) {
            throw closedLease();
        }
        return slot;
    }

    /** Ends the lease and gives its count to the caller. */
    StreamSlot surrender() {
        if (!closed.compareAndSet(false, true)) {
            throw closedLease();
        }
        return slot;
    }

    private ClosedException closedLease() {
        return new ClosedException("the lease of " + slot + " is closed");
    }

    @Override
    public String toString() {
        return slot + (closed.get() ? ", given back" : "");
    }
}
