package dev.sluice.async;

import java.util.Optional;
import java.util.function.Supplier;

/**
 * What a direct-style body can do. Waiting parks the task, never a worker. A buffer that the task was not created with
 * becomes the task's own when it is first used here.
 *
 * <p>Every waiting method throws {@link dev.sluice.TaskCancelledException} once the task is cancelled, and {@link
 * dev.sluice.ClosedException} when the buffer was closed.
 */
public interface TaskContext {
    /**
     * Waits until the value can be read, and returns it. May be repeated.
     *
     * @throws dev.sluice.UninitializedException when nothing was ever written
     */
    <T> T await(ReadBuffer<T> buffer);

    /** The value if it can be read now; never waits. Fails as {@link #await(ReadBuffer)} does. */
    <T> Optional<T> tryAwait(ReadBuffer<T> buffer);

    /** Waits, and returns the value, or empty when it was never written or its writer was cancelled. */
    <T> Optional<T> maybe(ReadBuffer<T> buffer);

    /**
     * Waits, and returns the value; when it was never written or its writer was cancelled, cancels this task by a {@link
     * dev.sluice.TaskCancelledException}. Any other error of the writer is thrown as it is.
     */
    <T> T orCancel(ReadBuffer<T> buffer);

    /** Waits until each of the places is ready. */
    void awaitAll(Buffer<?>... buffers);

    /**
     * Waits until the value can be written, and returns the present one, to be changed in place or replaced.
     *
     * @throws dev.sluice.UninitializedException when there is none
     */
    <T> T await(WriteBuffer<T> buffer);

    /** Waits until the value can be written, and replaces it. May be repeated; the last value counts. */
    <T> void set(WriteBuffer<T> buffer, T value);

    /** Waits until the value can be written, then builds it. */
    <T> void emplace(WriteBuffer<T> buffer, Supplier<? extends T> constructor);

    /**
     * Waits until the value can be written, and moves it out: the place then holds no value until one is set.
     *
     * @throws dev.sluice.UninitializedException when there is none
     */
    <T> T take(WriteBuffer<T> buffer);

    /**
     * Waits for the end of another task, and throws the error that ended it, if one did. One that was not admitted yet
     * runs now: on the scheduler of this task, if that accepts the child's kind and device. A device child that is bound
     * to no device inherits the binding of a device parent.
     *
     * @throws dev.sluice.ContractViolationException when the child cannot be routed
     * @throws dev.sluice.TaskCancelledException when the child was cancelled
     */
    void await(Task child);

    /** Makes errors of this task complete that place exceptionally. Places to write that the task owns already do. */
    void sink(WriteBuffer<?> buffer);

    /**
     * Continues on another scheduler from here on.
     *
     * @throws dev.sluice.ContractViolationException when that scheduler does not accept this task; the route is unchanged
     */
    void migrate(Scheduler target);

    /** The scheduler that runs this task. */
    Scheduler scheduler();
}
