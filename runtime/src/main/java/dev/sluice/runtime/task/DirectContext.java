package dev.sluice.runtime.task;

import dev.sluice.TaskCancelledException;
import dev.sluice.async.Buffer;
import dev.sluice.async.ReadBuffer;
import dev.sluice.async.Scheduler;
import dev.sluice.async.Task;
import dev.sluice.async.TaskContext;
import dev.sluice.async.WriteBuffer;
import dev.sluice.runtime.async.Epoch;
import dev.sluice.runtime.async.Place;
import dev.sluice.runtime.async.ReadPlace;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What a direct-style body sees of its task. */
class DirectContext implements TaskContext {
    private final DirectTask task;

    DirectContext(DirectTask task) {
        this.task = task;
    }

    @Override
    public final <T> T await(ReadBuffer<T> buffer) {
        return readable(buffer).value();
    }

    @Override
    public final <T> Optional<T> tryAwait(ReadBuffer<T> buffer) {
        ReadPlace<T> place = EngineTaskFactory.place(buffer);
        task.requireCurrent();
        task.adopt(place);
        task.checkCancelled();
        return place.isReady() ? Optional.of(place.value()) : Optional.empty();
    }

    @Override
    public final <T> Optional<T> maybe(ReadBuffer<T> buffer) {
        return Optional.ofNullable(readable(buffer).valueOrNull());
    }

    @Override
    public final <T> T orCancel(ReadBuffer<T> buffer) {
        ReadPlace<T> place = readable(buffer);
        @Nullable T value = place.valueOrNull();
        if (value == null) {
            throw new TaskCancelledException(
                    "the value for the " + place.describe() + " never came", place.cancellation());
        }
        return value;
    }

    @Override
    public final void awaitAll(Buffer<?>... buffers) {
        for (Buffer<?> buffer : buffers) {
            wait(EngineTaskFactory.place(buffer));
        }
    }

    @Override
    public final <T> T await(WriteBuffer<T> buffer) {
        return writable(buffer).value();
    }

    @Override
    public final <T> void set(WriteBuffer<T> buffer, T value) {
        writable(buffer).set(value);
    }

    @Override
    public final <T> void emplace(WriteBuffer<T> buffer, Supplier<? extends T> constructor) {
        Epoch<T> place = writable(buffer);
        place.set(constructor.get());
    }

    @Override
    public final <T> T take(WriteBuffer<T> buffer) {
        return writable(buffer).take();
    }

    @Override
    public final void await(Task child) {
        task.requireCurrent();
        task.checkCancelled();
        ResumableTask awaited = TaskScheduler.resumable(child);
        task.suspendUntil(task.child(awaited));
        awaited.rethrowFailure();
    }

    @Override
    public final void sink(WriteBuffer<?> buffer) {
        task.requireCurrent();
        task.sink(EngineTaskFactory.epoch(buffer));
    }

    @Override
    public final void migrate(Scheduler target) {
        task.requireCurrent();
        task.checkCancelled();
        if (target == task.route()) {
            return;
        }
        requireNothingHeld("migrate to " + target);
        task.requireRoute().migrate(task, target);
        task.resubmit();
    }

    /** Rejects a move while a resource of the present device is held. */
    void requireNothingHeld(String move) {}

    @Override
    public final Scheduler scheduler() {
        return task.requireRoute();
    }

    private <T> ReadPlace<T> readable(ReadBuffer<T> buffer) {
        ReadPlace<T> place = EngineTaskFactory.place(buffer);
        wait(place);
        return place;
    }

    private <T> Epoch<T> writable(WriteBuffer<T> buffer) {
        Epoch<T> place = EngineTaskFactory.epoch(buffer);
        wait(place);
        return place;
    }

    private void wait(Place place) {
        task.requireCurrent();
        task.adopt(place);
        task.suspendUntil(place);
    }
}
