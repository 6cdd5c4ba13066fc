package dev.sluice.device;

/** Permission to submit reads of a buffer to one stream. Not thread-safe. */
public interface ReadAccess extends AutoCloseable {
    /**
     * The device address of the buffer.
     *
     * @throws dev.sluice.ClosedException when the access has ended
     */
    long address();

    /** Ends the access before its scope does: records a completion and gives it to the buffer. */
    void release();

    /** Ends the access, if {@link #release} did not. */
    @Override
    default void close() {
        release();
    }
}
