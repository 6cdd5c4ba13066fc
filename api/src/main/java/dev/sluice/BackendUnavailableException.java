package dev.sluice;

/** No backend can serve the request; the message lists those found and why each is not available. */
public class BackendUnavailableException extends SluiceException {
    private static final long serialVersionUID = 1L;

    /** Creates the error with a message that names the offending values. */
    public BackendUnavailableException(String message) {
        super(message);
    }

    /** Creates the error with a message and its cause. */
    public BackendUnavailableException(String message, Throwable cause) {
        super(message, cause);
    }
}
