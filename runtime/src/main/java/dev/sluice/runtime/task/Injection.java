package dev.sluice.runtime.task;

import org.jspecify.annotations.Nullable;

/**
 * The queue of an arena for activations that come from outside it, first in first out. Pushing is one compare-and-set;
 * taking is under a lock, which workers amortise by taking several.
 */
final class Injection {
    private final Intake arrivals = new Intake();
    private final Object lock = new Object();
    private volatile @Nullable ResumableTask backlog;

    void push(ResumableTask task) {
        arrivals.push(task);
    }

    boolean isEmpty() {
        return backlog == null && arrivals.isEmpty();
    }

    /** Takes the oldest task and moves up to {@code more} behind it to a worker's own queue; null when there is none. */
    @Nullable
    ResumableTask poll(@Nullable WorkQueue own, int more) {
        if (isEmpty()) {
            return null;
        }
        synchronized (lock) {
            ResumableTask first = backlog;
            if (first == null) {
                first = arrivals.takeAll();
                if (first == null) {
                    return null;
                }
            }
            ResumableTask rest = unlink(first);
            if (own != null) {
                for (int moved = 0; moved < more && rest != null; moved++) {
                    ResumableTask next = unlink(rest);
                    own.push(rest);
                    rest = next;
                }
            }
            backlog = rest;
            return first;
        }
    }

    private static @Nullable ResumableTask unlink(ResumableTask task) {
        ResumableTask next = task.nextQueued;
        task.nextQueued = null;
        return next;
    }
}
