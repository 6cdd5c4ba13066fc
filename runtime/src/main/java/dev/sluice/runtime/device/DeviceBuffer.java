package dev.sluice.runtime.device;

import dev.sluice.AccessException;
import dev.sluice.ClosedException;
import dev.sluice.Storage;
import dev.sluice.device.Device;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A logical buffer: an allocation, and the accesses that are open to it.
 *
 * <p>Protocol: {@code state} holds the number of open reads in its low bits, {@link #WRITING} while a write is open, and
 * {@link #CLOSED} once the buffer was closed. Every change is one atomic update, so whoever finds an overlap fails at
 * once and nobody waits. Closing forbids new accesses and leaves the open ones alone; the memory is released by whoever
 * brings the state to exactly {@code CLOSED}, which happens once because no access can be opened after it. The update
 * that ends an access publishes what the access did to the one that opens the next.
 */
public final class DeviceBuffer implements Storage, AutoCloseable {
    private static final int WRITING = 1 << 30;
    private static final int CLOSED = 1 << 31;
    private static final VarHandle STATE;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(DeviceBuffer.class, "state", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final DeviceResources resources;
    private final long address;
    private final long bytes;
    private final Runnable onRelease;

    @SuppressWarnings("UnusedVariable") // through STATE
    private volatile int state;

    DeviceBuffer(DeviceResources resources, long address, long bytes, Runnable onRelease) {
        this.resources = resources;
        this.address = address;
        this.bytes = bytes;
        this.onRelease = onRelease;
    }

    /** What the buffer was allocated from. */
    public DeviceResources resources() {
        return resources;
    }

    @Override
    public Device device() {
        return resources.device();
    }

    @Override
    public long bytes() {
        return bytes;
    }

    @Override
    public boolean isClosed() {
        return state < 0;
    }

    /**
     * Forbids further accesses and gives the memory back once every access that is open now has ended and its work has
     * finished. Closing twice is harmless.
     */
    @Override
    public void close() {
        if ((int) STATE.getAndBitwiseOr(this, CLOSED) == 0) {
            release();
        }
    }

    long address() {
        return address;
    }

    void beginRead() {
        int seen;
        do {
            seen = state;
            if (seen < 0 || seen >= WRITING) {
                throw refuse("read", seen);
            }
        } while (!STATE.compareAndSet(this, seen, seen + 1));
    }

    void endRead() {
        if ((int) STATE.getAndAdd(this, -1) == CLOSED + 1) {
            release();
        }
    }

    void beginWrite() {
        if (!STATE.compareAndSet(this, 0, WRITING)) {
            throw refuse("write", state);
        }
    }

    void endWrite() {
        if ((int) STATE.getAndAdd(this, -WRITING) == (CLOSED | WRITING)) {
            release();
        }
    }

    /** Turns the caller's read into a write, which succeeds when there is no other access. */
    void upgrade() {
        if (!STATE.compareAndSet(this, 1, WRITING)) {
            throw refuse("write", state - 1);
        }
    }

    private RuntimeException refuse(String requested, int seen) {
        if (seen < 0) {
            return new ClosedException(requested + " access to " + this + ", which is closed");
        }
        int readers = seen & (WRITING - 1);
        String open = (seen & WRITING) != 0
                ? "an open write access"
                : readers == 1 ? "an open read access" : readers + " open read accesses";
        return new AccessException(requested + " access to " + this + " overlaps " + open
                + "; order the two operations, or end the first before the second begins");
    }

    private void release() {
        onRelease.run();
    }

    @Override
    public String toString() {
        return "buffer of " + bytes + " bytes at 0x" + Long.toHexString(address) + " on " + device();
    }
}
