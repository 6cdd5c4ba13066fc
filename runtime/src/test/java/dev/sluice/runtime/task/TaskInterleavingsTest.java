package dev.sluice.runtime.task;

import static dev.sluice.runtime.async.Interleavings.require;
import static dev.sluice.runtime.async.Interleavings.together;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.async.HostTask;
import dev.sluice.async.TaskState;
import dev.sluice.runtime.async.AsyncCell;
import dev.sluice.runtime.async.Awaitable;
import dev.sluice.runtime.async.Epoch;
import dev.sluice.runtime.async.ValueLifecycle;
import dev.sluice.runtime.device.PoolWaiter;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.Lincheck;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The task's state machine, and the queues of the schedulers, under explored interleavings. */
class TaskInterleavingsTest {
    private static final int INVOCATIONS = 40;

    @Test
    void aWakeThatRacesWithTheSuspensionResumesTheTaskExactlyOnce() {
        Lincheck.runConcurrentTest(INVOCATIONS, () -> {
            DebugScheduler scheduler = new DebugScheduler();
            AsyncCell<Integer> value = cell(scheduler);
            Epoch<Integer> write = value.write();
            AtomicInteger runs = new AtomicInteger();
            ResumableTask reader = new FunctionTask.Unary<>(value.read(), null, v -> runs.addAndGet(v));
            scheduler.schedule((HostTask) reader);
            together(scheduler::runAll, () -> {
                write.set(1);
                write.close();
            });
            scheduler.runAll();
            require(reader.state() == TaskState.SUCCEEDED, "the task has ended");
            require(runs.get() == 1, "it ran once");
        });
    }

    @Test
    void cancellationThatRacesWithTheWakeEndsTheTaskExactlyOnce() {
        Lincheck.runConcurrentTest(INVOCATIONS, () -> {
            DebugScheduler scheduler = new DebugScheduler();
            AsyncCell<Integer> value = cell(scheduler);
            Epoch<Integer> write = value.write();
            AtomicInteger runs = new AtomicInteger();
            ResumableTask reader = new FunctionTask.Unary<>(value.read(), null, v -> runs.addAndGet(v));
            scheduler.schedule((HostTask) reader);
            together(
                    scheduler::runAll,
                    () -> {
                        write.set(1);
                        write.close();
                    },
                    reader::cancel);
            scheduler.runAll();
            require(reader.state().isFinal(), "the task has ended");
            require(runs.get() == (reader.state() == TaskState.SUCCEEDED ? 1 : 0), "it ran unless it was cancelled");
            require(value.write().isReady(), "its place was given back");
        });
    }

    @Test
    void aChildThatIsCancelledWhileItsParentEntersItEndsBoth() {
        Lincheck.runConcurrentTest(INVOCATIONS, () -> {
            DebugScheduler scheduler = new DebugScheduler(0, SimulatedDevice.several(1));
            AsyncCell<Integer> value = cell(scheduler);
            Epoch<Integer> write = value.write();
            ResumableTask child = new FunctionTask.Unary<>(value.read(), null, v -> v);
            Parent parent = new Parent(child);
            scheduler.schedule(parent);
            together(scheduler::runAll, child::cancel, parent::cancel);
            scheduler.runAll();
            require(child.state() == TaskState.CANCELLED, "the child was cancelled");
            require(parent.state() == TaskState.CANCELLED, "and so was its parent");
            write.close();
            require(value.write().isReady(), "the child's place was given back");
        });
    }

    /** Waits for a child, and then ends as the child did. */
    private static final class Parent extends Operation<Integer> {
        private final ResumableTask child;

        Parent(ResumableTask child) {
            super(List.of(), List.of());
            this.child = child;
        }

        @Override
        protected @Nullable Awaitable execute() {
            if (!child.isReady()) {
                return child(child);
            }
            child.rethrowFailure();
            return null;
        }
    }

    @Test
    void aLeaseThatIsGrantedWhileItsTaskIsCancelledIsGivenBackExactlyOnce() {
        Lincheck.runConcurrentTest(INVOCATIONS, () -> {
            DebugScheduler scheduler = new DebugScheduler(0, SimulatedDevice.several(1));
            AtomicInteger returned = new AtomicInteger();
            Leasing task = new Leasing();
            scheduler.schedule(task);
            scheduler.runAll();
            PoolWaiter<AutoCloseable> waiter = task.queued;
            require(waiter != null, "the task is in the pool's queue");
            together(scheduler::runAll, () -> waiter.granted(returned::incrementAndGet), task::cancel);
            scheduler.runAll();
            require(task.state().isFinal(), "the task has ended");
            require(returned.get() == 1, "the lease was given back once");
        });
    }

    /** Waits for one lease, which it leaves to the end of the operation to give back. */
    private static final class Leasing extends Operation<Object> {
        private @Nullable LeaseWait<AutoCloseable> request;
        private @Nullable PoolWaiter<AutoCloseable> queued;

        Leasing() {
            super(List.of(), List.of());
        }

        @Override
        protected @Nullable Awaitable execute() {
            LeaseWait<AutoCloseable> present = request;
            if (present == null) {
                present = request("lease", waiter -> queued = waiter, () -> true);
                request = present;
                return present;
            }
            require(present.lease() != null, "the lease was granted");
            return null;
        }
    }

    @Test
    void aWorkQueueGivesEachTaskToExactlyOneThread() {
        Lincheck.runConcurrentTest(INVOCATIONS, () -> {
            WorkQueue queue = new WorkQueue();
            Taken tally = new Taken(4);
            queue.push(tally.tasks[0]);
            together(
                    () -> {
                        queue.push(tally.tasks[1]);
                        queue.push(tally.tasks[2]);
                        tally.took(queue.poll());
                        queue.push(tally.tasks[3]);
                    },
                    () -> {
                        tally.took(queue.poll());
                        tally.took(queue.poll());
                    },
                    () -> tally.took(queue.poll()));
            while (tally.took(queue.poll())) {}
            tally.requireEachOnce();
        });
    }

    @Test
    void theInjectionQueueGivesEachTaskToExactlyOneThread() {
        Lincheck.runConcurrentTest(INVOCATIONS, () -> {
            Injection injection = new Injection();
            WorkQueue own = new WorkQueue();
            Taken tally = new Taken(3);
            together(
                    () -> {
                        for (ResumableTask task : tally.tasks) {
                            injection.push(task);
                        }
                        tally.took(injection.poll(null, 0));
                    },
                    () -> tally.took(injection.poll(own, 1)));
            while (tally.took(injection.poll(null, 0))) {}
            while (tally.took(own.poll())) {}
            tally.requireEachOnce();
        });
    }

    @Test
    void aLeaseThatIsGrantedBeforeTheQueuingCallReturnsIsNotLost() {
        try (DebugScheduler scheduler = new DebugScheduler(0, SimulatedDevice.several(1))) {
            AtomicInteger returned = new AtomicInteger();
            Operation<Object> task = new Operation<>(List.of(), List.of()) {
                private @Nullable LeaseWait<AutoCloseable> request;

                @Override
                protected @Nullable Awaitable execute() {
                    if (request == null) {
                        request = request("lease", waiter -> waiter.granted(returned::incrementAndGet), () -> false);
                        return request;
                    }
                    return null;
                }
            };
            scheduler.schedule(task);
            scheduler.runAll();
            assertThat(task.state()).isEqualTo(TaskState.SUCCEEDED);
            assertThat(returned).hasValue(1);
        }
    }

    private static AsyncCell<Integer> cell(TaskScheduler scheduler) {
        return AsyncCell.empty(scheduler, ValueLifecycle.immutable());
    }

    /** How often each of some tasks was taken from a queue. */
    private static final class Taken {
        private final ResumableTask[] tasks;
        private final AtomicInteger[] taken;

        Taken(int count) {
            tasks = new ResumableTask[count];
            taken = new AtomicInteger[count];
            for (int i = 0; i < count; i++) {
                tasks[i] = new FunctionTask.Run(() -> {});
                taken[i] = new AtomicInteger();
            }
        }

        boolean took(@Nullable ResumableTask task) {
            for (int i = 0; i < tasks.length; i++) {
                if (tasks[i] == task) {
                    taken[i].incrementAndGet();
                }
            }
            return task != null;
        }

        void requireEachOnce() {
            for (AtomicInteger times : taken) {
                require(times.get() == 1, "each task is taken once");
            }
        }
    }
}
