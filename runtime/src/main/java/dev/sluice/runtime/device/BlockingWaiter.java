package dev.sluice.runtime.device;

import dev.sluice.TaskCancelledException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A thread that waits for a pool. Settling it publishes the outcome and unparks the thread, which the constructor names. */
final class BlockingWaiter<L> implements PoolWaiter<L> {
    private final Thread thread = Thread.currentThread();
    private @Nullable L lease;
    private @Nullable Throwable error;

    /** Written last by who settles, read first by the thread. */
    private volatile boolean settled;

    @Override
    public void granted(L granted) {
        lease = granted;
        settle();
    }

    @Override
    public void failed(Throwable failure) {
        error = failure;
        settle();
    }

    private void settle() {
        settled = true;
        LockSupport.unpark(thread);
    }

    L await(SlotPool<L> pool, PoolWatcher watcher) {
        boolean interrupted = false;
        while (!settled) {
            watcher.waitFor(this, pool);
            if (Thread.interrupted()) {
                interrupted = true;
                if (pool.withdraw(this)) {
                    thread.interrupt();
                    throw new TaskCancelledException("interrupted while waiting for the " + pool.name());
                }
            }
        }
        if (interrupted) {
            thread.interrupt();
        }
        return outcome();
    }

    private L outcome() {
        if (lease != null) {
            return lease;
        }
        switch (error) {
            case RuntimeException e -> throw e;
            case Error e -> throw e;
            case null, default -> throw new IllegalStateException("a pool settled its waiter with neither", error);
        }
    }
}
