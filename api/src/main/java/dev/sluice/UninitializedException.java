package dev.sluice;

/** A read of a value that no writer has produced. */
public class UninitializedException extends SluiceException {
    private static final long serialVersionUID = 1L;

    /** Creates the error with a message that names the offending values. */
    public UninitializedException(String message) {
        super(message);
    }

    /** Creates the error with a message and its cause. */
    public UninitializedException(String message, Throwable cause) {
        super(message, cause);
    }
}
