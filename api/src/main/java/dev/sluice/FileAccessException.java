package dev.sluice;

/** A file that cannot be opened, read or written, whatever its contents; the message names file and reason. */
public class FileAccessException extends SluiceException {
    private static final long serialVersionUID = 1L;

    /** Creates the error with a message that names the offending values. */
    public FileAccessException(String message) {
        super(message);
    }

    /** Creates the error with a message and its cause. */
    public FileAccessException(String message, Throwable cause) {
        super(message, cause);
    }
}
