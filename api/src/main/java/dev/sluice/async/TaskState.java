package dev.sluice.async;

/** Where a task stands. */
public enum TaskState {
    /** Created and not yet admitted to a scheduler. */
    CREATED,
    /** A scheduler holds its next activation. */
    QUEUED,
    /** A thread runs it. */
    RUNNING,
    /** It belongs to what it waits for. */
    SUSPENDED,
    /** It ran to its end. */
    SUCCEEDED,
    /** It ended with an error, which its outputs carry. */
    FAILED,
    /** It was cancelled, and so are its outputs. */
    CANCELLED;

    /** Whether the task will not run again. */
    public boolean isFinal() {
        return compareTo(SUCCEEDED) >= 0;
    }
}
