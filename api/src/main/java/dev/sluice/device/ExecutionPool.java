package dev.sluice.device;

import java.util.Optional;

/**
 * The handles of one provider library on a device. A lease is acquired handle first, then stream, so no stream waits in
 * somebody's hands for a handle. Thread-safe.
 */
public interface ExecutionPool {
    /** Leases a handle and a stream if both are free and nobody is waiting for them. */
    Optional<ExecutionLease> tryAcquire();

    /** Leases a handle and a stream, waiting in line for each. */
    ExecutionLease acquire();

    /** The state of the handles now. */
    PoolStatistics statistics();
}
