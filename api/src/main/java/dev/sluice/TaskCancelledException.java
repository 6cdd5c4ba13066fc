package dev.sluice;

/** The task, or the task that would have produced a value, was cancelled. */
public class TaskCancelledException extends SluiceException {
    private static final long serialVersionUID = 1L;

    /** Creates the error with a message that names the offending values. */
    public TaskCancelledException(String message) {
        super(message);
    }

    /** Creates the error with a message and its cause. */
    public TaskCancelledException(String message, Throwable cause) {
        super(message, cause);
    }
}
