package dev.sluice.cli;

import dev.sluice.SluiceException;

/** The output cannot be written. */
final class OutputException extends SluiceException {
    private static final long serialVersionUID = 1L;

    OutputException(String message) {
        super(message);
    }

    OutputException(String message, Throwable cause) {
        super(message, cause);
    }
}
