package dev.sluice.runtime.async;

import dev.sluice.ClosedException;
import dev.sluice.UninitializedException;
import dev.sluice.async.Async;
import dev.sluice.async.AsyncVariable;
import dev.sluice.async.HostTask;
import dev.sluice.async.Scheduler;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The handle on a value with a history of accesses.
 *
 * <p>The handle points to the present {@link EpochQueue}; assignment points it to a fresh one and retires the old, so the
 * places taken from it stay valid and its value is disposed of after the last of them. A place request that meets a
 * retired queue looks at the handle again.
 */
public final class AsyncCell<T> implements AsyncVariable<T> {
    private static final VarHandle QUEUE;

    static {
        try {
            QUEUE = MethodHandles.lookup().findVarHandle(AsyncCell.class, "queue", EpochQueue.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Scheduler scheduler;
    private final ValueLifecycle<T> lifecycle;
    /** Null once this handle is closed. */
    private volatile @Nullable EpochQueue<T> queue;

    private AsyncCell(Scheduler scheduler, ValueLifecycle<T> lifecycle, EpochQueue<T> queue) {
        this.scheduler = scheduler;
        this.lifecycle = lifecycle;
        QUEUE.set(this, queue); // published by whoever shares the cell
    }

    /** A cell that nothing has written. */
    public static <T> AsyncCell<T> empty(Scheduler scheduler, ValueLifecycle<T> lifecycle) {
        return new AsyncCell<>(scheduler, lifecycle, EpochQueue.empty(lifecycle));
    }

    /** A cell that holds a value, which it disposes of by its lifecycle. */
    public static <T> AsyncCell<T> of(T value, Scheduler scheduler, ValueLifecycle<T> lifecycle) {
        return new AsyncCell<>(scheduler, lifecycle, EpochQueue.of(value, lifecycle));
    }

    /** The scheduler that copies, updates and waits go to. */
    public Scheduler scheduler() {
        return scheduler;
    }

    @Override
    public ReadPlace<T> read() {
        for (; ; ) {
            ReadPlace<T> place = open().takeRead();
            if (place != null) {
                return place;
            }
        }
    }

    @Override
    public Epoch<T> write() {
        for (; ; ) {
            Epoch<T> place = open().takeWrite();
            if (place != null) {
                return place;
            }
        }
    }

    private EpochQueue<T> open() {
        EpochQueue<T> present = queue;
        if (present == null) {
            throw new ClosedException("this asynchronous value was closed; no further access can be taken");
        }
        return present;
    }

    @Override
    public T get() {
        return get(scheduler);
    }

    @Override
    public T get(Scheduler driver) {
        EpochQueue<T> present = open();
        if (!present.hasWriter()) {
            throw new UninitializedException(
                    "nothing was ever written to " + present.label() + ", and no write is submitted");
        }
        try (ReadPlace<T> place = read()) {
            if (!place.isReady()) {
                ((Blocking) driver).await(place);
            }
            return place.value();
        }
    }

    @Override
    public CompletableFuture<T> toFuture() {
        CompletableFuture<T> future = new CompletableFuture<>();
        EpochQueue<T> present = open();
        if (!present.hasWriter()) {
            future.completeExceptionally(new UninitializedException(
                    "nothing was ever written to " + present.label() + ", and no write is submitted"));
            return future;
        }
        ReadPlace<T> place = read();
        scheduler.schedule(HostTask.of(
                task -> {
                    try {
                        future.complete(task.await(place));
                    } catch (Throwable error) {
                        future.completeExceptionally(error);
                    }
                },
                place));
        return future;
    }

    @Override
    public void assign(T value) {
        EpochQueue<T> present = open();
        Epoch<T> first = present.takeFirstWrite();
        if (first != null) {
            // Readers that were there first wait for exactly this.
            first.set(value);
            first.close();
            return;
        }
        replace(EpochQueue.of(value, lifecycle));
    }

    @Override
    public void assign(Async<T> source) {
        ReadPlace<T> from = (ReadPlace<T>) source.read();
        EpochQueue<T> present = open();
        Epoch<T> to = present.takeFirstWrite();
        if (to == null) {
            EpochQueue<T> fresh = EpochQueue.empty(lifecycle);
            to = fresh.takeFirstWrite();
            assert to != null;
            replace(fresh);
        }
        scheduler.schedule(HostTask.map(from, to, lifecycle::copy));
    }

    @Override
    public void update(UnaryOperator<T> function) {
        scheduler.schedule(HostTask.update(write(), function));
    }

    @Override
    public AsyncCell<T> copy() {
        AsyncCell<T> copy = empty(scheduler, lifecycle);
        scheduler.schedule(HostTask.map(read(), copy.write(), lifecycle::copy));
        return copy;
    }

    @Override
    public AsyncCell<T> named(String name) {
        open().name(name);
        return this;
    }

    private void replace(EpochQueue<T> fresh) {
        for (; ; ) {
            EpochQueue<T> old = open();
            if (QUEUE.compareAndSet(this, old, fresh)) {
                fresh.name(old);
                old.retire();
                return;
            }
        }
    }

    @Override
    public void close() {
        @SuppressWarnings("unchecked")
        EpochQueue<T> old = (EpochQueue<T>) QUEUE.getAndSet(this, null);
        if (old != null) {
            old.retire();
        }
    }

    @Override
    public String toString() {
        EpochQueue<T> present = queue;
        return present == null ? "closed asynchronous value" : present.label();
    }
}
