package dev.sluice;

/** One half of a square matrix, the diagonal included. */
public enum Triangle {
    /** On and below the diagonal. */
    LOWER,
    /** On and above the diagonal. */
    UPPER;

    /** Where this half lies in the transposed matrix. */
    public Triangle transposed() {
        return this == LOWER ? UPPER : LOWER;
    }
}
