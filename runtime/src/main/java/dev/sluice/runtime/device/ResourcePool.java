package dev.sluice.runtime.device;

import dev.sluice.device.ResourceLease;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A fixed set of resources of a device.
 *
 * @param <R> the type of resource
 */
public final class ResourcePool<R> extends SlotPool<ResourceLease<R>> implements dev.sluice.device.ResourcePool<R> {
    private final List<R> resources;

    /** What a pending resource is busy with: a point of a stream. Written by who gives it back, published by the lock. */
    private final @Nullable StreamSlot[] busyOn;

    private final long[] busyUntil;

    ResourcePool(String name, List<R> resources, DeviceStatus status, PoolWatcher watcher) {
        super(name, resources.size(), status, watcher);
        this.resources = List.copyOf(resources);
        this.busyOn = new StreamSlot[resources.size()];
        this.busyUntil = new long[resources.size()];
    }

    @Override
    public Optional<ResourceLease<R>> tryAcquire() {
        return Optional.ofNullable(tryLease());
    }

    R resource(int index) {
        return resources.get(index);
    }

    List<R> resources() {
        return resources;
    }

    /** Gives a resource back that is free when a point is reached. */
    void restoreAfter(int index, StreamSlot stream, long ticket) {
        if (stream.isKnownReached(ticket)) {
            restore(index);
        } else {
            busyOn[index] = stream;
            busyUntil[index] = ticket;
            retire(index);
        }
    }

    @Override
    ResourceLease<R> lease(int index) {
        return new PooledResource<>(this, index);
    }

    @Override
    boolean isFinished(int index) {
        @Nullable StreamSlot stream = busyOn[index];
        if (stream != null && !stream.isReached(busyUntil[index])) {
            return false;
        }
        busyOn[index] = null;
        return true;
    }

    @Override
    void awaitFinished(int index) {
        @Nullable StreamSlot stream = busyOn[index];
        if (stream != null) {
            stream.awaitReached(busyUntil[index]);
        }
    }
}
