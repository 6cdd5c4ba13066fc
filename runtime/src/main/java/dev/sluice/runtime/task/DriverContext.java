package dev.sluice.runtime.task;

import dev.sluice.device.Device;
import dev.sluice.spi.DeviceDriver;

/** Selects a device through its driver. */
record DriverContext(Device device, DeviceDriver driver) implements DeviceContext {
    DriverContext(DeviceDriver driver) {
        this(driver.device(), driver);
    }

    @Override
    public long enter() {
        return driver.enter();
    }

    @Override
    public void leave(long token) {
        driver.leave(token);
    }
}
