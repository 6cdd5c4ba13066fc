package dev.sluice.runtime.device;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Looks at pools on behalf of those who wait for them, since a finished stream tells nobody.
 *
 * <p>Why a thread that asks, and not a callback of the driver: a host function on a stream costs the device tens of
 * microseconds, and a saturated pool would need one for each operation; a query costs a tenth of one, finds every slot that
 * finished meanwhile, and also finds a poisoned device, whose callbacks never come. The thread exists from the first wait on
 * and is parked while nobody waits. While somebody does, it asks at once, and then at intervals that double from a few
 * microseconds to half a millisecond, starting anew after each success; a thread that gives back a slot serves the queue
 * itself. So a wait is longer than the work it waits for by at most its half, or half a millisecond.
 *
 * <p>A deterministic device has no such thread. Whoever blocks drives the pools himself, and a deterministic scheduler calls
 * {@link #advance} when it has nothing else to run: time passes only then.
 */
final class PoolWatcher {
    /** Who looks. */
    enum Mode {
        /** A thread of the watcher. */
        THREAD,
        /** Whoever waits. */
        CALLER
    }

    private static final long SHORTEST_PAUSE = 5_000;
    private static final long LONGEST_PAUSE = 500_000;

    /** What came of looking. */
    enum Outcome {
        /** There is no reason to look again. */
        NOBODY_WAITS,
        /** Somebody waits, and could not be served. */
        NOTHING_FREE,
        /** Somebody was served, and somebody still waits. */
        SERVED
    }

    /** Something to look at. */
    interface Watched {
        /** Serves whom it can. */
        Outcome look();

        /** If somebody waits, waits on the host for the pending work that was submitted first. @return whether there was any */
        boolean awaitOldest();
    }

    private final String name;
    private final Mode mode;
    private final List<Watched> watched = new CopyOnWriteArrayList<>();
    private final Object starting = new Object();
    private volatile @Nullable Thread thread;
    private volatile boolean closed;

    PoolWatcher(String name, Mode mode) {
        this.name = name;
        this.mode = mode;
    }

    void watch(Watched pool) {
        watched.add(pool);
    }

    /** Somebody waits. A permit to run is never lost: it is either taken by the next pause, or ends the present one. */
    void wake() {
        if (mode == Mode.CALLER) {
            return;
        }
        @Nullable Thread running = thread;
        if (running == null) {
            running = start();
        }
        LockSupport.unpark(running);
    }

    private Thread start() {
        synchronized (starting) {
            @Nullable Thread running = thread;
            if (running == null) {
                running = Thread.ofPlatform().name(name).daemon().unstarted(this::run);
                thread = running;
                running.start();
            }
            return running;
        }
    }

    private void run() {
        long pause = SHORTEST_PAUSE;
        while (!closed) {
            switch (lookAtAll()) {
                case NOBODY_WAITS -> {
                    LockSupport.park(this);
                    pause = SHORTEST_PAUSE;
                }
                case NOTHING_FREE -> {
                    LockSupport.parkNanos(this, pause);
                    pause = Math.min(2 * pause, LONGEST_PAUSE);
                }
                case SERVED -> pause = SHORTEST_PAUSE;
            }
        }
    }

    private Outcome lookAtAll() {
        Outcome most = Outcome.NOBODY_WAITS;
        for (Watched pool : watched) {
            Outcome outcome = pool.look();
            most = outcome.compareTo(most) > 0 ? outcome : most;
        }
        return most;
    }

    /** Passes the time for a thread that waits for a pool. */
    void waitFor(Object blocker, SlotPool<?> pool) {
        if (mode == Mode.THREAD) {
            LockSupport.park(blocker);
        } else if (!advance()) {
            // What is waited for is in the hands of another thread, which will settle the waiter when it gives it back.
            LockSupport.parkNanos(blocker, LONGEST_PAUSE);
        }
    }

    /**
     * Serves whoever can be served; if nobody can, waits on the host for the oldest pending work and tries again.
     *
     * @return whether anything happened that may let somebody go on
     */
    boolean advance() {
        return switch (lookAtAll()) {
            case NOBODY_WAITS -> false;
            case SERVED -> true;
            case NOTHING_FREE -> {
                boolean waited = false;
                for (Watched pool : watched) {
                    waited |= pool.awaitOldest();
                }
                if (waited) {
                    lookAtAll();
                }
                yield waited;
            }
        };
    }

    void close() {
        closed = true;
        @Nullable Thread running = thread;
        if (running == null) {
            return;
        }
        LockSupport.unpark(running);
        boolean interrupted = false;
        while (running.isAlive() && running != Thread.currentThread()) {
            try {
                running.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
