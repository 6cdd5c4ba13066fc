package dev.sluice.backend.debug.simulation;

/** What an operation occupies while it runs. */
public enum Resource {
    /** Nothing. */
    NONE,
    /** One of the places for concurrent kernels. */
    COMPUTE,
    /** The copy engine towards the device. */
    COPY_IN,
    /** The copy engine away from the device. */
    COPY_OUT
}
