package dev.sluice.runtime.task;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The workers that activate the tasks of the host, or of one device. Each has a queue of its own; an idle one steals.
 *
 * <p><b>Protocol of sleep.</b> A worker that finds nothing counts itself as searching and looks a few times more; then it
 * stops searching, sets its bit in {@code idle}, looks once more, and parks until the bit is cleared. Whoever adds work
 * does so first, then reads {@code searching}, then {@code idle}, and wakes one worker by clearing its bit if somebody
 * sleeps and nobody searches. The changes and reads are totally ordered, so either the adder sees the sleeper or the
 * sleeper sees the work. A searcher that finds work, and is the last one, wakes the next in its place: so wakes spread
 * without one for each task.
 */
final class Arena {
    /** The idle workers are bits of a word. */
    static final int MOST_WORKERS = 64;

    private static final int BATCH = 31;

    private final ParallelScheduler scheduler;
    private final @Nullable DeviceContext device;
    private final Worker[] workers;
    private final Injection injection = new Injection();
    private final AtomicLong idle = new AtomicLong();
    private final AtomicInteger searching = new AtomicInteger();

    Arena(ParallelScheduler scheduler, @Nullable DeviceContext device, int parallelism) {
        if (parallelism < 1 || parallelism > MOST_WORKERS) {
            throw new IllegalArgumentException(parallelism + " workers; an arena has 1 to " + MOST_WORKERS);
        }
        this.scheduler = scheduler;
        this.device = device;
        this.workers = new Worker[parallelism];
        String name = "sluice-" + (device == null ? "host" : device.device()) + "-";
        for (int i = 0; i < parallelism; i++) {
            workers[i] = new Worker(this, i, name + i);
            idle.set(idle.get() | 1L << i);
        }
    }

    ParallelScheduler scheduler() {
        return scheduler;
    }

    @Nullable
    DeviceContext device() {
        return device;
    }

    Worker[] workers() {
        return workers;
    }

    // --- adding work

    void inject(ResumableTask task) {
        injection.push(task);
        wakeOne();
    }

    /** Wakes a sleeper unless somebody is searching anyway. Called after work was added, with a fence in between. */
    void wakeOne() {
        if (searching.get() == 0) {
            for (long sleeping = idle.get(); sleeping != 0; sleeping = idle.get()) {
                long lowest = Long.lowestOneBit(sleeping);
                if (idle.compareAndSet(sleeping, sleeping & ~lowest)) {
                    workers[Long.numberOfTrailingZeros(lowest)].wake();
                    return;
                }
            }
        }
    }

    void wakeAll() {
        long sleeping = idle.getAndSet(0);
        for (; sleeping != 0; sleeping &= sleeping - 1) {
            workers[Long.numberOfTrailingZeros(sleeping)].wake();
        }
    }

    // --- finding work

    /** Whether an activation could be taken now. */
    boolean hasWork() {
        if (scheduler.isPaused()) {
            return false;
        }
        if (!injection.isEmpty()) {
            return true;
        }
        for (Worker worker : workers) {
            if (!worker.queue().isEmpty()) {
                return true;
            }
        }
        return false;
    }

    /** Takes an injected activation and some more for the caller's own queue. */
    @Nullable
    ResumableTask takeInjected(@Nullable WorkQueue own) {
        return injection.poll(own, own == null ? 0 : BATCH);
    }

    /** Takes an activation from a worker's queue, beginning behind {@code from}. */
    @Nullable
    ResumableTask steal(int from) {
        for (int i = 1; i <= workers.length; i++) {
            ResumableTask task = workers[(from + i) % workers.length].queue().poll();
            if (task != null) {
                return task;
            }
        }
        return null;
    }

    // --- sleeping, called by workers

    void startSearching() {
        searching.incrementAndGet();
    }

    void stopSearching(boolean found) {
        if (searching.decrementAndGet() == 0 && found) {
            wakeOne();
        }
    }

    void sleeping(int worker) {
        idle.getAndAccumulate(1L << worker, (bits, bit) -> bits | bit);
    }

    boolean isSleeping(int worker) {
        return (idle.get() & 1L << worker) != 0;
    }

    /** Takes a worker out of the sleepers; false when somebody woke it, so that it owes them a look at the queues. */
    boolean stopSleeping(int worker) {
        long bit = 1L << worker;
        return (idle.getAndAccumulate(~bit, (bits, mask) -> bits & mask) & bit) != 0;
    }
}
