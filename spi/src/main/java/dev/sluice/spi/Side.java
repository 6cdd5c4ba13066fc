package dev.sluice.spi;

/** On which side of the unknown a matrix stands. */
public enum Side {
    /** A·X = B. */
    LEFT,
    /** X·A = B. */
    RIGHT
}
