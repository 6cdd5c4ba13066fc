package dev.sluice.async;

import java.util.function.UnaryOperator;

/**
 * An asynchronous value that can be assigned. Created by {@link Scheduler#async()}.
 *
 * @param <T> the type of the value
 */
public interface AsyncVariable<T> extends Async<T> {
    /**
     * Assigns a value. Reads taken before see the old one; the assignment waits for none of them, because it starts a
     * fresh history.
     */
    void assign(T value);

    /**
     * Assigns a copy of the value that {@code source} has now in program order; a fresh history, as {@link
     * #assign(Object)}.
     */
    void assign(Async<T> source);

    /**
     * Replaces the value, in order, by a function of it. An update of a value that was never written completes it with
     * an {@link dev.sluice.UninitializedException}.
     */
    void update(UnaryOperator<T> function);

    /** A new variable that holds a copy of the value that this one has now in program order. */
    AsyncVariable<T> copy();

    /** Gives this variable a name for reports, and returns it. */
    AsyncVariable<T> named(String name);
}
