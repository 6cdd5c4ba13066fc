package dev.sluice.runtime.device;

import dev.sluice.device.Completion;
import dev.sluice.device.Device;

/**
 * A completion: a recorded point of a stream.
 *
 * @param slot the stream
 * @param ticket the point
 */
record StreamPoint(StreamSlot slot, long ticket) implements Completion {
    /** The point behind a completion that this engine recorded. */
    static StreamPoint of(Completion completion) {
        if (completion instanceof StreamPoint point) {
            return point;
        }
        throw new IllegalArgumentException(completion + " was not recorded by a stream of this runtime");
    }

    @Override
    public Device device() {
        return slot.driver().device();
    }

    @Override
    public boolean isDone() {
        return slot.isReached(ticket);
    }

    @Override
    public void await() {
        slot.awaitReached(ticket);
    }

    @Override
    public String toString() {
        return "point " + ticket + " of " + slot;
    }
}
