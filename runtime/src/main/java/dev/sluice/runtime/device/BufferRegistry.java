package dev.sluice.runtime.device;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The buffers that are not released, for reports, and the queue of those that were forgotten.
 *
 * <p>Entering and leaving is part of every small operation on a host device, so the list is split into stripes by thread,
 * each an intrusive list with its own lock: neither allocates, and threads rarely meet. A {@link java.lang.ref.Cleaner}
 * would do the same with one lock for all, a thread, and an object more for each buffer.
 */
final class BufferRegistry {
    private static final int STRIPES = 16;

    private final ReferenceQueue<DeviceBuffer> forgotten = new ReferenceQueue<>();
    private final Stripe[] stripes = new Stripe[STRIPES];

    BufferRegistry() {
        for (int i = 0; i < STRIPES; i++) {
            stripes[i] = new Stripe();
        }
    }

    /** Enters a buffer in the calling thread's stripe. */
    BufferRecord enter(DeviceBuffer buffer, BufferRecord.Content content) {
        Stripe stripe = stripes[(int) Thread.currentThread().threadId() & (STRIPES - 1)];
        BufferRecord record = new BufferRecord(buffer, forgotten, stripe, content);
        stripe.add(record);
        return record;
    }

    /** The record of a buffer that became unreachable without being closed, or null. */
    @Nullable
    BufferRecord pollForgotten() {
        return (BufferRecord) forgotten.poll();
    }

    /** The same, waiting a while for the collector to find one. */
    @Nullable
    BufferRecord awaitForgotten(Duration patience) {
        try {
            return (BufferRecord) (Reference<?>) forgotten.remove(patience.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        }
    }

    List<BufferRecord> live() {
        List<BufferRecord> live = new ArrayList<>();
        for (Stripe stripe : stripes) {
            stripe.addTo(live);
        }
        return live;
    }

    long count() {
        long count = 0;
        for (Stripe stripe : stripes) {
            count += stripe.count();
        }
        return count;
    }

    long entered() {
        long entered = 0;
        for (Stripe stripe : stripes) {
            entered += stripe.entered();
        }
        return entered;
    }

    /** One of the lists. */
    static final class Stripe {
        private @Nullable BufferRecord first;
        private long count;
        private long entered;

        synchronized void add(BufferRecord record) {
            @Nullable BufferRecord second = first;
            record.next = second;
            if (second != null) {
                second.previous = record;
            }
            first = record;
            record.listed = true;
            count++;
            entered++;
        }

        /** Removes a record. @return false when that was done before */
        synchronized boolean remove(BufferRecord record) {
            if (!record.listed) {
                return false;
            }
            record.listed = false;
            @Nullable BufferRecord before = record.previous;
            @Nullable BufferRecord after = record.next;
            if (before != null) {
                before.next = after;
            } else {
                first = after;
            }
            if (after != null) {
                after.previous = before;
            }
            record.previous = null;
            record.next = null;
            count--;
            return true;
        }

        private synchronized void addTo(List<BufferRecord> list) {
            for (@Nullable BufferRecord record = first; record != null; record = record.next) {
                list.add(record);
            }
        }

        private synchronized long count() {
            return count;
        }

        private synchronized long entered() {
            return entered;
        }
    }
}
