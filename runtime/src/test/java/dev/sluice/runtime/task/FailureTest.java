package dev.sluice.runtime.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.SluiceException;
import dev.sluice.TaskCancelledException;
import dev.sluice.UninitializedException;
import dev.sluice.async.AsyncVariable;
import dev.sluice.async.HostTask;
import dev.sluice.async.ReadBuffer;
import dev.sluice.async.TaskState;
import dev.sluice.async.WriteBuffer;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Where the error of a task goes. */
class FailureTest {
    private final RuntimeException broken = new IllegalStateException("broken");

    private Integer fail() {
        throw broken;
    }

    @AnyScheduler
    void anErrorCompletesEveryOutputOfTheTask(TaskScheduler scheduler) {
        AsyncVariable<Integer> a = scheduler.async();
        AsyncVariable<Integer> b = scheduler.async(7);
        WriteBuffer<Integer> writeA = a.write();
        WriteBuffer<Integer> writeB = b.write();
        HostTask task = scheduler.schedule(HostTask.of(t -> fail(), writeA, writeB));
        assertThatThrownBy(a::get).isSameAs(broken);
        assertThatThrownBy(b::get).isSameAs(broken);
        scheduler.runAll(); // the outputs fail before the task itself has ended
        assertThat(task.state()).isEqualTo(TaskState.FAILED);
        assertThat(task.failure()).containsSame(broken);
    }

    @AnyScheduler
    void anErrorTravelsThroughEverythingComputedFromTheValue(TaskScheduler scheduler) {
        AsyncVariable<Integer> a = scheduler.async();
        AsyncVariable<Integer> b = scheduler.async();
        AsyncVariable<Integer> c = scheduler.async();
        scheduler.schedule(HostTask.supply(a.write(), this::fail));
        scheduler.schedule(HostTask.map(a.read(), b.write(), v -> v + 1));
        scheduler.schedule(HostTask.combine(a.read(), b.read(), c.write(), Integer::sum));
        assertThatThrownBy(c::get).isSameAs(broken);
    }

    @AnyScheduler
    void anErrorThatTheBodyCatchesIsNotPropagated(TaskScheduler scheduler) {
        AsyncVariable<Integer> value = scheduler.async();
        WriteBuffer<Integer> write = value.write();
        scheduler.schedule(HostTask.of(
                task -> {
                    try {
                        task.await(write);
                    } catch (UninitializedException e) {
                        // handled: the value just stays unwritten
                    }
                },
                write));
        assertThatThrownBy(value::get)
                .isInstanceOf(UninitializedException.class)
                .hasMessageContaining("nothing was written to");
    }

    @AnyScheduler
    void aLaterSuccessfulWriteStartsClean(TaskScheduler scheduler) {
        AsyncVariable<Integer> value = scheduler.async(1);
        scheduler.schedule(HostTask.supply(value.write(), this::fail));
        ReadBuffer<Integer> between = value.read();
        scheduler.schedule(HostTask.supply(value.write(), () -> 2));
        List<Object> seen = new CopyOnWriteArrayList<>();
        HostTask reader = scheduler.schedule(HostTask.consume(between, seen::add));
        assertThat(value.get()).isEqualTo(2);
        scheduler.runAll();
        assertThat(reader.failure()).containsSame(broken);
        assertThat(seen).isEmpty();
    }

    @AnyScheduler
    void aCancelledProducerIsNotTheSameAsNeverWritten(TaskScheduler scheduler) {
        AsyncVariable<Integer> value = scheduler.async();
        HostTask writer = HostTask.supply(value.write(), () -> 1);
        writer.cancel();
        assertThatThrownBy(value::get).isInstanceOf(TaskCancelledException.class);
        assertThat(writer.state()).isEqualTo(TaskState.CANCELLED);
    }

    @AnyScheduler
    void orCancelThrowsAnErrorThatIsNoCancellationAsItIs(TaskScheduler scheduler) {
        AsyncVariable<Integer> value = scheduler.async();
        scheduler.schedule(HostTask.supply(value.write(), this::fail));
        ReadBuffer<Integer> read = value.read();
        HostTask reader = scheduler.schedule(HostTask.of(task -> task.orCancel(read), read));
        scheduler.runAll();
        assertThat(reader.failure()).containsSame(broken);
    }

    @AnyScheduler
    void aNamedSinkCarriesTheErrorTooAndNamingItTwiceChangesNothing(TaskScheduler scheduler) {
        AsyncVariable<Integer> outside = scheduler.async(3);
        AsyncVariable<Integer> owned = scheduler.async();
        WriteBuffer<Integer> sink = outside.write();
        WriteBuffer<Integer> output = owned.write();
        scheduler.schedule(HostTask.of(
                task -> {
                    task.sink(sink);
                    task.sink(sink);
                    task.sink(output);
                    fail();
                },
                output));
        assertThatThrownBy(outside::get).isSameAs(broken);
        assertThatThrownBy(owned::get).isSameAs(broken);
    }

    @AnyScheduler
    void aCheckedErrorIsWrappedForReadersWithItsCause(TaskScheduler scheduler) {
        AsyncVariable<Integer> value = scheduler.async();
        WriteBuffer<Integer> write = value.write();
        scheduler.schedule(HostTask.of(
                task -> {
                    throw new IOException("disk");
                },
                write));
        assertThatThrownBy(value::get)
                .isInstanceOf(SluiceException.class)
                .hasMessageContaining("disk")
                .hasCauseInstanceOf(IOException.class);
    }

    @AnyScheduler
    void anErrorBeforeTheTurnOfAnOutputWaitsForItsTurn(TaskScheduler scheduler) {
        AsyncVariable<Integer> value = scheduler.async(1);
        ReadBuffer<Integer> before = value.read();
        WriteBuffer<Integer> write = value.write();
        ReadBuffer<Integer> after = value.read();
        scheduler.schedule(HostTask.of(task -> fail(), write));
        scheduler.runAll();
        assertThat(after.isReady()).isFalse();
        List<Integer> seen = new CopyOnWriteArrayList<>();
        scheduler.schedule(HostTask.consume(before, seen::add));
        scheduler.runAll();
        assertThat(seen).containsExactly(1);
        assertThat(after.isReady()).isTrue();
        assertThatThrownBy(value::get).isSameAs(broken);
        after.close();
    }
}
