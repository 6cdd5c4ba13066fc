package dev.sluice.spi;

import dev.sluice.device.DeviceException;

/** Whether a device can still be used. */
public sealed interface DeviceHealth {
    /** The device works. */
    record Healthy() implements DeviceHealth {
        /** The only value. */
        public static final Healthy INSTANCE = new Healthy();
    }

    /**
     * An error has made the device unusable for the rest of the process.
     *
     * @param error the error
     */
    record Poisoned(DeviceException error) implements DeviceHealth {}
}
