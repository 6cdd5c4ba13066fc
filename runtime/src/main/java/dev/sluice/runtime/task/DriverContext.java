package dev.sluice.runtime.task;

import dev.sluice.device.Device;
import dev.sluice.spi.DeviceDriver;
import java.util.function.BooleanSupplier;

/** Selects a device through its driver. */
record DriverContext(Device device, DeviceDriver driver, BooleanSupplier serve) implements DeviceContext {
    @Override
    public long enter() {
        return driver.enter();
    }

    @Override
    public void leave(long token) {
        driver.leave(token);
    }

    @Override
    public boolean advance() {
        return serve.getAsBoolean();
    }
}
