package dev.sluice.runtime.async;

/**
 * How values of a cell are copied and disposed of.
 *
 * @param <T> the type of the value
 */
public interface ValueLifecycle<T> {
    /** A value that shares no mutable state with {@code value}. */
    T copy(T value);

    /**
     * Releases a value that nobody can reach through the cell any more. Called once for each value, by the thread that
     * ended the last access or replaced the value.
     */
    void dispose(T value);

    /** Whether {@link #dispose} does anything. */
    default boolean isDisposable() {
        return true;
    }

    /** The lifecycle of immutable values: a copy is the value itself, and nothing is released. */
    static <T> ValueLifecycle<T> immutable() {
        @SuppressWarnings("unchecked") // holds no T
        ValueLifecycle<T> lifecycle = (ValueLifecycle<T>) ImmutableLifecycle.INSTANCE;
        return lifecycle;
    }
}
