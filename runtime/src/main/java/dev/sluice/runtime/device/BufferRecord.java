package dev.sluice.runtime.device;

import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;
import org.jspecify.annotations.Nullable;

/**
 * What is needed to release a buffer, kept apart from the buffer so that it survives a buffer which was forgotten: the
 * reference is queued then.
 *
 * <p>A buffer that is being closed may become unreachable, and its reference be queued, before its release is over. So
 * leaving the registry decides who releases: only the one who finds the record there does.
 */
final class BufferRecord extends PhantomReference<DeviceBuffer> {
    /**
     * What a buffer owns.
     *
     * @param ledger its unfinished work; absent on a device that executes inline
     * @param shared the allocation, when other buffers may own parts of it
     * @param onRelease the owner of foreign memory
     * @param site where it was allocated, when that is tracked
     */
    record Content(
            DeviceMemory memory,
            long address,
            long bytes,
            @Nullable CompletionLedger ledger,
            @Nullable Allocation shared,
            @Nullable Runnable onRelease,
            @Nullable AllocationSite site) {}

    private final BufferRegistry.Stripe stripe;
    private final Content content;

    /** The neighbours in the stripe's list, and whether the record is in it. Guarded by the stripe. */
    @Nullable
    BufferRecord previous;

    @Nullable
    BufferRecord next;

    boolean listed;

    BufferRecord(
            DeviceBuffer buffer,
            ReferenceQueue<DeviceBuffer> forgotten,
            BufferRegistry.Stripe stripe,
            Content content) {
        super(buffer, forgotten);
        this.stripe = stripe;
        this.content = content;
    }

    long bytes() {
        return content.bytes;
    }

    @Nullable
    AllocationSite site() {
        return content.site;
    }

    /** Releases the buffer's share of the memory, unless that was done. @return whether it did */
    boolean release() {
        if (!stripe.remove(this)) {
            return false;
        }
        DeviceMemory memory = content.memory;
        memory.ended(content.bytes);
        if (content.shared != null) {
            content.shared.leave(content.ledger);
        } else {
            memory.reclaim(content.address, content.bytes, content.onRelease, content.ledger);
        }
        return true;
    }

    /** Ends the buffer and makes its memory a shared allocation of several. The caller has the only access. */
    Allocation divide(int parts) {
        stripe.remove(this);
        content.memory.ended(content.bytes);
        return content.shared != null
                ? content.shared.split(parts)
                : new Allocation(content.memory, content.address, content.bytes, content.onRelease, parts);
    }

    String describe() {
        return "buffer of " + content.bytes + " bytes at 0x" + Long.toHexString(content.address) + " on "
                + content.memory.device() + (content.site == null ? "" : " allocated " + content.site);
    }
}
