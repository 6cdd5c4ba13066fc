package dev.sluice.runtime.task;

import dev.sluice.device.Device;
import dev.sluice.spi.DeviceDriver;

/** What a scheduler needs of a device: to select it on a thread, and to restore that thread. */
public interface DeviceContext {
    /** The device. */
    Device device();

    /**
     * Selects the device for the calling thread.
     *
     * @return a token for {@link #leave}
     */
    long enter();

    /** Restores what {@link #enter} replaced, on the same thread. */
    void leave(long token);

    /** The context of a driver. */
    static DeviceContext of(DeviceDriver driver) {
        return new DriverContext(driver);
    }
}
