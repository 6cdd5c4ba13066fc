package dev.sluice.runtime.device;

import dev.sluice.ClosedException;
import dev.sluice.device.Completion;
import dev.sluice.device.ResourceLease;
import java.util.concurrent.atomic.AtomicBoolean;

/** The lease of one place of a {@link ResourcePool}. */
final class PooledResource<R> implements ResourceLease<R> {
    private final ResourcePool<R> pool;
    private final int index;
    private final AtomicBoolean closed = new AtomicBoolean();

    PooledResource(ResourcePool<R> pool, int index) {
        this.pool = pool;
        this.index = index;
    }

    @Override
    public R resource() {
        if (closed.get()) {
            throw closedLease();
        }
        return pool.resource(index);
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            pool.restore(index);
        }
    }

    @Override
    public void closeAfter(Completion completion) {
        StreamPoint point = StreamPoint.of(completion);
        if (closed.compareAndSet(false, true)) {
            pool.restoreAfter(index, point.slot(), point.ticket());
        }
    }

    /** Ends the lease and leaves the place to the caller. */
    int surrender() {
        if (!closed.compareAndSet(false, true)) {
            throw closedLease();
        }
        return index;
    }

    private ClosedException closedLease() {
        return new ClosedException("the lease of one of the " + pool.name() + " is closed");
    }
}
