package dev.sluice.async;

import java.util.concurrent.CompletableFuture;

/**
 * A value with a causal order of accesses: {@code writer → readers → next writer}. An access takes its place in the
 * order when its buffer is taken, not when the task that uses it runs.
 *
 * @param <T> the type of the value
 */
public interface Async<T> extends AutoCloseable {
    /** Takes the next place for a read. */
    ReadBuffer<T> read();

    /** Takes the next place for a write. */
    WriteBuffer<T> write();

    /**
     * Waits for every write submitted so far and returns the value. Under a deterministic scheduler the calling thread
     * drives the scheduler while it waits.
     *
     * @throws dev.sluice.UninitializedException when nothing was ever written
     * @throws dev.sluice.TaskCancelledException when the write was cancelled
     * @throws dev.sluice.DeadlockException when nothing that could run would produce the value
     */
    T get();

    /** A future of the value that every write submitted so far leaves. */
    CompletableFuture<T> toFuture();

    /** Gives up this handle. Accesses already taken stay valid. */
    @Override
    void close();
}
