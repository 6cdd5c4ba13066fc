package dev.sluice.runtime.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.DeadlockException;
import dev.sluice.async.AsyncVariable;
import dev.sluice.async.HostTask;
import dev.sluice.async.ReadBuffer;
import dev.sluice.async.WriteBuffer;
import dev.sluice.runtime.async.AsyncCell;
import dev.sluice.runtime.async.Awaitable;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A wait that nothing can satisfy ends at once and says who waits for whom. */
class DeadlockReportTest {
    private final DebugScheduler scheduler = new DebugScheduler(0, SimulatedDevice.several(1));

    @AfterEach
    void nothingIsLeftBehind() {
        scheduler.close();
    }

    @Test
    void aValueWhoseWritePlaceNoTaskHolds() {
        AsyncVariable<Integer> x = scheduler.<Integer>async().named("x");
        WriteBuffer<Integer> forgotten = x.write();
        assertThatThrownBy(x::get)
                .isInstanceOf(DeadlockException.class)
                .hasMessageContaining("read of x epoch 0, whose write place belongs to no task");
        forgotten.close();
    }

    @Test
    void aTaskThatWasCreatedAndNeverAdmitted() {
        AsyncVariable<Integer> x = scheduler.<Integer>async().named("x");
        HostTask forgotten = HostTask.supply(x.write(), () -> 1).named("forgotten");
        assertThatThrownBy(x::get)
                .isInstanceOf(DeadlockException.class)
                .hasMessageContaining("read of x epoch 0, held up by task 'forgotten'");
        forgotten.cancel();
    }

    @Test
    void twoTasksThatWaitForEachOther() {
        AsyncVariable<Integer> x = scheduler.<Integer>async().named("x");
        AsyncVariable<Integer> y = scheduler.<Integer>async().named("y");
        WriteBuffer<Integer> writeX = x.write();
        WriteBuffer<Integer> writeY = y.write();
        HostTask a = scheduler.schedule(HostTask.map(y.read(), writeX, v -> v).named("a"));
        scheduler.schedule(HostTask.map(x.read(), writeY, v -> v).named("b"));
        assertThatThrownBy(y::get)
                .isInstanceOf(DeadlockException.class)
                .hasMessageContaining("read of y epoch 0, held up by task 'b'")
                .hasMessageContaining("task 'a' [suspended] waits for read of y epoch 0, held up by task 'b'")
                .hasMessageContaining("task 'b' [suspended] waits for read of x epoch 0, held up by task 'a'");
        a.cancel();
        scheduler.runAll();
    }

    @Test
    void aWriterThatWaitsForAReader() {
        AsyncVariable<Integer> x = scheduler.async(1).named("x");
        AsyncVariable<Integer> never = scheduler.<Integer>async().named("never");
        ReadBuffer<Integer> readX = x.read();
        ReadBuffer<Integer> readNever = never.read();
        HostTask reader = scheduler.schedule(HostTask.of(task -> task.awaitAll(readX, readNever), readX, readNever)
                .named("reader"));
        scheduler.schedule(HostTask.supply(x.write(), () -> 2).named("writer"));
        assertThatThrownBy(x::get)
                .isInstanceOf(DeadlockException.class)
                .hasMessageContaining(
                        "task 'writer' [suspended] waits for write of x epoch 1, held up by task 'reader'")
                .hasMessageContaining("task 'reader' [suspended] waits for read of never epoch 0, which nothing is"
                        + " submitted to write");
        reader.cancel();
        scheduler.runAll();
    }

    @Test
    void aParentThatWaitsForItsChild() {
        AsyncVariable<Integer> never = scheduler.<Integer>async().named("never");
        HostTask child = HostTask.consume(never.read(), v -> {}).named("child");
        AsyncVariable<Integer> result = scheduler.async();
        WriteBuffer<Integer> out = result.write();
        HostTask parent =
                scheduler.schedule(HostTask.of(task -> task.await(child), out).named("parent"));
        assertThatThrownBy(result::get)
                .isInstanceOf(DeadlockException.class)
                .hasMessageContaining("task 'parent' [suspended] waits for end of task 'child'")
                .hasMessageContaining("task 'child' [suspended] waits for read of never");
        parent.cancel();
        scheduler.runAll();
    }

    @Test
    void aPausedSchedulerSaysSo() {
        AsyncVariable<Integer> x = scheduler.async();
        scheduler.schedule(HostTask.supply(x.write(), () -> 1));
        scheduler.pause();
        assertThatThrownBy(x::get)
                .isInstanceOf(DeadlockException.class)
                .hasMessageContaining("paused with 1 activations queued");
        scheduler.resume();
        assertThat(x.get()).isEqualTo(1);
    }

    @Test
    void aWaitForSomethingOutsideTheSchedulerIsNoDeadlock() throws InterruptedException {
        AsyncVariable<Object> x = scheduler.async();
        Late late = new Late((AsyncCell<Object>) x);
        scheduler.schedule(late);
        assertThat(x.get()).isEqualTo("granted");
        late.granting.join();
    }

    @Test
    void aTaskOfASchedulerThatRunsByItselfIsNoDeadlockEither() {
        try (ParallelScheduler other = new ParallelScheduler(1)) {
            AsyncVariable<Integer> x = scheduler.async();
            AsyncVariable<Integer> y = scheduler.async();
            other.schedule(HostTask.supply(x.write(), () -> 20));
            scheduler.schedule(HostTask.map(x.read(), y.write(), v -> v + 1));
            assertThat(y.get()).isEqualTo(21);
            HostTask child = HostTask.run(() -> {});
            AsyncVariable<String> z = scheduler.spawn(task -> {
                other.schedule(child);
                task.await(child);
                return "returned";
            });
            assertThat(z.get()).isEqualTo("returned");
        }
    }

    /** Waits for a lease that another thread grants once the driving thread is parked. */
    private static final class Late extends Operation<Object> {
        private final Thread driver = Thread.currentThread();
        private Thread granting = new Thread();
        private LeaseWait<AutoCloseable> request;

        Late(AsyncCell<Object> output) {
            super(List.of(), List.of(output));
        }

        @Override
        protected Awaitable execute() {
            if (request == null) {
                request = request(
                        "late lease",
                        waiter -> granting = Thread.ofPlatform().start(() -> {
                            while (driver.getState() != Thread.State.WAITING) {
                                Thread.onSpinWait();
                            }
                            waiter.granted(() -> {});
                        }),
                        () -> true);
                return request;
            }
            assertThat(request.lease()).isNotNull();
            publish(0, "granted");
            return null;
        }
    }
}
