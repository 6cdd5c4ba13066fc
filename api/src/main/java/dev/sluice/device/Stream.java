package dev.sluice.device;

/**
 * A counted lease of a stream. Work submitted to one stream runs in the order of submission. The stream returns to its
 * pool after the last lease is closed and the submitted work has finished. Only one thread at a time submits.
 */
public interface Stream extends AutoCloseable {
    /** The device. */
    Device device();

    /** The driver's token for the stream, for kernels of one's own; 0 on a device that executes inline. */
    long token();

    /** Another lease of the same stream, to be closed for itself. */
    Stream retain();

    /** Records the current end of the stream. */
    Completion recordCompletion();

    /** Whether all submitted work has finished. Never waits. */
    boolean isFinished();

    /**
     * Makes later work on this stream wait for a completion, of this device or another of the same backend. Does nothing
     * when the completion is known to be done, or when this stream already waits for a later point of the same stream.
     */
    void waitFor(Completion completion);

    /** Gives the lease back. Closing twice is harmless. */
    @Override
    void close();
}
