package dev.sluice;

/** Extents, axes, strides or subscripts that do not fit together. */
public class ShapeException extends SluiceException {
    private static final long serialVersionUID = 1L;

    /** Creates the error with a message that names the offending values. */
    public ShapeException(String message) {
        super(message);
    }

    /** Creates the error with a message and its cause. */
    public ShapeException(String message, Throwable cause) {
        super(message, cause);
    }
}
