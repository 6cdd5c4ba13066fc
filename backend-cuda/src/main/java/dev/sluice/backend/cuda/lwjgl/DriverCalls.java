package dev.sluice.backend.cuda.lwjgl;

/**
 * The functions of the CUDA driver API that Sluice calls. Handles and addresses are plain numbers.
 *
 * <p>A method that returns an {@code int} returns the driver's status, 0 for success. A method that returns a {@code
 * long} returns its result, or the negated status: results are never negative. Nothing is thrown and, apart from texts,
 * nothing is allocated. Unless noted otherwise a method needs a current context.
 */
public interface DriverCalls {
    // --- without a current context

    /** Initialises the driver for this process. */
    int initialize();

    /** The newest CUDA version that the driver supports, as 1000·major + 10·minor. */
    long driverVersion();

    /** The number of visible devices. */
    long deviceCount();

    /** The driver's handle of a device. */
    long device(int ordinal);

    /** The product name of a device, or an empty string. */
    String deviceName(int device);

    /** The unique id of a device in the form {@code GPU-…}, or an empty string. */
    String deviceUuid(int device);

    /** The PCI address of a device, or an empty string. */
    String devicePciAddress(int device);

    /** The memory of a device in bytes. */
    long deviceMemory(int device);

    /** A device attribute of {@link DeviceAttribute}. */
    long deviceAttribute(DeviceAttribute attribute, int device);

    /** Whether a device can address the memory of a peer, 0 or 1. */
    long canAccessPeer(int device, int peer);

    /** Retains the primary context of a device, creating it when needed. */
    long retainPrimaryContext(int device);

    /** Releases a retained primary context. */
    int releasePrimaryContext(int device);

    /** The context that is current for the calling thread, or 0. */
    long currentContext();

    /** Makes a context current for the calling thread; 0 for none. */
    int setCurrentContext(long context);

    /** The name of a status, such as {@code CUDA_ERROR_OUT_OF_MEMORY}. */
    String statusName(int status);

    // --- memory

    /** Allocates device memory at once. */
    long allocate(long bytes);

    /** Frees device memory at once, after all work of the device. */
    int free(long address);

    /** Allocates device memory from the device's pool, in stream order. */
    long allocateAsync(long bytes, long stream);

    /** Frees memory of {@link #allocateAsync} in stream order. */
    int freeAsync(long address, long stream);

    /**
     * Whether the current context can be used: success, {@link DriverStatus#NOT_READY}, or the error that has made it
     * unusable. Costs a fraction of a microsecond.
     */
    int queryContext();

    /** Waits for all work of the current context. */
    int synchronizeContext();

    /** The free bytes of the device. Takes the driver up to milliseconds to find out. */
    long freeMemory();

    /** The default memory pool of a device. Needs no context. */
    long defaultPool(int device);

    /** Sets how many unused bytes a pool keeps over synchronisations. Needs no context. */
    int setReleaseThreshold(long pool, long bytes);

    /** The bytes of a pool that are reserved from the device, and of these the used ones. Needs no context. */
    long poolBytes(long pool, boolean used);

    /** Gives unused memory of a pool back to the device, keeping some. Needs no context. */
    int trimPool(long pool, long keepBytes);

    /** Lets a device read and write the memory of a pool of another device. Needs no context. */
    int allowPoolAccess(long pool, int device);

    /** Lets the current context address the memory of a peer's context. */
    int enablePeerAccess(long peerContext);

    /** Allocates pinned host memory that all contexts see as pinned. */
    long allocateHost(long bytes);

    /** Frees pinned host memory. */
    int freeHost(long address);

    // --- streams and events

    /** Creates a stream that does not synchronise with the default stream. */
    long createStream();

    /** Destroys a stream. */
    int destroyStream(long stream);

    /** Success, {@link DriverStatus#NOT_READY}, or a failure. */
    int queryStream(long stream);

    /** Waits for a stream. */
    int synchronizeStream(long stream);

    /** Makes a stream wait for an event. */
    int waitEvent(long stream, long event);

    /** Creates an event without timing. */
    long createEvent();

    /** Destroys an event. */
    int destroyEvent(long event);

    /** Records an event. */
    int recordEvent(long event, long stream);

    /** Success, {@link DriverStatus#NOT_READY}, or a failure. */
    int queryEvent(long event);

    /** Waits for an event. */
    int synchronizeEvent(long event);

    // --- copies

    /** Copies host to device memory in stream order. */
    int copyToDevice(long destination, long source, long bytes, long stream);

    /** Copies device to host memory in stream order. */
    int copyToHost(long destination, long source, long bytes, long stream);

    /** Copies device memory in stream order. */
    int copyOnDevice(long destination, long source, long bytes, long stream);

    /** Copies between the memories of two contexts in stream order. */
    int copyToPeer(long destination, long destinationContext, long source, long sourceContext, long bytes, long stream);

    /** Sets bytes in stream order. */
    int fillBytes(long destination, byte value, long bytes, long stream);

    // --- modules

    /**
     * Loads a module.
     *
     * @param image the address of a cubin or of zero-terminated PTX
     */
    long loadModule(long image);

    /** Unloads a module. */
    int unloadModule(long module);

    /** A kernel of a module. */
    long function(long module, String name);

    /**
     * Launches a kernel with one-dimensional blocks and grid.
     *
     * @param arguments the address of an {@link ArgumentBlock}'s descriptor
     */
    int launch(long function, int blocks, int threads, long stream, long arguments);
}
