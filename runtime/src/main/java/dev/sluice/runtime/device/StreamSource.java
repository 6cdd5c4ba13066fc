package dev.sluice.runtime.device;

import dev.sluice.spi.DeviceDriver;
import org.jspecify.annotations.Nullable;

/** A stream for the engine's own use, created when it is first needed. Used under its owner's lock. */
final class StreamSource {
    private static final int IN_NO_POOL = -1;

    private final DeviceDriver driver;
    private final DeviceStatus status;
    private final EventPool events;
    private @Nullable StreamSlot slot;

    StreamSource(DeviceDriver driver, DeviceStatus status, EventPool events) {
        this.driver = driver;
        this.status = status;
        this.events = events;
    }

    StreamSlot slot() {
        if (slot == null) {
            slot = StreamSlot.create(driver, status, events, IN_NO_POOL);
        }
        return slot;
    }

    /** The stream, if it was needed so far. */
    @Nullable
    StreamSlot existing() {
        return slot;
    }

    void destroy(Teardown teardown) {
        if (slot != null) {
            teardown.step(slot::awaitFinished);
            slot.destroy(teardown);
            slot = null;
        }
    }
}
