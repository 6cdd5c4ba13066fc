package dev.sluice;

/** A wait that nothing can satisfy; the message is the report of who waits for what. */
public class DeadlockException extends SluiceException {
    private static final long serialVersionUID = 1L;

    /** Creates the error with a message that names the offending values. */
    public DeadlockException(String message) {
        super(message);
    }

    /** Creates the error with a message and its cause. */
    public DeadlockException(String message, Throwable cause) {
        super(message, cause);
    }
}
