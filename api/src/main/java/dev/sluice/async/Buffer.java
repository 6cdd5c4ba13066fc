package dev.sluice.async;

/**
 * A place in the order of accesses to an {@link Async}. A place is held until it is closed; a task closes the places it
 * owns when it ends. Used by one thread at a time.
 *
 * @param <T> the type of the value
 */
public sealed interface Buffer<T> extends AutoCloseable permits ReadBuffer, WriteBuffer {
    /** Whether every access that this place waits for is done. Never waits. */
    boolean isReady();

    /** Gives up the place, used or not. Closing twice is harmless. */
    @Override
    void close();
}
