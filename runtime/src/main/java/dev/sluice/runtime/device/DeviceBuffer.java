package dev.sluice.runtime.device;

import dev.sluice.AccessException;
import dev.sluice.ClosedException;
import dev.sluice.device.ByteRange;
import dev.sluice.device.Device;
import dev.sluice.device.ReadAccess;
import dev.sluice.device.Stream;
import dev.sluice.device.WriteAccess;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A logical buffer: an allocation or a part of one, the accesses that are open to it, and its ledger.
 *
 * <p>Protocol: {@code state} holds the number of open reads in its low bits, {@link #WRITING} while a write is open, and
 * {@link #CLOSED} once the buffer was closed. Every change is one atomic update, so whoever finds an overlap fails at once
 * and nobody waits. Closing forbids new accesses and leaves the open ones alone; the memory is released by whoever brings the
 * state to exactly {@code CLOSED}, which happens once because no access can be opened after it. The update that ends an
 * access publishes what it did, to the memory on a device that executes inline and to the ledger elsewhere, to the update
 * that opens the next.
 */
public final class DeviceBuffer implements dev.sluice.device.DeviceBuffer {
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

    /** Absent for a buffer without bytes. */
    private final @Nullable BufferRecord record;

    /** Absent where completions are born done. */
    private final @Nullable CompletionLedger ledger;

    @SuppressWarnings("UnusedVariable") // through STATE
    private volatile int state;

    /** Creates a buffer that owns memory, or a share of it, and enters it in the registry. */
    DeviceBuffer(DeviceResources resources, BufferRegistry registry, BufferRecord.Content content) {
        this.resources = resources;
        this.address = content.address();
        this.bytes = content.bytes();
        this.ledger = content.ledger();
        this.record = registry.enter(this, content);
    }

    /** Creates a buffer without bytes, which owns nothing. */
    DeviceBuffer(DeviceResources resources) {
        this.resources = resources;
        this.address = 0;
        this.bytes = 0;
        this.ledger = null;
        this.record = null;
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

    @Override
    public void close() {
        if ((int) STATE.getAndBitwiseOr(this, CLOSED) == 0) {
            release();
        }
    }

    @Override
    public ReadAccess read(Stream stream) {
        StreamLease lease = StreamPool.lease(stream).retain();
        boolean done = false;
        try {
            beginRead(lease.slot());
            done = true;
        } finally {
            if (!done) {
                lease.close();
            }
        }
        return new Read(new BufferAccess(this, lease));
    }

    @Override
    public WriteAccess write(Stream stream) {
        StreamLease lease = StreamPool.lease(stream).retain();
        boolean done = false;
        try {
            beginWrite(lease.slot());
            done = true;
        } finally {
            if (!done) {
                lease.close();
            }
        }
        return new Write(new BufferAccess(this, lease));
    }

    private record Read(BufferAccess access) implements ReadAccess {
        @Override
        public long address() {
            return access.address();
        }

        @Override
        public void release() {
            access.endRead();
        }
    }

    private record Write(BufferAccess access) implements WriteAccess {
        @Override
        public long address() {
            return access.address();
        }

        @Override
        public void release() {
            access.endWrite();
        }
    }

    @Override
    public List<DeviceBuffer> partition(List<ByteRange> ranges) {
        requireDisjoint(ranges);
        beginWrite();
        @Nullable BufferRecord whole = record;
        List<DeviceBuffer> parts = new ArrayList<>(ranges.size());
        if (whole == null || ranges.isEmpty()) {
            ranges.forEach(range -> parts.add(new DeviceBuffer(resources)));
            STATE.getAndBitwiseOr(this, CLOSED);
            endWrite();
            return parts;
        }
        Allocation shared = whole.divide(ranges.size());
        for (ByteRange range : ranges) {
            parts.add(shared.part(resources, address + range.offset(), range.bytes(), ledger, whole.site()));
        }
        STATE.setRelease(this, CLOSED);
        return parts;
    }

    private void requireDisjoint(List<ByteRange> ranges) {
        List<ByteRange> sorted = new ArrayList<>(ranges);
        sorted.sort(Comparator.comparingLong(ByteRange::offset).thenComparingLong(ByteRange::end));
        ByteRange before = new ByteRange(0, 0);
        for (ByteRange range : sorted) {
            if (range.end() > bytes) {
                throw new IllegalArgumentException("the range [" + range.offset() + ", " + range.end()
                        + ") is not within the " + bytes + " bytes of " + this);
            }
            if (range.bytes() > 0) {
                if (range.offset() < before.end()) {
                    throw new IllegalArgumentException("the ranges [" + before.offset() + ", " + before.end()
                            + ") and [" + range.offset() + ", " + range.end() + ") of " + this + " overlap");
                }
                before = range;
            }
        }
    }

    long address() {
        return address;
    }

    // --- accesses on a device that executes inline

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

    // --- accesses whose work is on a stream

    void beginRead(StreamSlot stream) {
        beginRead();
        if (ledger != null) {
            boolean done = false;
            try {
                ledger.orderRead(stream);
                done = true;
            } finally {
                if (!done) {
                    endRead();
                }
            }
        }
    }

    void endRead(StreamSlot stream, long ticket) {
        if (ledger != null) {
            ledger.publishRead(stream, ticket);
        }
        endRead();
    }

    void beginWrite(StreamSlot stream) {
        beginWrite();
        if (ledger != null) {
            boolean done = false;
            try {
                ledger.orderWrite(stream);
                done = true;
            } finally {
                if (!done) {
                    endWrite();
                }
            }
        }
    }

    void endWrite(StreamSlot stream, long ticket) {
        if (ledger != null) {
            ledger.publishWrite(stream, ticket);
        }
        endWrite();
    }

    /** Turns the caller's read into a write. If that cannot be ordered, the read remains. */
    void upgrade(StreamSlot stream) {
        upgrade();
        if (ledger != null) {
            boolean done = false;
            try {
                ledger.orderWrite(stream);
                done = true;
            } finally {
                if (!done) {
                    STATE.getAndAdd(this, 1 - WRITING);
                }
            }
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
        if (record != null) {
            record.release();
        }
    }

    @Override
    public String toString() {
        return "buffer of " + bytes + " bytes at 0x" + Long.toHexString(address) + " on " + device();
    }
}
