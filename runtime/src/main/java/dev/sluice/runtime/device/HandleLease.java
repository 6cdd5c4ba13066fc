package dev.sluice.runtime.device;

import dev.sluice.ClosedException;
import dev.sluice.device.ExecutionLease;
import java.util.concurrent.atomic.AtomicBoolean;

/** A provider handle and a stream, leased together. */
public final class HandleLease implements ExecutionLease {
    private final ExecutionPool pool;
    private final int handle;
    private final StreamLease stream;
    private final AtomicBoolean closed = new AtomicBoolean();

    HandleLease(ExecutionPool pool, int handle, StreamLease stream) {
        this.pool = pool;
        this.handle = handle;
        this.stream = stream;
    }

    @Override
    public long handle() {
        return pool.bind(handle(closed.get()), stream.token());
    }

    @Override
    public StreamLease stream() {
        int unused = handle(closed.get());
        return stream;
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            StreamSlot slot = stream.surrender();
            Enqueued work = Enqueued.end(slot);
            pool.giveBack(handle, slot, work.ticket());
            work.rethrow();
        }
    }

    ExecutionPool pool() {
        return pool;
    }

    /** The stream of a lease that was surrendered. */
    StreamSlot surrenderedStream() {
        return stream.surrender();
    }

    /** Ends the lease and leaves handle and stream to the caller. @return the place of the handle */
    int surrender() {
        return handle(!closed.compareAndSet(false, true));
    }

    private int handle(boolean ended) {
        if (ended) {
            throw new ClosedException("the execution lease on " + stream.device() + " is closed");
        }
        return handle;
    }
}
