package dev.sluice.backend.debug.memory;

import dev.sluice.backend.debug.causality.Moment;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** One allocation of a simulated device. It is known for a while after it was freed, so that later uses are explained. */
public final class Allocation {
    /** All ones: NaN in every floating-point type, so that memory nobody wrote cannot pass for a result. */
    private static final byte GARBAGE = (byte) 0xFF;

    private final long address;
    private final long bytes;
    private final Moment allocated;
    private AccessHistory history;
    private @Nullable MemorySegment memory;
    private @Nullable Moment freed;

    Allocation(long address, long bytes, MemorySegment memory, Moment allocated) {
        this.address = address;
        this.bytes = bytes;
        this.memory = memory;
        this.allocated = allocated;
        this.history = new AccessHistory(bytes, allocated);
        memory.fill(GARBAGE);
    }

    /** The device address. */
    public long address() {
        return address;
    }

    /** The size. */
    public long bytes() {
        return bytes;
    }

    /** What allocated it. */
    public Moment allocated() {
        return allocated;
    }

    /** What freed it, or null while it is live. */
    public @Nullable Moment freed() {
        return freed;
    }

    /** The bytes; garbage once the free has taken effect. */
    public MemorySegment memory() {
        MemorySegment current = memory;
        return current != null
                ? current
                : MemorySegment.ofArray(new long[Math.toIntExact((bytes + 7) / 8)])
                        .asSlice(0, bytes)
                        .fill(GARBAGE);
    }

    AccessHistory history() {
        return history;
    }

    void markFreed(Moment moment) {
        freed = moment;
        // No access comes after the free, and what the old history refers to need not be kept.
        history = new AccessHistory(bytes, moment);
    }

    /** Destroys the contents, when the free takes effect. */
    public void release() {
        memory = null;
    }

    @Override
    public String toString() {
        return String.format("allocation [0x%x, +%d)", address, bytes);
    }
}
