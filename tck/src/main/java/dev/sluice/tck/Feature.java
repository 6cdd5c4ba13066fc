package dev.sluice.tck;

/** What a backend may claim. A rule that needs more than is claimed is reported as not claimed, never as passed. */
public enum Feature {
    /** At least one device. */
    DEVICE,
    /** At least two devices. */
    MULTI_DEVICE,
    /** Work runs after its submission returned. */
    DEFERRED_EXECUTION,
    /** Allocation and free take their place on a stream. */
    STREAM_ORDERED_ALLOCATION,
    /** Device memory is host memory. */
    HOST_ACCESSIBLE,
    /** Matrix products through a provider. */
    BLAS,
    /** Matrix factorisations through a provider. */
    SOLVER,
    /** The same submissions give the same order of execution. */
    SIMULATION,
    /** Devices can be made to fail, through {@link dev.sluice.spi.FaultInjection}. */
    FAULT_INJECTION
}
