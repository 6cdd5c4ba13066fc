package dev.sluice.runtime.device;

import dev.sluice.device.DeviceException;
import org.jspecify.annotations.Nullable;

/**
 * What was enqueued on a stream up to its present end: the point to publish, and the error that recording it met.
 *
 * <p>When a point cannot be recorded, memory that the work uses must not look free. So the host waits for the work instead,
 * and the last recorded point then stands for it; if that fails too, the device is given up.
 *
 * @param ticket the point
 * @param error what recording met, or null
 */
record Enqueued(long ticket, @Nullable DeviceException error) {
    static Enqueued end(StreamSlot slot) {
        try {
            return new Enqueued(slot.record(), null);
        } catch (DeviceException e) {
            try {
                slot.awaitFinished();
            } catch (DeviceException again) {
                if (again != e) {
                    e.addSuppressed(again);
                }
                slot.abandon(e);
            }
            return new Enqueued(slot.lastTicket(), e);
        }
    }

    void rethrow() {
        if (error != null) {
            throw error;
        }
    }
}
