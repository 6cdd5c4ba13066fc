package dev.sluice.runtime.async;

import dev.sluice.ClosedException;
import dev.sluice.ContractViolationException;
import dev.sluice.async.ReadBuffer;
import org.jspecify.annotations.Nullable;

/** A reader's place in an {@link Epoch}: counted there until it is closed. */
public final class ReadPlace<T> implements ReadBuffer<T>, Place {
    private final Epoch<T> epoch;
    private boolean closed;
    private @Nullable Object owner;

    ReadPlace(Epoch<T> epoch) {
        this.epoch = epoch;
    }

    /**
     * The value, once the place is ready.
     *
     * @throws dev.sluice.UninitializedException when nothing was ever written
     * @throws ClosedException when the place was closed
     */
    public T value() {
        requireOpen();
        return epoch.queue().value();
    }

    /** The value, or null when it was never written or its writer was cancelled; any other error is thrown. */
    public @Nullable T valueOrNull() {
        requireOpen();
        return epoch.queue().valueOrNull();
    }

    /** The cancellation that took the place of the value, or null. */
    public @Nullable Throwable cancellation() {
        return epoch.queue().cancellation();
    }

    private void requireOpen() {
        if (closed) {
            throw new ClosedException(describe() + " was closed; take a new one");
        }
        assert epoch.isReadable() : describe();
    }

    @Override
    public boolean isReady() {
        return epoch.isReadable();
    }

    @Override
    public boolean subscribe(Waiter waiter) {
        if (closed) {
            throw new ClosedException(describe() + " was closed; take a new one");
        }
        return epoch.subscribeReader(waiter);
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            epoch.releaseReader();
        }
    }

    @Override
    public void closeExceptionally(Throwable error) {
        close();
    }

    @Override
    public @Nullable Object owner() {
        return owner;
    }

    @Override
    public void own(Object newOwner) {
        if (owner != null && owner != newOwner) {
            throw new ContractViolationException(
                    describe() + " belongs to " + owner + " and cannot be given to " + newOwner + " too");
        }
        owner = newOwner;
    }

    @Override
    public Epoch<T> epoch() {
        return epoch;
    }

    @Override
    public String describe() {
        return "read of " + epoch.label();
    }

    @Override
    public String toString() {
        return describe();
    }
}
