package dev.sluice.runtime.async;

import org.jspecify.annotations.Nullable;

/**
 * Whoever can wait: a task, or a blocked thread. It is its own list node, and its own end can be waited for.
 *
 * <p>{@link #wake} may be called by any thread, under no lock, and does nothing but make the waiter runnable: a
 * completion never runs what depends on it.
 */
public abstract class Waiter extends Signal {
    /** Guarded by the protocol of {@link Signal}. */
    @Nullable
    Waiter nextWaiter;

    /** Creates a waiter that waits for nothing. */
    protected Waiter() {}

    /** Makes the waiter runnable. */
    public abstract void wake();

    /** Whether no waiter is behind this one in a list that {@link #fire} returned. */
    protected final boolean isLast() {
        return nextWaiter == null;
    }
}
