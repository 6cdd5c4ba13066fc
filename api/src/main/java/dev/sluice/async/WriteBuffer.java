package dev.sluice.async;

/**
 * A place in the order of an {@link Async} at which the value can be replaced once all accesses before it are done.
 * Closing it unwritten passes on what was there before.
 *
 * @param <T> the type of the value
 */
public non-sealed interface WriteBuffer<T> extends Buffer<T> {}
