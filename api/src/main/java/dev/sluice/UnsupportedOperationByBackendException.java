package dev.sluice;

/** A backend lacks an optional primitive that the operation needs. */
public class UnsupportedOperationByBackendException extends SluiceException {
    private static final long serialVersionUID = 1L;

    /** Creates the error with a message that names the offending values. */
    public UnsupportedOperationByBackendException(String message) {
        super(message);
    }

    /** Creates the error with a message and its cause. */
    public UnsupportedOperationByBackendException(String message, Throwable cause) {
        super(message, cause);
    }
}
