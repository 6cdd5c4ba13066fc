package dev.sluice.runtime.device;

import org.jspecify.annotations.Nullable;

/**
 * Memory that one or, after a partition, several logical buffers own. Each owner hands in its ledger when it goes; when the
 * last one goes the memory is released after the completions of all.
 */
final class Allocation {
    private final DeviceMemory memory;
    private final long address;
    private final long bytes;
    private final @Nullable Runnable onRelease;
    private final CompletionLedger finalLedger = new CompletionLedger();
    private int owners;

    Allocation(DeviceMemory memory, long address, long bytes, @Nullable Runnable onRelease, int owners) {
        this.memory = memory;
        this.address = address;
        this.bytes = bytes;
        this.onRelease = onRelease;
        this.owners = owners;
    }

    /** Lets one owner be replaced by several. */
    synchronized Allocation split(int parts) {
        owners += parts - 1;
        return this;
    }

    /** Makes the buffer of one owner, which begins with the unfinished work of the whole. */
    DeviceBuffer part(
            DeviceResources resources,
            long partAddress,
            long partBytes,
            @Nullable CompletionLedger whole,
            @Nullable AllocationSite site) {
        @Nullable CompletionLedger ledger = whole == null ? null : whole.copy();
        return memory.part(
                resources, new BufferRecord.Content(memory, partAddress, partBytes, ledger, this, null, site));
    }

    void leave(@Nullable CompletionLedger ledger) {
        synchronized (this) {
            if (ledger != null) {
                finalLedger.absorb(ledger);
            }
            if (--owners > 0) {
                return;
            }
        }
        memory.reclaim(address, bytes, onRelease, finalLedger);
    }
}
