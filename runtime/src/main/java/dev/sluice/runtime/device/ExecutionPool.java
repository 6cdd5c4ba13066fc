package dev.sluice.runtime.device;

import dev.sluice.device.ExecutionLease;
import dev.sluice.device.PoolStatistics;
import dev.sluice.device.ResourceLease;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The handles of one provider library on a device.
 *
 * <p>A handle is given back together with the point at which its stream ends its use, and is lent again when that point is
 * reached; so its workspace is never used by two operations, and no callback is needed.
 */
public final class ExecutionPool implements dev.sluice.device.ExecutionPool {
    private final ResourcePool<ProviderHandle> handles;
    private final StreamPool streams;

    ExecutionPool(ResourcePool<ProviderHandle> handles, StreamPool streams) {
        this.handles = handles;
        this.streams = streams;
    }

    @Override
    public Optional<ExecutionLease> tryAcquire() {
        int handle = handles.tryTake();
        if (handle < 0) {
            return Optional.empty();
        }
        @Nullable StreamLease stream = null;
        try {
            stream = streams.tryLease();
        } finally {
            if (stream == null) {
                handles.restore(handle);
            }
        }
        return stream == null ? Optional.empty() : Optional.of(new HandleLease(this, handle, stream));
    }

    @Override
    public HandleLease acquire() {
        int handle = takeHandle();
        return new HandleLease(this, handle, new StreamLease(streams, takeStreamFor(handle)));
    }

    /** Leases for a waiter: at once when handle and stream are free and nobody waits, else in line for each. */
    public void acquire(PoolWaiter<? super HandleLease> waiter) {
        handles.acquire(new HandleStage(this, waiter));
    }

    /** Takes a waiter out of the queue it is in. @return false when it was, or is being, settled */
    public boolean withdraw(PoolWaiter<? super HandleLease> waiter) {
        if (handles.withdrawFirst(queued -> queued instanceof HandleStage stage && stage.waiter == waiter) != null) {
            return true;
        }
        if (streams.withdrawFirst(queued -> queued instanceof StreamStage stage && stage.waiter == waiter)
                instanceof StreamStage stage) {
            handles.restore(stage.handle);
            return true;
        }
        return false;
    }

    @Override
    public PoolStatistics statistics() {
        return handles.statistics();
    }

    // --- for submissions: without objects for the leases

    int takeHandle() {
        int handle = handles.tryTake();
        return handle >= 0 ? handle : ((PooledResource<ProviderHandle>) handles.acquire()).surrender();
    }

    /** Takes a stream, or gives the handle back. */
    StreamSlot takeStreamFor(int handle) {
        @Nullable StreamSlot stream = null;
        try {
            stream = streams.take();
            return stream;
        } finally {
            if (stream == null) {
                handles.restore(handle);
            }
        }
    }

    long bind(int handle, long stream) {
        return handles.resource(handle).bind(stream);
    }

    void giveBack(int handle) {
        handles.restore(handle);
    }

    void giveBack(int handle, StreamSlot stream, long ticket) {
        handles.restoreAfter(handle, stream, ticket);
        streams.release(stream);
    }

    // --- closing

    List<String> describeLeases() {
        List<String> lines = new ArrayList<>();
        for (int index : handles.leasedSlots()) {
            lines.add("lease of handle " + index + " of the " + handles.name());
        }
        return lines;
    }

    void close() {
        handles.close();
    }

    void destroy(Teardown teardown) {
        handles.resources().forEach(handle -> handle.destroy(teardown));
    }

    private record HandleStage(ExecutionPool pool, PoolWaiter<? super HandleLease> waiter)
            implements PoolWaiter<ResourceLease<ProviderHandle>> {
        @Override
        public void granted(ResourceLease<ProviderHandle> lease) {
            int handle = ((PooledResource<ProviderHandle>) lease).surrender();
            pool.streams.acquire(new StreamStage(pool, waiter, handle));
        }

        @Override
        public void failed(Throwable error) {
            waiter.failed(error);
        }
    }

    private record StreamStage(ExecutionPool pool, PoolWaiter<? super HandleLease> waiter, int handle)
            implements PoolWaiter<StreamLease> {
        @Override
        public void granted(StreamLease stream) {
            waiter.granted(new HandleLease(pool, handle, stream));
        }

        @Override
        public void failed(Throwable error) {
            pool.handles.restore(handle);
            waiter.failed(error);
        }
    }
}
