package dev.sluice.engine;

import dev.sluice.BackendUnavailableException;
import dev.sluice.async.Buffer;
import dev.sluice.async.DeviceTask;
import dev.sluice.async.DeviceTaskBody;
import dev.sluice.async.HostTask;
import dev.sluice.async.ReadBuffer;
import dev.sluice.async.TaskBody;
import dev.sluice.async.WriteBuffer;
import java.util.ServiceLoader;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Creates tasks for the factories of {@link HostTask} and {@link DeviceTask}. Implemented once, by the runtime. */
public interface TaskFactory {
    /** A direct-style host task. */
    HostTask host(TaskBody body, Buffer<?>... buffers);

    /** A direct-style device task. */
    DeviceTask device(DeviceTaskBody body, Buffer<?>... buffers);

    /** A host task that runs an action. */
    HostTask run(Runnable action);

    /** A host task that writes a value. */
    <R> HostTask supply(WriteBuffer<R> to, Supplier<? extends R> supplier);

    /** A host task that uses a value. */
    <A> HostTask consume(ReadBuffer<A> from, Consumer<? super A> consumer);

    /** A host task that writes a function of a value. */
    <A, R> HostTask map(ReadBuffer<A> from, WriteBuffer<R> to, Function<? super A, ? extends R> function);

    /** A host task that writes a function of two values. */
    <A, B, R> HostTask combine(
            ReadBuffer<A> left,
            ReadBuffer<B> right,
            WriteBuffer<R> to,
            BiFunction<? super A, ? super B, ? extends R> function);

    /** A host task that replaces a value by a function of it. */
    <T> HostTask update(WriteBuffer<T> place, UnaryOperator<T> function);

    /**
     * The factory of this process.
     *
     * @throws BackendUnavailableException when the runtime is not on the class or module path
     */
    static TaskFactory load() {
        return Holder.INSTANCE;
    }

    /** Loads the factory once. */
    final class Holder {
        private static final TaskFactory INSTANCE = ServiceLoader.load(
                        TaskFactory.class, TaskFactory.class.getClassLoader())
                .findFirst()
                .orElseThrow(() -> new BackendUnavailableException(
                        "no Sluice engine on the class path: add a backend such as dev.sluice:sluice-backend-cpu,"
                                + " which brings dev.sluice:sluice-runtime"));

        private Holder() {}
    }
}
