package dev.sluice.runtime.task;

import dev.sluice.runtime.async.Waiter;
import java.util.concurrent.locks.LockSupport;

/** A thread that parks until something happens. It looks at the event itself, so a spurious wake is harmless. */
final class ThreadWaiter extends Waiter {
    private final Thread thread;

    ThreadWaiter(Thread thread) {
        this.thread = thread;
    }

    @Override
    public void wake() {
        LockSupport.unpark(thread);
    }
}
