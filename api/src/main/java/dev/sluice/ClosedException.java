package dev.sluice;

/** Use of a tensor, buffer, lease or runtime after it was closed. */
public class ClosedException extends SluiceException {
    private static final long serialVersionUID = 1L;

    /** Creates the error with a message that names the offending values. */
    public ClosedException(String message) {
        super(message);
    }

    /** Creates the error with a message and its cause. */
    public ClosedException(String message, Throwable cause) {
        super(message, cause);
    }
}
