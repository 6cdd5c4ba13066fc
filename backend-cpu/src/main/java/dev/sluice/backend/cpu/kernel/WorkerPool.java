package dev.sluice.backend.cpu.kernel;

import dev.sluice.backend.cpu.CoreBudget;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The threads that help a caller with a large operation, as many as the budget has cores beyond the caller's. They start
 * when first needed.
 *
 * <p>Protocol: a {@link Job} hands out chunk numbers by an atomic counter, to the caller and to every helper that takes
 * it. The caller posts one ticket for each core that it was granted, works itself, withdraws the tickets that nobody
 * took, and waits for the helpers that did. The last one out of a job, caller or helper, finds {@code inside} at zero;
 * its atomic decrement publishes what the helper wrote to the caller that reads it. A parked worker is on the idle list
 * before it looks at the queue for the last time, so a ticket posted before that is seen and one posted after finds the
 * worker to wake.
 */
public final class WorkerPool implements AutoCloseable {
    private static final int SPINS = 2000;

    private final CoreBudget budget;
    private final ConcurrentLinkedQueue<Job> tickets = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<Thread> idle = new ConcurrentLinkedQueue<>();
    private final List<Thread> threads = new ArrayList<>();
    private final ReentrantLock starting = new ReentrantLock();
    private volatile int started;
    private volatile boolean closed;

    /**
     * Creates a pool without threads.
     *
     * @param budget the cores to use
     */
    public WorkerPool(CoreBudget budget) {
        this.budget = budget;
    }

    /** The number of threads that a job can have, the caller's included. */
    public int parallelism() {
        return budget.cores();
    }

    /** Runs all chunks and returns when they are done. The first exception of a chunk is thrown, after all have ended. */
    public void run(int chunks, ChunkTask task) {
        int helpers = chunks > 1 && !closed ? budget.claim(chunks - 1) : 0;
        if (helpers == 0) {
            for (int chunk = 0; chunk < chunks; chunk++) {
                task.run(chunk);
            }
            return;
        }
        try {
            startThreads(helpers);
            Job job = new Job(chunks, task, Thread.currentThread());
            for (int i = 0; i < helpers; i++) {
                tickets.add(job);
                wakeOne();
            }
            job.work();
            boolean withdrawn = true;
            while (withdrawn) {
                withdrawn = tickets.remove(job);
            }
            job.awaitHelpers();
            job.rethrow();
        } finally {
            budget.release(helpers);
        }
    }

    /** Ends the threads. No job may be running. */
    @Override
    public void close() {
        closed = true;
        starting.lock();
        try {
            threads.forEach(LockSupport::unpark);
        } finally {
            starting.unlock();
        }
    }

    private void wakeOne() {
        Thread worker = idle.poll();
        if (worker != null) {
            LockSupport.unpark(worker);
        }
    }

    private void startThreads(int wanted) {
        if (started >= wanted) {
            return;
        }
        starting.lock();
        try {
            while (threads.size() < wanted) {
                threads.add(Thread.ofPlatform()
                        .daemon()
                        .name("sluice-cpu-" + threads.size())
                        .start(this::serve));
            }
            started = threads.size();
        } finally {
            starting.unlock();
        }
    }

    private void serve() {
        Thread self = Thread.currentThread();
        while (!closed) {
            Job job = tickets.poll();
            if (job == null) {
                idle.add(self);
                job = tickets.poll();
                while (job == null && !closed) {
                    if (!idle.contains(self)) {
                        break;
                    }
                    LockSupport.park(this);
                    job = tickets.poll();
                }
                idle.remove(self);
            }
            if (job != null) {
                job.help();
            }
        }
    }

    private static final class Job {
        private final int chunks;
        private final ChunkTask task;
        private final Thread caller;
        private final AtomicInteger next = new AtomicInteger();
        private final AtomicInteger inside = new AtomicInteger();
        private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

        Job(int chunks, ChunkTask task, Thread caller) {
            this.chunks = chunks;
            this.task = task;
            this.caller = caller;
        }

        void help() {
            // Entered before a chunk is taken: a caller that sees nobody inside after its own last chunk has seen all.
            inside.incrementAndGet();
            work();
            if (inside.decrementAndGet() == 0) {
                LockSupport.unpark(caller);
            }
        }

        void work() {
            for (int chunk = next.getAndIncrement(); chunk < chunks; chunk = next.getAndIncrement()) {
                try {
                    task.run(chunk);
                } catch (Throwable e) {
                    failure.compareAndSet(null, e);
                    next.set(chunks);
                }
            }
        }

        void awaitHelpers() {
            for (int i = 0; inside.get() != 0; i++) {
                if (i < SPINS) {
                    Thread.onSpinWait();
                } else {
                    LockSupport.park(this);
                }
            }
        }

        void rethrow() {
            switch (failure.get()) {
                case null -> {}
                case RuntimeException e -> throw e;
                case Error e -> throw e;
                case Throwable e -> throw new IllegalStateException("a chunk failed", e);
            }
        }
    }
}
