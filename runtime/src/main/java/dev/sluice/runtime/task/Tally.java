package dev.sluice.runtime.task;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * What one worker has queued and finished; and one more, shared, for all other threads.
 *
 * <p>The counts only grow, and an activation is counted as queued before it can be counted as finished. So a sum of all
 * finished counts that is read first, and equals the sum of all queued counts that is read second, proves that at the
 * moment between the two nothing was queued or running.
 */
final class Tally {
    private static final VarHandle QUEUED;
    private static final VarHandle FINISHED;
    private static final VarHandle ROUTED;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            QUEUED = lookup.findVarHandle(Tally.class, "queued", long.class);
            FINISHED = lookup.findVarHandle(Tally.class, "finished", long.class);
            ROUTED = lookup.findVarHandle(Tally.class, "routed", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    @SuppressWarnings("unused") // through QUEUED
    private long queued;

    @SuppressWarnings("unused") // through FINISHED
    private long finished;

    @SuppressWarnings("unused") // through ROUTED
    private long routed;

    private final boolean shared;

    /** A tally of many threads, or of one. */
    Tally(boolean shared) {
        this.shared = shared;
    }

    void countQueued() {
        add(QUEUED, 1);
    }

    void countFinished() {
        add(FINISHED, 1);
    }

    /** Counts a task that is routed through the scheduler now, or, by −1, no longer is. */
    void countRouted(int change) {
        add(ROUTED, change);
    }

    private void add(VarHandle count, long change) {
        if (shared) {
            count.getAndAdd(this, change);
        } else {
            count.setRelease(this, (long) count.get(this) + change);
        }
    }

    long queued() {
        return (long) QUEUED.getAcquire(this);
    }

    long finished() {
        return (long) FINISHED.getAcquire(this);
    }

    long routed() {
        return (long) ROUTED.getAcquire(this);
    }
}
