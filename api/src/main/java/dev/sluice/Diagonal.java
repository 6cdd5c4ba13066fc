package dev.sluice;

/** What the diagonal of a triangular matrix holds. */
public enum Diagonal {
    /** Any numbers, which are read. */
    GENERAL,
    /** Ones, whatever is stored there: the stored elements are not read. */
    UNIT
}
