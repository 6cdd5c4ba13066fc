package dev.sluice;

/** A factorisation that has no result: it did not converge, or the matrix does not have the property it needs. */
public class FactorisationException extends SluiceException {
    private static final long serialVersionUID = 1L;

    /** Creates the error with a message that names the offending values. */
    public FactorisationException(String message) {
        super(message);
    }

    /** Creates the error with a message and its cause. */
    public FactorisationException(String message, Throwable cause) {
        super(message, cause);
    }
}
