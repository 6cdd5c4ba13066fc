package dev.sluice.benchmarks;

import dev.sluice.Sluice;
import dev.sluice.SluiceOptions;
import dev.sluice.async.AsyncVariable;
import dev.sluice.async.HostTask;
import dev.sluice.async.Scheduler;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Tasks that do next to nothing, a thousand in a call: empty ones; a chain in which each replaces what the one before
 * wrote; and readers of one value. The peers run the same shapes on a pool of as many threads as there are cores, or on
 * virtual threads; what they leave out is the order of accesses, which Sluice keeps.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(TaskBenchmark.TASKS)
public class TaskBenchmark {
    static final int TASKS = 1000;

    /** The scheduler that Sluice runs them on. */
    @Param({"DEBUG", "PARALLEL"})
    public SluiceOptions.SchedulerKind scheduler;

    private Sluice sluice;
    private Scheduler tasks;
    private ForkJoinPool pool;
    private ExecutorService virtual;
    private volatile long sink;

    /** Opens the runtime and the pools. */
    @Setup(Level.Trial)
    public void setUp() {
        sluice = Sluice.open(SluiceOptions.defaults().withBackend("cpu").withScheduler(scheduler));
        tasks = sluice.scheduler();
        pool = new ForkJoinPool(Runtime.getRuntime().availableProcessors());
        virtual = Executors.newVirtualThreadPerTaskExecutor();
    }

    /** Closes them. */
    @TearDown(Level.Trial)
    public void tearDown() {
        sluice.close();
        pool.close();
        virtual.close();
    }

    /** Sluice, empty tasks. */
    @Benchmark
    public void emptySluice() {
        for (int i = 0; i < TASKS; i++) {
            tasks.schedule(HostTask.run(() -> {}));
        }
        tasks.runAll();
    }

    /** A fork-join pool, empty tasks. */
    @Benchmark
    public void emptyForkJoin() throws ExecutionException, InterruptedException {
        awaitAll(pool);
    }

    /** Virtual threads, empty tasks. */
    @Benchmark
    public void emptyVirtual() throws ExecutionException, InterruptedException {
        awaitAll(virtual);
    }

    private static void awaitAll(ExecutorService executor) throws ExecutionException, InterruptedException {
        Future<?>[] futures = new Future<?>[TASKS];
        for (int i = 0; i < TASKS; i++) {
            futures[i] = executor.submit(() -> {});
        }
        for (Future<?> future : futures) {
            future.get();
        }
    }

    /** Sluice, a chain of updates of one value. */
    @Benchmark
    public int chainSluice() {
        try (AsyncVariable<Integer> x = tasks.async(0)) {
            for (int i = 0; i < TASKS; i++) {
                x.update(v -> v + 1);
            }
            return x.get();
        }
    }

    /** Completable futures, a chain of asynchronous stages. */
    @Benchmark
    public int chainFuture() {
        CompletableFuture<Integer> x = CompletableFuture.completedFuture(0);
        for (int i = 0; i < TASKS; i++) {
            x = x.thenApplyAsync(v -> v + 1, pool);
        }
        return x.join();
    }

    /** Sluice, readers of one value. */
    @Benchmark
    public void fanOutSluice() {
        try (AsyncVariable<Integer> x = tasks.async(1)) {
            for (int i = 0; i < TASKS; i++) {
                tasks.schedule(HostTask.consume(x.read(), v -> sink = v));
            }
            tasks.runAll();
        }
    }

    /** Completable futures, dependents of one value. */
    @Benchmark
    public void fanOutFuture() {
        CompletableFuture<Integer> x = new CompletableFuture<>();
        CompletableFuture<?>[] readers = new CompletableFuture<?>[TASKS];
        for (int i = 0; i < TASKS; i++) {
            readers[i] = x.thenAcceptAsync(v -> sink = v, pool);
        }
        x.complete(1);
        CompletableFuture.allOf(readers).join();
    }
}
