package dev.sluice.spi;

/** How a matrix operand is read. */
public enum Transpose {
    /** As it is stored. */
    NONE,
    /** Transposed. */
    TRANSPOSE,
    /** Transposed and conjugated; the same as {@link #TRANSPOSE} for reals. */
    CONJUGATE_TRANSPOSE
}
