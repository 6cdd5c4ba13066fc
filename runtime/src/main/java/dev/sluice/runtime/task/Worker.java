package dev.sluice.runtime.task;

import dev.sluice.runtime.async.Awaitable;
import dev.sluice.runtime.async.Waiter;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A thread of an {@link Arena}. A worker of a device arena selects the device when it starts and restores its thread when
 * it ends. A worker that waits for a value goes on working for its own arena meanwhile.
 */
final class Worker extends Thread {
    /** Spins before sleep; a wake costs microseconds, an activation tens of nanoseconds. */
    private static final int SEARCHES = 32;

    /** Activations after which injected work goes before a worker's own, so that neither starves. */
    private static final int FAIRNESS = 61;

    private final Arena arena;
    private final int index;
    private final WorkQueue queue = new WorkQueue();
    private final Tally tally = new Tally(false);
    private boolean started;
    private int turns;

    Worker(Arena arena, int index, String name) {
        super(name);
        this.arena = arena;
        this.index = index;
        setDaemon(true);
    }

    WorkQueue queue() {
        return queue;
    }

    Tally tally() {
        return tally;
    }

    Arena arena() {
        return arena;
    }

    /** Starts or unparks the thread. Called by whoever cleared the bit of this worker, so by one thread at a time. */
    void wake() {
        if (started) {
            LockSupport.unpark(this);
        } else {
            started = true;
            start();
        }
    }

    /** Waits for the end of the thread, after the scheduler stopped and woke it. */
    void awaitEnd() throws InterruptedException {
        if (started) {
            join();
        }
    }

    @Override
    public void run() {
        DeviceContext device = arena.device();
        if (device == null) {
            work(Forever.INSTANCE);
            return;
        }
        long token = device.enter();
        try {
            work(Forever.INSTANCE);
        } finally {
            device.leave(token);
        }
    }

    /** Activates tasks until the event happens or the scheduler stops. */
    void work(Awaitable until) {
        ParallelScheduler scheduler = arena.scheduler();
        while (!until.isReady() && !scheduler.isStopped()) {
            ResumableTask task = next();
            if (task == null) {
                task = search();
            }
            if (task != null) {
                ParallelScheduler.activate(task);
                tally.countFinished();
            } else {
                parkUntilWork(until);
            }
        }
    }

    /** Adds work of this worker's arena, from this thread. */
    void push(ResumableTask task) {
        queue.push(task);
        VarHandle.fullFence(); // the work before the look at the sleepers
        arena.wakeOne();
    }

    private @Nullable ResumableTask next() {
        if (arena.scheduler().isPaused()) {
            return null;
        }
        if (++turns % FAIRNESS == 0) {
            ResumableTask injected = arena.takeInjected(queue);
            if (injected != null) {
                return injected;
            }
        }
        ResumableTask own = queue.poll();
        if (own != null) {
            return own;
        }
        ResumableTask injected = arena.takeInjected(queue);
        if (injected != null) {
            return injected;
        }
        return arena.steal(index);
    }

    private @Nullable ResumableTask search() {
        arena.startSearching();
        ResumableTask found = null;
        for (int i = 0; i < SEARCHES && found == null; i++) {
            Thread.onSpinWait();
            found = next();
        }
        arena.stopSearching(found != null);
        return found;
    }

    private void parkUntilWork(Awaitable until) {
        ParallelScheduler scheduler = arena.scheduler();
        arena.sleeping(index);
        scheduler.workerSleeps();
        while (arena.isSleeping(index) && !arena.hasWork() && !until.isReady() && !scheduler.isStopped()) {
            LockSupport.park(this);
            Thread.interrupted(); // nobody interrupts a worker to stop it; a leftover would turn the park into a spin
        }
        boolean woken = !arena.stopSleeping(index);
        if (woken && until.isReady()) {
            arena.wakeOne(); // this worker goes away, so the work that it was woken for needs another
        }
    }

    /** What a worker waits for when it does not wait. */
    private enum Forever implements Awaitable {
        INSTANCE;

        @Override
        public boolean isReady() {
            return false;
        }

        @Override
        public boolean subscribe(Waiter waiter) {
            return true;
        }

        @Override
        public String describe() {
            return "the end of the scheduler";
        }
    }
}
