package dev.sluice.runtime.task;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A stack that a task can leave and come back to: a virtual thread that runs only while the thread that activates its
 * task waits for it.
 *
 * <p><b>Protocol.</b> There is one baton. {@link #enter} gives it to the fiber and returns when it comes back; {@link
 * #leave} and the end of the body give it back. Each side writes everything before the volatile write that passes the
 * baton, and reads it after the volatile read that receives it, so the two threads never run at the same time and need no
 * other synchronisation. Parking is only how the side without the baton waits; a spurious return from it looks again.
 */
final class Fiber {
    private static final int SPINS = 64;

    private final Thread thread;
    private boolean started;
    private @Nullable Thread activator;
    private volatile boolean inside;

    Fiber(Runnable body) {
        thread = Thread.ofVirtual().unstarted(() -> {
            try {
                body.run();
            } finally {
                passToActivator();
            }
        });
    }

    /** Runs the fiber on behalf of the calling thread until it leaves or ends. */
    void enter() {
        activator = Thread.currentThread();
        inside = true;
        if (started) {
            LockSupport.unpark(thread);
        } else {
            started = true;
            thread.start();
        }
        awaitBaton(false);
    }

    /** Gives the baton back and returns when it comes again. Called on the fiber. */
    void leave() {
        passToActivator();
        awaitBaton(true);
    }

    boolean isCurrent() {
        return Thread.currentThread() == thread;
    }

    private void passToActivator() {
        Thread waiting = activator;
        inside = false;
        LockSupport.unpark(waiting);
    }

    private void awaitBaton(boolean fiber) {
        for (int spin = 0; spin < SPINS; spin++) {
            if (inside == fiber) {
                return;
            }
            Thread.onSpinWait();
        }
        boolean interrupted = false;
        while (inside != fiber) {
            LockSupport.park(this);
            // A pending interrupt would turn the park into a spin; whoever runs next is to see it.
            interrupted |= Thread.interrupted();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
