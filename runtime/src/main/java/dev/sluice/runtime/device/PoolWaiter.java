package dev.sluice.runtime.device;

/**
 * Somebody who waits for a pool. Exactly one of the two methods is called, exactly once, from any thread and possibly
 * before the call that queued the waiter returns. The pool holds no lock then, but the calling thread may be the one that
 * serves every other waiter of the device: an implementation makes its owner runnable and returns.
 *
 * @param <L> the type of lease
 */
public interface PoolWaiter<L> {
    /** The lease is the waiter's now, to be closed by it. */
    void granted(L lease);

    /** There will be no lease: the device or the pool is gone. */
    void failed(Throwable error);
}
