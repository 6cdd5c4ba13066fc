package dev.sluice.runtime.device;

import dev.sluice.spi.DeviceDriver;
import java.util.Arrays;

/** The events of one device, created once and reused. Thread-safe. */
final class EventPool {
    private final DeviceDriver driver;
    private long[] idle = new long[16];
    private int count;

    EventPool(DeviceDriver driver) {
        this.driver = driver;
    }

    long take() {
        synchronized (this) {
            if (count > 0) {
                return idle[--count];
            }
        }
        return driver.createEvent();
    }

    synchronized void give(long event) {
        if (count == idle.length) {
            idle = Arrays.copyOf(idle, 2 * count);
        }
        idle[count++] = event;
    }

    /** Destroys the idle events. */
    synchronized void close(Teardown teardown) {
        while (count > 0) {
            long event = idle[--count];
            teardown.step(() -> driver.destroyEvent(event));
        }
    }
}
