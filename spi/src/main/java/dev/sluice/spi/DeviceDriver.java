package dev.sluice.spi;

import dev.sluice.device.Device;
import dev.sluice.device.DeviceCapabilities;
import java.lang.foreign.MemorySegment;
import java.util.Optional;

/**
 * The primitives of one device. Streams, events and addresses are opaque {@code long} tokens of the driver; 0 is never
 * a valid stream, event or non-empty allocation.
 *
 * <p>Operations on one stream run in the order of submission. Operations on different streams are unordered except
 * through events. A driver whose {@link DeviceCapabilities#executesInline()} holds has run an operation when its
 * submission returns; {@link #recordEvent} and {@link #waitEvent} then do nothing. The engine creates no stream and no
 * event on such a device and passes 0 for the stream.
 *
 * <p>Every method is thread-safe, except that one stream is submitted to by one thread at a time. Every failure is a new
 * {@link dev.sluice.device.DeviceException} naming the call, also when the device is poisoned: the same object thrown twice
 * cannot be told from its own consequence. An allocation that does not fit is an {@link
 * dev.sluice.device.OutOfDeviceMemoryException}.
 */
public interface DeviceDriver {
    /** The identity of the device. */
    Device device();

    /** The immutable properties of the device. */
    DeviceCapabilities capabilities();

    /**
     * Makes this device current for the calling thread, for drivers with ambient device state. The engine does so around
     * the use of kernels and providers. The methods of this interface are called from any thread without it, and select
     * the device for themselves.
     *
     * @return a token for {@link #leave}, describing what was current before
     */
    default long enter() {
        return 0;
    }

    /** Restores what was current before {@link #enter}. */
    default void leave(long token) {}

    /** The health of the device, found without a callback and without waiting. */
    DeviceHealth health();

    // --- memory

    /**
     * Allocates device memory, aligned to at least 64 bytes. Contents are undefined. With stream-ordered allocation the
     * memory may be used by work submitted to {@code stream} afterwards, and elsewhere after an event on it.
     *
     * @param bytes the size, positive
     */
    long allocate(long bytes, long stream);

    /** Frees an allocation; with stream-ordered allocation, after the work submitted to {@code stream} so far. */
    void free(long address, long bytes, long stream);

    /** The free and the total memory of the device in bytes, as the driver sees it now. */
    MemoryInformation memoryInformation();

    /** Gives cached memory back to the system, keeping at least {@code keepBytes} cached. */
    default void trimMemory(long keepBytes) {}

    /**
     * The host's view of device memory, present exactly when {@link DeviceCapabilities#hostAccessible()}. It is valid
     * until the allocation is freed.
     */
    Optional<MemorySegment> hostView(long address, long bytes);

    /** Host memory that copies to and from this device run fastest with. Freed with {@link #freePinned}. */
    MemorySegment allocatePinned(long bytes);

    /** Frees memory of {@link #allocatePinned}. */
    void freePinned(MemorySegment segment);

    // --- streams and events

    /** Creates a stream. */
    long createStream();

    /** Destroys an idle stream. */
    void destroyStream(long stream);

    /** Whether all work submitted to the stream has finished. Also how a poisoned device is noticed: it throws. */
    boolean queryStream(long stream);

    /** Waits on the host until all work submitted to the stream has finished. */
    void synchronizeStream(long stream);

    /**
     * Runs {@code callback} once all work submitted to the stream so far has finished, on a thread of the driver. The
     * callback is short and calls no driver method. It may never run once the device is poisoned.
     */
    void onStreamTail(long stream, Runnable callback);

    /** Creates an event that is not recorded. */
    long createEvent();

    /** Destroys an event. Waits already submitted on it stay valid. */
    void destroyEvent(long event);

    /** Records the current tail of the stream in the event, replacing what it held. */
    void recordEvent(long event, long stream);

    /**
     * Makes later work on {@code stream} wait for what the event holds now. The event may belong to another device of
     * the same backend.
     */
    void waitEvent(long stream, long event);

    /** Whether what the event holds has finished. */
    boolean queryEvent(long event);

    /** Waits on the host until what the event holds has finished. */
    void synchronizeEvent(long event);

    // --- copies

    /** Copies host memory to this device, in stream order. The source must stay unchanged until then. */
    void copyFromHost(long destination, MemorySegment source, long stream);

    /** Copies device memory to the host, in stream order. */
    void copyToHost(MemorySegment destination, long source, long stream);

    /** Copies within this device, in stream order. The ranges do not overlap. */
    void copyOnDevice(long destination, long source, long bytes, long stream);

    /**
     * Copies from this device to another device of the same backend, in the order of a stream of this device.
     *
     * @param destination an address on {@code peer}
     * @param peer the receiving device
     * @param source an address on this device
     */
    void copyToPeer(long destination, DeviceDriver peer, long source, long bytes, long stream);

    // --- computation

    /** The elementwise and reduction kernels. */
    KernelSet kernels();

    /** Dense matrix products, where the backend has them. */
    Optional<BlasProvider> blas();

    /** Matrix factorisations, where the backend has them. */
    Optional<SolverProvider> solver();
}
