package dev.sluice.device;

import java.util.Optional;

/**
 * The streams of a device. A slot is idle, leased, or pending: no longer leased, but with unfinished work. Only idle ones
 * are lent, so no operation queues behind unrelated work. Who finds the pool exhausted is served first come, first
 * served. Thread-safe.
 */
public interface StreamPool {
    /**
     * Leases a stream if one is idle and nobody is waiting for it.
     *
     * @throws DeviceException when the device is poisoned
     */
    Optional<Stream> tryAcquire();

    /**
     * Leases a stream, waiting in line for it.
     *
     * @throws DeviceException when the device is poisoned, also while waiting
     */
    Stream acquire();

    /** The state of the slots now. */
    PoolStatistics statistics();
}
