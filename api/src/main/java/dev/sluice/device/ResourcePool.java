package dev.sluice.device;

import java.util.Optional;

/**
 * A fixed set of resources, each lent to one user at a time, first come, first served. Thread-safe.
 *
 * @param <R> the type of resource
 */
public interface ResourcePool<R> {
    /** Leases a resource if one is free and nobody is waiting for it. */
    Optional<ResourceLease<R>> tryAcquire();

    /** Leases a resource, waiting in line for it. */
    ResourceLease<R> acquire();

    /** The state of the resources now. */
    PoolStatistics statistics();
}
