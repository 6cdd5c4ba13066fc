package dev.sluice.runtime.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.UninitializedException;
import dev.sluice.async.Async;
import dev.sluice.async.AsyncVariable;
import dev.sluice.async.HostTask;
import dev.sluice.async.ReadBuffer;
import dev.sluice.async.TaskState;
import dev.sluice.async.WriteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** {@code writer_n → readers_n → writer_{n+1}}, in the order in which places are taken. */
class EpochOrderTest {
    @AnyScheduler
    void severalReadersSeeTheInitialValueWithoutAWriter(TaskScheduler scheduler) {
        AsyncVariable<Integer> value = scheduler.async(99);
        List<Integer> seen = Collections.synchronizedList(new ArrayList<>());
        for (int reader = 0; reader < 3; reader++) {
            scheduler.schedule(HostTask.consume(value.read(), seen::add));
        }
        scheduler.runAll();
        assertThat(seen).containsExactly(99, 99, 99);
    }

    @AnyScheduler
    void aReaderTakenAfterAWriterSeesWhatItWrites(TaskScheduler scheduler) {
        AsyncVariable<Integer> value = scheduler.async();
        WriteBuffer<Integer> write = value.write();
        ReadBuffer<Integer> read = value.read();
        List<Integer> seen = Collections.synchronizedList(new ArrayList<>());
        scheduler.schedule(HostTask.consume(read, seen::add));
        scheduler.schedule(HostTask.supply(write, () -> 42));
        scheduler.runAll();
        assertThat(seen).containsExactly(42);
    }

    @AnyScheduler
    void aWriterWaitsForTheReadersBeforeItAndTheReadersBehindItWaitForTheWriter(TaskScheduler scheduler) {
        AsyncVariable<Integer> value = scheduler.async(7);
        List<Integer> before = Collections.synchronizedList(new ArrayList<>());
        List<Integer> after = Collections.synchronizedList(new ArrayList<>());
        scheduler.schedule(HostTask.consume(value.read(), before::add));
        scheduler.schedule(HostTask.consume(value.read(), before::add));
        scheduler.schedule(HostTask.supply(value.write(), () -> 8));
        scheduler.schedule(HostTask.consume(value.read(), after::add));
        scheduler.schedule(HostTask.consume(value.read(), after::add));
        scheduler.runAll();
        assertThat(before).containsExactly(7, 7);
        assertThat(after).containsExactly(8, 8);
    }

    @AnyScheduler
    void anUnusedWritePlacePassesTheOldValueOn(TaskScheduler scheduler) {
        AsyncVariable<Integer> value = scheduler.async(10);
        WriteBuffer<Integer> unused = value.write();
        ReadBuffer<Integer> read = value.read();
        assertThat(read.isReady()).isFalse();
        unused.close();
        List<Integer> seen = Collections.synchronizedList(new ArrayList<>());
        scheduler.schedule(HostTask.consume(read, seen::add));
        scheduler.runAll();
        assertThat(seen).containsExactly(10);
    }

    @AnyScheduler
    void placesGivenUpInAdvanceAreSkippedOnceTheirTurnComes(TaskScheduler scheduler) {
        AsyncVariable<Integer> value = scheduler.async(1);
        ReadBuffer<Integer> first = value.read();
        for (int i = 0; i < 100_000; i++) {
            value.write().close();
        }
        ReadBuffer<Integer> last = value.read();
        assertThat(last.isReady()).isFalse();
        first.close();
        assertThat(last.isReady()).isTrue();
        last.close();
        assertThat(value.get()).isEqualTo(1);
    }

    @AnyScheduler
    void oneTaskMayReadAndThenWriteTheSameValue(TaskScheduler scheduler) {
        AsyncVariable<Double> value = scheduler.async(1.25);
        scheduler.schedule(HostTask.map(value.read(), value.write(), Math::sin));
        assertThat(value.get()).isEqualTo(Math.sin(1.25));
    }

    @AnyScheduler
    void theOrderIsThatOfTakingNotOfFulfilling(TaskScheduler scheduler) {
        AsyncVariable<Integer> value = scheduler.async();
        WriteBuffer<Integer> deferred = value.write();
        value.update(v -> v + 10);
        scheduler.runAll();
        scheduler.schedule(HostTask.supply(deferred, () -> 5));
        assertThat(value.get()).isEqualTo(15);
    }

    @AnyScheduler
    void aReadTakenBeforeTheFirstWriteWaitsForIt(TaskScheduler scheduler) {
        AsyncVariable<Integer> value = scheduler.async();
        List<Integer> seen = Collections.synchronizedList(new ArrayList<>());
        HostTask reader = scheduler.schedule(HostTask.consume(value.read(), seen::add));
        scheduler.runAll();
        assertThat(reader.state()).isEqualTo(TaskState.SUSPENDED);
        scheduler.schedule(HostTask.supply(value.write(), () -> 2));
        scheduler.runAll();
        assertThat(reader.state()).isEqualTo(TaskState.SUCCEEDED);
        assertThat(seen).containsExactly(2);
    }

    @AnyScheduler
    void assignmentStartsAFreshHistoryAndLeavesEarlierReadersTheOldOne(TaskScheduler scheduler) {
        AsyncVariable<Integer> value = scheduler.async();
        List<Integer> a = Collections.synchronizedList(new ArrayList<>());
        List<Integer> b = Collections.synchronizedList(new ArrayList<>());
        value.assign(5);
        scheduler.schedule(HostTask.consume(value.read(), a::add));
        value.update(v -> v + 10);
        scheduler.schedule(HostTask.consume(value.read(), a::add));
        value.assign(10);
        scheduler.schedule(HostTask.consume(value.read(), b::add));
        value.update(v -> v + 20);
        scheduler.schedule(HostTask.consume(value.read(), b::add));
        scheduler.runAll();
        assertThat(a).containsExactlyInAnyOrder(5, 15);
        assertThat(b).containsExactlyInAnyOrder(10, 30);
    }

    @AnyScheduler
    void assignmentFromAnotherValueCopiesWhatThatIsAtThisPointOfTheProgram(TaskScheduler scheduler) {
        AsyncVariable<Integer> source = scheduler.async(5);
        AsyncVariable<Integer> value = scheduler.async();
        List<Integer> seen = Collections.synchronizedList(new ArrayList<>());
        value.assign(source);
        scheduler.schedule(HostTask.consume(value.read(), seen::add));
        source.assign(10);
        value.assign(source);
        scheduler.schedule(HostTask.consume(value.read(), seen::add));
        scheduler.runAll();
        assertThat(seen).containsExactlyInAnyOrder(5, 10);
    }

    @AnyScheduler
    void aCopyHasAHistoryOfItsOwn(TaskScheduler scheduler) {
        AsyncVariable<Integer> original = scheduler.async(42);
        AsyncVariable<Integer> copy = original.copy();
        copy.update(v -> v + 57);
        assertThat(copy.get()).isEqualTo(99);
        assertThat(original.get()).isEqualTo(42);
    }

    @AnyScheduler
    void gettingAValueThatNothingIsSubmittedToWriteFailsAtOnce(TaskScheduler scheduler) {
        Async<Integer> value = scheduler.async();
        assertThatThrownBy(value::get)
                .isInstanceOf(UninitializedException.class)
                .hasMessageContaining("nothing was ever written");
    }

    @AnyScheduler
    void updatingAValueThatWasNeverWrittenIsAnErrorOfTheValue(TaskScheduler scheduler) {
        AsyncVariable<Integer> value = scheduler.async();
        value.update(v -> v + 3);
        assertThatThrownBy(value::get).isInstanceOf(UninitializedException.class);
    }

    @AnyScheduler
    void aLongChainOfDependentUpdatesNeedsNoStack(TaskScheduler scheduler) {
        AsyncVariable<Integer> value = scheduler.async(0);
        for (int i = 0; i < 200_000; i++) {
            value.update(v -> v + 1);
        }
        assertThat(value.get()).isEqualTo(200_000);
    }
}
