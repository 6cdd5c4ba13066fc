package dev.sluice.runtime.task;

import dev.sluice.device.Device;
import dev.sluice.spi.DeviceDriver;
import java.util.function.BooleanSupplier;

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

    /**
     * Serves tasks that wait for a resource of the device, letting time pass there if none is free. A deterministic
     * scheduler calls it when it has nothing else to run, and nothing else lets time pass then.
     *
     * @return whether anything happened that may let a task go on
     */
    boolean advance();

    /** The context of a driver, whose resources are served by {@code advance}. */
    static DeviceContext of(DeviceDriver driver, BooleanSupplier advance) {
        return new DriverContext(driver.device(), driver, advance);
    }
}
