package dev.sluice.device;

/** What one enrolled device lends to programs, diagnostics and the conformance kit. Thread-safe. */
public interface DeviceResources {
    /** The device. */
    Device device();

    /** The device's immutable properties. */
    DeviceCapabilities capabilities();

    /** Makes the device current for the calling thread until the scope is closed. */
    DeviceScope enter();

    /** The streams. */
    StreamPool streams();

    /**
     * The handles for matrix products.
     *
     * @throws dev.sluice.UnsupportedOperationByBackendException when the backend has none
     */
    ExecutionPool blas();

    /**
     * The handles for matrix factorisations.
     *
     * @throws dev.sluice.UnsupportedOperationByBackendException when the backend has none
     */
    ExecutionPool solver();

    /**
     * Allocates a buffer with undefined contents. Does not wait for the device unless its memory is exhausted.
     *
     * @param bytes the size, at least 0
     * @throws OutOfDeviceMemoryException when it does not fit, even after pending frees; the message says what is live
     */
    DeviceBuffer allocate(long bytes);

    /** The memory in use now. */
    MemoryStatistics memory();

    /** Gives memory that the allocator keeps for reuse back to the system, all but {@code keepBytes}. */
    void trimMemory(long keepBytes);
}
