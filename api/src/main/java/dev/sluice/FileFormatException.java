package dev.sluice;

/** A malformed, truncated or unsupported file; the message names file, field and offset. */
public class FileFormatException extends SluiceException {
    private static final long serialVersionUID = 1L;

    /** Creates the error with a message that names the offending values. */
    public FileFormatException(String message) {
        super(message);
    }

    /** Creates the error with a message and its cause. */
    public FileFormatException(String message, Throwable cause) {
        super(message, cause);
    }
}
