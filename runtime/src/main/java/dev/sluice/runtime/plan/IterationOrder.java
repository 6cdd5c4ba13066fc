package dev.sluice.runtime.plan;

/** Whether an operation depends on the order in which elements are visited. */
public enum IterationOrder {
    /** Any order will do: loops may be exchanged and run backwards. */
    ANY,
    /** Elements are numbered in row-major order of the shape, as an index leaf or a position asks for. */
    LOGICAL
}
