package dev.sluice;

/** A broken contract of the runtime, such as closing it with live buffers; the message names each culprit. */
public class ContractViolationException extends SluiceException {
    private static final long serialVersionUID = 1L;

    /** Creates the error with a message that names the offending values. */
    public ContractViolationException(String message) {
        super(message);
    }

    /** Creates the error with a message and its cause. */
    public ContractViolationException(String message, Throwable cause) {
        super(message, cause);
    }
}
