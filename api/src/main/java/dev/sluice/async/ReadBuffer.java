package dev.sluice.async;

/**
 * A place in the order of an {@link Async} from which the value can be read once the writes before it are done. Closing
 * it gives up the place; a write behind it waits until then.
 *
 * @param <T> the type of the value
 */
public interface ReadBuffer<T> extends AutoCloseable {
    /** Whether the writes before this place are done. */
    boolean isReady();

    /** Gives up the place. Closing twice is harmless. */
    @Override
    void close();
}
