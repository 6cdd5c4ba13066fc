package dev.sluice.async;

import java.util.Arrays;

/** Runs host tasks, and creates the values that they work on. Thread-safe. */
public interface Scheduler {
    /**
     * Admits a task. Returns at once; the task never runs on the calling thread because of it.
     *
     * @return {@code task}
     * @throws dev.sluice.ContractViolationException when the task was admitted or awaited before
     */
    HostTask schedule(HostTask task);

    /** A value that nothing has written yet. */
    <T> AsyncVariable<T> async();

    /** A value that is there from the start. */
    <T> AsyncVariable<T> async(T value);

    /** Starts a direct-style task that owns the given buffers, and returns the value that it will compute. */
    default <T> AsyncVariable<T> spawn(TaskFunction<? extends T> function, Buffer<?>... buffers) {
        AsyncVariable<T> result = async();
        WriteBuffer<T> place = result.write();
        Buffer<?>[] owned = Arrays.copyOf(buffers, buffers.length + 1);
        owned[buffers.length] = place;
        schedule(HostTask.of(task -> task.set(place, function.apply(task)), owned));
        return result;
    }

    /**
     * Runs, or waits for, every activation admitted so far and every one that those admit. Tasks that wait for something
     * outside the scheduler may be left suspended. Returns at once while paused.
     */
    void runAll();

    /** Starts no further activation until {@link #resume}. Admission goes on. */
    void pause();

    /** Ends a pause. */
    void resume();

    /** Whether activations are held back. */
    boolean isPaused();
}
