package dev.sluice.async;

/**
 * A place in the order of an {@link Async} from which the value can be read once the writes before it are done. Closing
 * it gives up the place; a write behind it waits until then. A place taken before the first write waits for that write.
 *
 * @param <T> the type of the value
 */
public non-sealed interface ReadBuffer<T> extends Buffer<T> {}
