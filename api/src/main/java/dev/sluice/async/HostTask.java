package dev.sluice.async;

import dev.sluice.engine.TaskFactory;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * A task of the host domain.
 *
 * <p>The functional forms wait for what they read, apply their function once while they hold it, give the read places
 * back, and then wait for the place to write: reading and writing one value in one task is fine when the read place was
 * taken first.
 */
public non-sealed interface HostTask extends Task {
    @Override
    HostTask named(String name);

    /** A direct-style task that owns the given buffers. */
    static HostTask of(TaskBody body, Buffer<?>... buffers) {
        return TaskFactory.load().host(body, buffers);
    }

    /** A task that runs an action that waits for nothing. */
    static HostTask run(Runnable action) {
        return TaskFactory.load().run(action);
    }

    /** A task that writes a value. */
    static <R> HostTask supply(WriteBuffer<R> to, Supplier<? extends R> supplier) {
        return TaskFactory.load().supply(to, supplier);
    }

    /** A task that uses a value. */
    static <A> HostTask consume(ReadBuffer<A> from, Consumer<? super A> consumer) {
        return TaskFactory.load().consume(from, consumer);
    }

    /** A task that writes a function of a value. */
    static <A, R> HostTask map(ReadBuffer<A> from, WriteBuffer<R> to, Function<? super A, ? extends R> function) {
        return TaskFactory.load().map(from, to, function);
    }

    /** A task that writes a function of two values. */
    static <A, B, R> HostTask combine(
            ReadBuffer<A> left,
            ReadBuffer<B> right,
            WriteBuffer<R> to,
            BiFunction<? super A, ? super B, ? extends R> function) {
        return TaskFactory.load().combine(left, right, to, function);
    }

    /** A task that replaces a value by a function of it. */
    static <T> HostTask update(WriteBuffer<T> place, UnaryOperator<T> function) {
        return TaskFactory.load().update(place, function);
    }
}
