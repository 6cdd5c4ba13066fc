package dev.sluice.runtime.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.TaskCancelledException;
import dev.sluice.async.AsyncVariable;
import dev.sluice.async.HostTask;
import dev.sluice.async.ReadBuffer;
import dev.sluice.async.TaskState;
import dev.sluice.async.WriteBuffer;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** What ends a task early, and what it leaves behind. */
class CancellationTest {
    private final List<Object> seen = new CopyOnWriteArrayList<>();

    @AnyScheduler
    void aTaskThatWasNeverAdmittedEndsAtOnceAndGivesItsPlacesBack(TaskScheduler scheduler) {
        AsyncVariable<Integer> value = scheduler.async(5);
        HostTask reader = HostTask.consume(value.read(), seen::add);
        assertThat(reader.state()).isEqualTo(TaskState.CREATED);
        reader.cancel();
        assertThat(reader.state()).isEqualTo(TaskState.CANCELLED);
        value.update(v -> v + 1);
        assertThat(value.get()).isEqualTo(6);
        assertThat(seen).isEmpty();
    }

    @AnyScheduler
    void aQueuedTaskNeverStarts(TaskScheduler scheduler) {
        scheduler.pause();
        HostTask task = scheduler.schedule(HostTask.run(() -> seen.add("ran")));
        task.cancel();
        scheduler.resume();
        scheduler.runAll();
        assertThat(task.state()).isEqualTo(TaskState.CANCELLED);
        assertThat(seen).isEmpty();
    }

    @AnyScheduler
    void aTaskThatWaitsForAValueEndsWithoutTheValueAndCancelsItsOutputs(TaskScheduler scheduler) {
        AsyncVariable<Integer> value = scheduler.async();
        AsyncVariable<Integer> result = scheduler.async();
        WriteBuffer<Integer> pending = value.write();
        HostTask task = scheduler.schedule(HostTask.map(value.read(), result.write(), v -> v));
        scheduler.runAll();
        assertThat(task.state()).isEqualTo(TaskState.SUSPENDED);
        task.cancel();
        scheduler.runAll();
        assertThat(task.state()).isEqualTo(TaskState.CANCELLED);
        assertThatThrownBy(result::get).isInstanceOf(TaskCancelledException.class);
        pending.close();
    }

    @AnyScheduler
    void aTaskThatWaitsToWriteLeavesItsPlaceToThoseBehindIt(TaskScheduler scheduler) {
        AsyncVariable<Integer> value = scheduler.async(1);
        ReadBuffer<Integer> held = value.read();
        HostTask writer = scheduler.schedule(HostTask.supply(value.write(), () -> 2));
        scheduler.schedule(HostTask.supply(value.write(), () -> 3));
        scheduler.runAll();
        writer.cancel();
        scheduler.runAll();
        assertThat(writer.state()).isEqualTo(TaskState.CANCELLED);
        held.close();
        assertThat(value.get()).isEqualTo(3);
    }

    @AnyScheduler
    void aSuspendedBodySeesTheCancellationAndRunsItsFinallyBlocks(TaskScheduler scheduler) {
        AsyncVariable<Integer> value = scheduler.async();
        WriteBuffer<Integer> pending = value.write();
        ReadBuffer<Integer> read = value.read();
        HostTask task = scheduler.schedule(HostTask.of(
                t -> {
                    try {
                        t.await(read);
                        seen.add("not reached");
                    } finally {
                        seen.add("finally");
                    }
                },
                read));
        scheduler.runAll();
        task.cancel();
        scheduler.runAll();
        assertThat(task.state()).isEqualTo(TaskState.CANCELLED);
        assertThat(seen).containsExactly("finally");
        pending.close();
    }

    @AnyScheduler
    void aBodyThatCatchesTheCancellationCannotWaitAgain(TaskScheduler scheduler) {
        AsyncVariable<Integer> value = scheduler.async();
        WriteBuffer<Integer> pending = value.write();
        ReadBuffer<Integer> read = value.read();
        HostTask task = scheduler.schedule(HostTask.of(
                t -> {
                    try {
                        t.await(read);
                    } catch (TaskCancelledException e) {
                        seen.add("first");
                    }
                    t.await(read);
                },
                read));
        scheduler.runAll();
        task.cancel();
        scheduler.runAll();
        assertThat(task.state()).isEqualTo(TaskState.CANCELLED);
        assertThat(seen).containsExactly("first");
        pending.close();
    }

    @AnyScheduler
    void cancellingATaskThatWaitsForItsChildCancelsTheChildFirst(TaskScheduler scheduler) {
        AsyncVariable<Integer> value = scheduler.async();
        WriteBuffer<Integer> pending = value.write();
        ReadBuffer<Integer> read = value.read();
        HostTask child = HostTask.of(
                t -> {
                    try {
                        t.await(read);
                    } finally {
                        seen.add("child");
                    }
                },
                read);
        HostTask parent = scheduler.schedule(HostTask.of(t -> {
            try {
                t.await(child);
            } finally {
                seen.add("parent");
            }
        }));
        scheduler.runAll();
        parent.cancel();
        scheduler.runAll();
        assertThat(child.state()).isEqualTo(TaskState.CANCELLED);
        assertThat(parent.state()).isEqualTo(TaskState.CANCELLED);
        assertThat(seen).containsExactly("child", "parent");
        pending.close();
    }

    @AnyScheduler
    void cancellingAnEndedTaskChangesNothing(TaskScheduler scheduler) {
        AsyncVariable<Integer> value = scheduler.async();
        HostTask task = scheduler.schedule(HostTask.supply(value.write(), () -> 1));
        scheduler.runAll();
        task.cancel();
        assertThat(task.state()).isEqualTo(TaskState.SUCCEEDED);
        assertThat(value.get()).isEqualTo(1);
    }
}
