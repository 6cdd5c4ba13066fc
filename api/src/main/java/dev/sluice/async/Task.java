package dev.sluice.async;

import java.util.Optional;

/**
 * A unit of asynchronous work, and the handle on it. A task is created with the buffers it uses, admitted once to a
 * scheduler or awaited once by another task, and activated again after each wait by the scheduler that its route names.
 * Thread-safe.
 */
public sealed interface Task permits HostTask, DeviceTask {
    /** Where the task stands now. */
    TaskState state();

    /** Whether the task has ended. */
    default boolean isDone() {
        return state().isFinal();
    }

    /** The error that ended the task, if one did. */
    Optional<Throwable> failure();

    /**
     * Asks the task to end. A task that has not started never does; one that waits for a value ends now, one that waits
     * for a child cancels the child, and one that runs ends at its next wait. Outputs that it has not written yet are
     * completed with a {@link dev.sluice.TaskCancelledException}.
     */
    void cancel();

    /** Gives the task a name for reports, and returns it. */
    Task named(String name);
}
