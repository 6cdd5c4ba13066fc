package dev.sluice.runtime.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.ClosedException;
import dev.sluice.ContractViolationException;
import dev.sluice.TaskCancelledException;
import dev.sluice.UninitializedException;
import dev.sluice.async.AsyncVariable;
import dev.sluice.async.HostTask;
import dev.sluice.async.ReadBuffer;
import dev.sluice.async.TaskState;
import dev.sluice.async.WriteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;

/** The ways in which a direct-style body waits for values and writes them. */
class AwaitFormsTest {
    private final List<Object> seen = new CopyOnWriteArrayList<>();

    @AnyScheduler
    void tryAwaitOnAReadyPlaceGivesTheValueWithoutWaiting(TaskScheduler scheduler) {
        AsyncVariable<Integer> value = scheduler.async(123);
        ReadBuffer<Integer> read = value.read();
        scheduler.schedule(HostTask.of(task -> seen.add(task.tryAwait(read)), read));
        scheduler.runAll();
        assertThat(seen).containsExactly(Optional.of(123));
    }

    @AnyScheduler
    void tryAwaitBeforeTheWriteIsEmptyThenAwaitWaitsThenTryAwaitHasTheValue(TaskScheduler scheduler) {
        AsyncVariable<Integer> value = scheduler.async();
        ReadBuffer<Integer> read = value.read();
        HostTask reader = scheduler.schedule(HostTask.of(
                task -> {
                    seen.add(task.tryAwait(read));
                    seen.add(task.await(read));
                    seen.add(task.tryAwait(read));
                },
                read));
        scheduler.runAll();
        assertThat(reader.state()).isEqualTo(TaskState.SUSPENDED);
        scheduler.schedule(HostTask.supply(value.write(), () -> 42));
        scheduler.runAll();
        assertThat(seen).containsExactly(Optional.empty(), 42, Optional.of(42));
    }

    @AnyScheduler
    void awaitAllWaitsForTheLastOfItsPlacesWhateverTheOrder(TaskScheduler scheduler) {
        AsyncVariable<Integer> a = scheduler.async();
        AsyncVariable<Integer> b = scheduler.async();
        WriteBuffer<Integer> writeA = a.write();
        WriteBuffer<Integer> writeB = b.write();
        ReadBuffer<Integer> readA = a.read();
        ReadBuffer<Integer> readB = b.read();
        HostTask reader = scheduler.schedule(HostTask.of(
                task -> {
                    task.awaitAll(readA, readB);
                    seen.add(task.await(readA));
                    seen.add(task.await(readB));
                },
                readA,
                readB));
        scheduler.runAll();
        scheduler.schedule(HostTask.supply(writeB, () -> 77));
        scheduler.runAll();
        assertThat(reader.isDone()).isFalse();
        scheduler.schedule(HostTask.supply(writeA, () -> 42));
        scheduler.runAll();
        assertThat(reader.isDone()).isTrue();
        assertThat(seen).containsExactly(42, 77);
    }

    @AnyScheduler
    void aWriterMaySetReadBackAndTakeRepeatedlyWithinItsEpoch(TaskScheduler scheduler) {
        AsyncVariable<Integer> value = scheduler.async();
        WriteBuffer<Integer> write = value.write();
        ReadBuffer<Integer> behind = value.read();
        scheduler.schedule(HostTask.of(
                task -> {
                    task.set(write, 1);
                    seen.add(task.await(write));
                    task.set(write, 2);
                    seen.add(task.await(write));
                    seen.add(task.take(write));
                    try {
                        task.await(write);
                    } catch (UninitializedException e) {
                        seen.add("taken");
                    }
                    task.set(write, 7);
                    seen.add(behind.isReady());
                },
                write));
        scheduler.schedule(HostTask.of(
                task -> {
                    seen.add(task.await(behind));
                    seen.add(task.await(behind));
                    seen.add(task.maybe(behind));
                    seen.add(task.orCancel(behind));
                },
                behind));
        scheduler.runAll();
        assertThat(seen).containsExactly(1, 2, 2, "taken", false, 7, 7, Optional.of(7), 7);
    }

    @AnyScheduler
    void closingAPlaceEarlyLetsTheWriterBehindItRunWhileTheTaskGoesOn(TaskScheduler scheduler) {
        AsyncVariable<Integer> value = scheduler.async(23);
        ReadBuffer<Integer> read = value.read();
        WriteBuffer<Integer> write = value.write();
        scheduler.schedule(HostTask.of(
                task -> {
                    int old = task.await(read);
                    read.close();
                    read.close();
                    task.set(write, old + 1);
                },
                read,
                write));
        assertThat(value.get()).isEqualTo(24);
    }

    @AnyScheduler
    void aWritePlaceClosedAfterTakeLetsTheNextWriterIn(TaskScheduler scheduler) {
        AsyncVariable<Integer> value = scheduler.async(37);
        WriteBuffer<Integer> first = value.write();
        scheduler.schedule(HostTask.of(
                task -> {
                    seen.add(task.take(first));
                    first.close();
                },
                first));
        scheduler.schedule(HostTask.supply(value.write(), () -> 41));
        assertThat(value.get()).isEqualTo(41);
        assertThat(seen).containsExactly(37);
    }

    @AnyScheduler
    void maybeIsEmptyAndOrCancelThrowsInsideTheTaskForAValueThatWasNeverWritten(TaskScheduler scheduler) {
        AsyncVariable<Integer> value = scheduler.async();
        value.write().close();
        ReadBuffer<Integer> read = value.read();
        HostTask reader = scheduler.schedule(HostTask.of(
                task -> {
                    seen.add(task.maybe(read));
                    try {
                        task.orCancel(read);
                    } catch (TaskCancelledException e) {
                        seen.add("caught");
                    }
                },
                read));
        scheduler.runAll();
        assertThat(reader.state()).isEqualTo(TaskState.SUCCEEDED);
        assertThat(seen).containsExactly(Optional.empty(), "caught");
    }

    @AnyScheduler
    void anUncaughtOrCancelEndsTheTaskThereRunsItsFinallyBlocksAndCancelsItsOutputs(TaskScheduler scheduler) {
        AsyncVariable<Integer> value = scheduler.async();
        AsyncVariable<Integer> result = scheduler.async();
        WriteBuffer<Integer> dropped = value.write();
        ReadBuffer<Integer> read = value.read();
        WriteBuffer<Integer> write = result.write();
        HostTask reader = scheduler.schedule(HostTask.of(
                task -> {
                    try {
                        task.set(write, task.orCancel(read));
                        seen.add("not reached");
                    } finally {
                        seen.add("finally");
                    }
                },
                read,
                write));
        scheduler.runAll();
        assertThat(seen).isEmpty();
        dropped.close();
        scheduler.runAll();
        assertThat(reader.state()).isEqualTo(TaskState.CANCELLED);
        assertThat(seen).containsExactly("finally");
        assertThatThrownBy(result::get).isInstanceOf(TaskCancelledException.class);
    }

    @AnyScheduler
    void aMissingValueCarriesOverToLaterEpochs(TaskScheduler scheduler) {
        AsyncVariable<Integer> value = scheduler.async();
        for (int epoch = 0; epoch < 2; epoch++) {
            value.write().close();
            ReadBuffer<Integer> read = value.read();
            scheduler.schedule(HostTask.of(task -> seen.add(task.orCancel(read)), read));
        }
        scheduler.runAll();
        assertThat(seen).isEmpty();
        assertThatThrownBy(value::get).isInstanceOf(UninitializedException.class);
    }

    @AnyScheduler
    void emplaceBuildsTheValueWhenThePlaceIsReadyAndTheLastOneCounts(TaskScheduler scheduler) {
        AsyncVariable<String> value = scheduler.async();
        ReadBuffer<String> before = scheduler.async("held").read();
        WriteBuffer<String> write = value.write();
        scheduler.schedule(HostTask.of(
                task -> {
                    task.emplace(write, () -> "first");
                    task.emplace(write, () -> "second");
                },
                write));
        assertThat(value.get()).isEqualTo("second");
        before.close();
    }

    @AnyScheduler
    void aBufferThatTheBodyTakesItselfIsGivenBackWhenTheTaskEnds(TaskScheduler scheduler) {
        AsyncVariable<Integer> value = scheduler.async(1);
        scheduler.schedule(HostTask.of(task -> seen.add(task.await(value.read()))));
        scheduler.runAll();
        value.update(v -> v + 1);
        assertThat(value.get()).isEqualTo(2);
        assertThat(seen).containsExactly(1);
    }

    @AnyScheduler
    void spawnReturnsTheValueThatTheBodyComputes(TaskScheduler scheduler) {
        AsyncVariable<Integer> a = scheduler.async(20);
        ReadBuffer<Integer> read = a.read();
        AsyncVariable<Integer> twice = scheduler.spawn(task -> 2 * task.await(read), read);
        assertThat(twice.get()).isEqualTo(40);
    }

    @AnyScheduler
    void getInsideADirectStyleBodySuspendsTheTaskInsteadOfItsWorker(TaskScheduler scheduler) {
        AsyncVariable<Integer> a = scheduler.async();
        WriteBuffer<Integer> write = a.write();
        HostTask reader = scheduler.schedule(HostTask.of(task -> seen.add(a.get())));
        scheduler.runAll();
        assertThat(reader.state()).isEqualTo(TaskState.SUSPENDED);
        scheduler.schedule(HostTask.supply(write, () -> 5));
        scheduler.runAll();
        assertThat(seen).containsExactly(5);
    }

    @AnyScheduler
    void aFutureCompletesWithTheValueOrItsError(TaskScheduler scheduler) {
        AsyncVariable<Integer> good = scheduler.async();
        good.assign(3);
        AsyncVariable<Integer> bad = scheduler.async();
        scheduler.schedule(HostTask.supply(bad.write(), () -> {
            throw new IllegalStateException("no luck");
        }));
        var future = good.toFuture();
        var failed = bad.toFuture();
        scheduler.runAll();
        assertThat(future.join()).isEqualTo(3);
        assertThatThrownBy(failed::join)
                .isInstanceOf(CompletionException.class)
                .cause()
                .hasMessage("no luck");
    }

    @AnyScheduler
    void usingAClosedPlaceNamesIt(TaskScheduler scheduler) {
        AsyncVariable<Integer> value = scheduler.async(1).named("x");
        ReadBuffer<Integer> read = value.read();
        read.close();
        HostTask reader = scheduler.schedule(HostTask.of(task -> task.await(read), read));
        AsyncVariable<Integer> late = scheduler.async();
        WriteBuffer<Integer> write = late.named("y").write();
        write.close();
        HostTask writer = scheduler.schedule(HostTask.of(task -> task.set(write, 1), write));
        scheduler.runAll();
        assertThat(reader.failure()).get().isInstanceOf(ClosedException.class);
        assertThat(reader.failure().orElseThrow()).hasMessageContaining("read of x epoch 0 was closed");
        assertThat(writer.failure()).get().isInstanceOf(ClosedException.class);
        assertThat(writer.failure().orElseThrow()).hasMessageContaining("write of y");
    }

    @AnyScheduler
    void givingOnePlaceToTwoTasksNamesTheOwner(TaskScheduler scheduler) {
        AsyncVariable<Integer> value = scheduler.async(1).named("x");
        ReadBuffer<Integer> read = value.read();
        HostTask first = HostTask.consume(read, v -> {}).named("first");
        assertThatThrownBy(() -> HostTask.consume(read, v -> {}))
                .isInstanceOf(ContractViolationException.class)
                .hasMessageContaining("belongs to task 'first'");
        scheduler.schedule(first);
        scheduler.runAll();
    }

    @AnyScheduler
    void aClosedHandleTakesNoFurtherPlacesAndLeavesTheOldOnesValid(TaskScheduler scheduler) {
        AsyncVariable<Integer> value = scheduler.async();
        scheduler.schedule(HostTask.supply(value.write(), () -> 4));
        ReadBuffer<Integer> read = value.read();
        value.close();
        value.close();
        assertThatThrownBy(value::read).isInstanceOf(ClosedException.class);
        assertThatThrownBy(value::write).isInstanceOf(ClosedException.class);
        assertThatThrownBy(value::get).isInstanceOf(ClosedException.class);
        scheduler.schedule(HostTask.consume(read, seen::add));
        scheduler.runAll();
        assertThat(seen).containsExactly(4);
    }

    @AnyScheduler
    void readersThatWaitForAFirstWriteFindThatThereIsNoneWhenTheHandleIsClosed(TaskScheduler scheduler) {
        AsyncVariable<Integer> value = scheduler.async();
        HostTask reader = scheduler.schedule(HostTask.consume(value.read(), seen::add));
        scheduler.runAll();
        value.close();
        scheduler.runAll();
        assertThat(reader.failure()).get().isInstanceOf(UninitializedException.class);
    }
}
