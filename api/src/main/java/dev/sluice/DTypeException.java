package dev.sluice;

/** An element type that an operation does not accept. */
public class DTypeException extends SluiceException {
    private static final long serialVersionUID = 1L;

    /** Creates the error with a message that names the offending values. */
    public DTypeException(String message) {
        super(message);
    }

    /** Creates the error with a message and its cause. */
    public DTypeException(String message, Throwable cause) {
        super(message, cause);
    }
}
