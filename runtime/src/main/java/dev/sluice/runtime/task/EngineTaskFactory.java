package dev.sluice.runtime.task;

import dev.sluice.ContractViolationException;
import dev.sluice.async.Buffer;
import dev.sluice.async.DeviceTask;
import dev.sluice.async.DeviceTaskBody;
import dev.sluice.async.HostTask;
import dev.sluice.async.ReadBuffer;
import dev.sluice.async.TaskBody;
import dev.sluice.async.WriteBuffer;
import dev.sluice.engine.TaskFactory;
import dev.sluice.runtime.async.Epoch;
import dev.sluice.runtime.async.Place;
import dev.sluice.runtime.async.ReadPlace;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** The engine's tasks, found as a service. */
public final class EngineTaskFactory implements TaskFactory {
    /** Creates the factory; called by the service loader. */
    public EngineTaskFactory() {}

    @Override
    public HostTask host(TaskBody body, Buffer<?>... buffers) {
        return new DirectHostTask(body, buffers);
    }

    @Override
    public DeviceTask device(DeviceTaskBody body, Buffer<?>... buffers) {
        return new DirectDeviceTask(body, buffers);
    }

    @Override
    public HostTask run(Runnable action) {
        return new FunctionTask.Run(action);
    }

    @Override
    public <R> HostTask supply(WriteBuffer<R> to, Supplier<? extends R> supplier) {
        return new FunctionTask.Supply<>(epoch(to), supplier);
    }

    @Override
    public <A> HostTask consume(ReadBuffer<A> from, Consumer<? super A> consumer) {
        return new FunctionTask.Unary<A, Object>(place(from), null, value -> {
            consumer.accept(value);
            return null;
        });
    }

    @Override
    public <A, R> HostTask map(ReadBuffer<A> from, WriteBuffer<R> to, Function<? super A, ? extends R> function) {
        return new FunctionTask.Unary<>(place(from), epoch(to), function);
    }

    @Override
    public <A, B, R> HostTask combine(
            ReadBuffer<A> left,
            ReadBuffer<B> right,
            WriteBuffer<R> to,
            BiFunction<? super A, ? super B, ? extends R> function) {
        return new FunctionTask.Binary<>(place(left), place(right), epoch(to), function);
    }

    @Override
    public <T> HostTask update(WriteBuffer<T> place, UnaryOperator<T> function) {
        return new FunctionTask.Update<>(epoch(place), function);
    }

    static <T> ReadPlace<T> place(ReadBuffer<T> buffer) {
        if (buffer instanceof ReadPlace<T> place) {
            return place;
        }
        throw foreign(buffer);
    }

    static <T> Epoch<T> epoch(WriteBuffer<T> buffer) {
        if (buffer instanceof Epoch<T> epoch) {
            return epoch;
        }
        throw foreign(buffer);
    }

    static Place place(Buffer<?> buffer) {
        if (buffer instanceof Place place) {
            return place;
        }
        throw foreign(buffer);
    }

    private static ContractViolationException foreign(Buffer<?> buffer) {
        return new ContractViolationException(
                "a " + buffer.getClass().getName() + " is no buffer of this engine; take it with read() or write()");
    }
}
