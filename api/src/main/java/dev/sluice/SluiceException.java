package dev.sluice;

/** The root of every error that Sluice reports. */
public class SluiceException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Creates the error with a message that names the offending values. */
    public SluiceException(String message) {
        super(message);
    }

    /** Creates the error with a message and its cause. */
    public SluiceException(String message, Throwable cause) {
        super(message, cause);
    }
}
