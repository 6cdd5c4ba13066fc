package dev.sluice.backend.debug;

/**
 * Which of the legal orders the simulation chooses. All modes respect stream order and waits; they differ in when an
 * operation takes effect, so a program that orders its work properly gives the same result in each of them.
 */
public enum ExecutionMode {
    /**
     * An operation takes effect as soon as it may, and is seen to be finished when virtual time has passed its end. A
     * query that finds it unfinished lets virtual time pass, twice as much for each further query of the same stream, so
     * a polling host gets to the end in a logarithmic number of queries.
     */
    EAGER,
    /**
     * An operation takes effect only when a host wait needs it, and the operations such a wait needs take effect in the
     * reverse of their submission as far as the order allows. A forgotten wait therefore gives a wrong result. A query
     * answers that the work is unfinished until it has been asked {@code debug.patience} times since the stream was last
     * submitted to; then it counts as a wait.
     */
    LATEST,
    /**
     * Each submission and each query lets a random number of random legal operations take effect. A query finds its work
     * finished at the latest when it has been asked {@code debug.patience} times since the stream was last submitted to.
     */
    RANDOM
}
