package dev.sluice.runtime.task;

import dev.sluice.ContractViolationException;
import dev.sluice.async.DeviceTask;
import dev.sluice.device.Device;
import dev.sluice.runtime.async.AsyncCell;
import dev.sluice.runtime.async.Awaitable;
import dev.sluice.runtime.async.Epoch;
import dev.sluice.runtime.async.Place;
import dev.sluice.runtime.async.ReadPlace;
import dev.sluice.runtime.device.PoolWaiter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A device task over asynchronous values: it takes its places when it is created, in program order, waits until all of
 * them are ready, executes, and publishes. An operation inside Sluice is a subclass.
 *
 * {@snippet :
 * final class Copy extends Operation<Tensor> {
 *     Copy(AsyncCell<Tensor> from, AsyncCell<Tensor> to) {
 *         super(List.of(from), List.of(to));
 *     }
 *
 *     protected Awaitable execute() {
 *         Awaitable elsewhere = select(value(0).device());
 *         if (elsewhere != null) {
 *             return elsewhere;                       // execute() is called again, on that device
 *         }
 *         publish(0, value(0).copy());
 *         return null;
 *     }
 * }
 * scheduler.schedule(new Copy(a, b));
 * }
 *
 * <p>A cell that is both read and written takes its place to write only; reading it gives the value to be updated. An
 * error, of an operand or of {@link #execute}, completes every output with it. An operand that was cancelled cancels the
 * operation. Whatever happens, leases are given back first, then the places.
 *
 * @param <T> the type of the values
 */
public abstract class Operation<T> extends ResumableTask implements DeviceTask {
    /** An element is null where the cell is written too. */
    private final @Nullable ReadPlace<T>[] reads;

    /** An element is null only when the constructor failed. */
    private final @Nullable Epoch<T>[] writes;

    /** For each read that is null in {@link #reads}, the position of its cell among the written ones. */
    private final int @Nullable [] updates;

    private int placesReady;
    private List<LeaseWait<?>> leases = List.of();

    /**
     * Takes the places: of {@code reads}, then of {@code writes}.
     *
     * @throws dev.sluice.ClosedException when a cell is closed; no place is held then
     * @throws ContractViolationException when a cell is written twice
     */
    @SuppressWarnings({"unchecked", "rawtypes", "this-escape"}) // a place only remembers its owner
    protected Operation(List<AsyncCell<T>> reads, List<AsyncCell<T>> writes) {
        int readCount = reads.size();
        int writeCount = writes.size();
        requireDistinct(writes);
        this.reads = new ReadPlace[readCount];
        this.writes = new Epoch[writeCount];
        int[] aliases = null;
        try {
            for (int i = 0; i < readCount; i++) {
                int written = indexOf(writes, reads.get(i));
                if (written < 0) {
                    ReadPlace<T> place = reads.get(i).read();
                    place.own(this);
                    this.reads[i] = place;
                } else {
                    aliases = aliases == null ? new int[readCount] : aliases;
                    aliases[i] = written;
                }
            }
            for (int i = 0; i < writeCount; i++) {
                Epoch<T> place = writes.get(i).write();
                place.own(this);
                this.writes[i] = place;
            }
        } catch (RuntimeException | Error error) {
            cancel(); // releases what was taken
            throw error;
        }
        updates = aliases;
    }

    private static <T> int indexOf(List<AsyncCell<T>> cells, AsyncCell<T> cell) {
        for (int i = 0; i < cells.size(); i++) {
            if (cells.get(i) == cell) {
                return i;
            }
        }
        return -1;
    }

    private static <T> void requireDistinct(List<AsyncCell<T>> cells) {
        for (int i = 1; i < cells.size(); i++) {
            if (indexOf(cells.subList(0, i), cells.get(i)) >= 0) {
                throw new ContractViolationException(
                        cells.get(i) + " is named twice among the values that an operation writes");
            }
        }
    }

    /**
     * Does the work. Called on the operation's device once every place is ready, and again after each wait that it
     * returns, so it asks what it waited for and goes on. Must not wait by any other means.
     *
     * @return what to wait for, or null when every output was published
     * @throws Throwable to fail the operation
     */
    protected abstract @Nullable Awaitable execute() throws Throwable;

    // --- what execute() may use

    /** The value of a read cell. */
    protected final T value(int read) {
        ReadPlace<T> place = reads[read];
        if (place != null) {
            return place.value();
        }
        assert updates != null;
        return current(updates[read]);
    }

    /**
     * The present value of a written cell, to be updated in place.
     *
     * @throws dev.sluice.UninitializedException when there is none
     */
    protected final T current(int written) {
        return place(written).value();
    }

    /** Replaces the value of a written cell. What it held before is disposed of. */
    protected final void publish(int written, T value) {
        place(written).set(value);
    }

    private Epoch<T> place(int written) {
        Epoch<T> place = writes[written];
        assert place != null;
        return place;
    }

    /**
     * Binds the operation to a device.
     *
     * @return null when it runs there already, else what {@code execute} has to return at once
     * @throws ContractViolationException when the device is not enrolled, or a lease of another one is held
     */
    protected final @Nullable Awaitable select(Device device) {
        TaskScheduler scheduler = requireRoute();
        Device selected = scheduler.canonical(device);
        boolean here = selected.equals(scheduler.effectiveDevice(this));
        if (!here) {
            for (LeaseWait<?> lease : leases) {
                if (lease.isHeld()) {
                    throw new ContractViolationException(
                            this + " cannot go to " + selected + " while it holds the " + lease + " of " + device());
                }
            }
        }
        bind(selected);
        return here ? null : ROUTE_CHANGED;
    }

    /** The device that this activation runs on. */
    protected final Device device() {
        Device device = requireRoute().effectiveDevice(this);
        assert device != null : "a device task is routed through schedulers with devices only";
        return device;
    }

    /**
     * Asks an exhausted pool for a lease. {@code execute} returns the request to wait for it, and takes the lease from it
     * when it is called again. A lease that is still held at the end of the operation is given back.
     *
     * @see LeaseWait#LeaseWait
     */
    protected final <L extends AutoCloseable> LeaseWait<L> request(
            String what, Consumer<? super PoolWaiter<L>> pool, BooleanSupplier pendingOutside) {
        LeaseWait<L> request = new LeaseWait<>(what, pool, pendingOutside);
        if (leases.isEmpty()) {
            leases = new ArrayList<>(2);
        }
        leases.add(request);
        return request;
    }

    // --- the task

    @Override
    protected final @Nullable Awaitable step() throws Throwable {
        while (placesReady < reads.length + writes.length) {
            Place place = placesReady < reads.length ? reads[placesReady] : writes[placesReady - reads.length];
            if (place != null && !place.isReady()) {
                return place;
            }
            placesReady++;
        }
        return execute();
    }

    @Override
    protected final boolean settle(@Nullable Throwable error) {
        Throwable cause = error;
        for (int i = leases.size() - 1; i >= 0; i--) {
            try {
                leases.get(i).giveBack();
            } catch (Exception | Error e) {
                if (cause == null) {
                    cause = e;
                } else if (cause != e) {
                    cause.addSuppressed(e);
                }
            }
        }
        for (ReadPlace<T> place : reads) {
            if (place != null) {
                place.close();
            }
        }
        for (Epoch<T> place : writes) {
            if (place != null) {
                if (cause == null) {
                    place.close();
                } else {
                    place.closeExceptionally(cause);
                }
            }
        }
        if (cause != error) {
            throw unchecked(cause, this);
        }
        return writes.length > 0;
    }

    @Override
    protected final void forEachPlace(Consumer<? super Place> visitor) {
        for (ReadPlace<T> place : reads) {
            if (place != null) {
                visitor.accept(place);
            }
        }
        for (Epoch<T> place : writes) {
            if (place != null) {
                visitor.accept(place);
            }
        }
    }

    @Override
    final Domain domain() {
        return Domain.DEVICE;
    }

    @Override
    public final DeviceTask on(Device device) {
        bindBeforeAdmission(device);
        return this;
    }

    @Override
    public final DeviceTask named(String name) {
        rename(name);
        return this;
    }
}
