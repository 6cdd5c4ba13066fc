package dev.sluice.async;

import java.util.concurrent.CompletableFuture;

/**
 * A value with a causal order of accesses: {@code writer → readers → next writer}. An access takes its place in the
 * order when its buffer is taken, not when the task that uses it runs.
 *
 * <p>Thread-safe; places taken by different threads at the same time are ordered arbitrarily.
 *
 * @param <T> the type of the value
 */
public interface Async<T> extends AutoCloseable {
    /**
     * Takes the next place for a read.
     *
     * @throws dev.sluice.ClosedException when this handle was closed
     */
    ReadBuffer<T> read();

    /**
     * Takes the next place for a write.
     *
     * @throws dev.sluice.ClosedException when this handle was closed
     */
    WriteBuffer<T> write();

    /**
     * Waits for every write submitted so far and returns the value. Under a deterministic scheduler the calling thread
     * drives the scheduler while it waits; inside a direct-style task the task waits and its worker goes on.
     *
     * @throws dev.sluice.UninitializedException when nothing was ever written
     * @throws dev.sluice.TaskCancelledException when the write was cancelled
     * @throws dev.sluice.DeadlockException when nothing that could run would produce the value
     */
    T get();

    /** As {@link #get()}, driving or helping another scheduler than the one this value belongs to. */
    T get(Scheduler scheduler);

    /**
     * A future of the value that every write submitted so far leaves. It is completed by a task of the value's
     * scheduler; a deterministic scheduler must be driven for that.
     */
    CompletableFuture<T> toFuture();

    /** Gives up this handle. Accesses already taken stay valid. Closing twice is harmless. */
    @Override
    void close();
}
