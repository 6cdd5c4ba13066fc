package dev.sluice.async;

/**
 * A place in the order of an {@link Async} at which the value can be replaced once all accesses before it are done.
 * Closing it unwritten passes the old value on.
 *
 * @param <T> the type of the value
 */
public interface WriteBuffer<T> extends AutoCloseable {
    /** Whether all accesses before this place are done. */
    boolean isReady();

    /** Gives up the place. Closing twice is harmless. */
    @Override
    void close();
}
