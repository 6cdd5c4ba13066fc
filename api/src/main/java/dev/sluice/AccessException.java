package dev.sluice;

/** Accesses that overlap where they must not: a write beside another live access to the same buffer. */
public class AccessException extends SluiceException {
    private static final long serialVersionUID = 1L;

    /** Creates the error with a message that names the offending values. */
    public AccessException(String message) {
        super(message);
    }

    /** Creates the error with a message and its cause. */
    public AccessException(String message, Throwable cause) {
        super(message, cause);
    }
}
