package dev.sluice.runtime.device;

import dev.sluice.device.DeviceException;
import dev.sluice.spi.DeviceDriver;
import dev.sluice.spi.DeviceHealth;
import org.jspecify.annotations.Nullable;

/**
 * Whether a device can still be used, as far as this process has noticed. Goes from working to poisoned at most once;
 * every part of the device's resources looks here, so noticing the poison in one place fails them all.
 */
final class DeviceStatus {
    private final DeviceDriver driver;
    private volatile @Nullable DeviceException poison;

    DeviceStatus(DeviceDriver driver) {
        this.driver = driver;
    }

    /** Throws the device's error if it is known to be poisoned. */
    void requireUsable() {
        if (poison != null) {
            throw again(poison);
        }
    }

    /** Asks the driver, and throws the device's error if it is poisoned. */
    void check() {
        if (poison == null && driver.health() instanceof DeviceHealth.Poisoned(DeviceException error)) {
            poison = error;
        }
        requireUsable();
    }

    /** Takes note of a failure. */
    void observe(DeviceException error) {
        if (error.poisoned() && poison == null && error.device().equals(driver.device())) {
            poison = error;
        }
    }

    /** Treats a failure as the end of the device, though the driver does not call it that. */
    void giveUp(DeviceException error) {
        if (poison == null) {
            poison = error;
        }
    }

    boolean isPoisoned() {
        return poison != null;
    }

    /** The error as it meets another caller: its own stack trace, the first occurrence as cause. */
    private static DeviceException again(DeviceException error) {
        DeviceException copy =
                new DeviceException(error.device(), error.operation(), error.code(), error.codeName(), true);
        copy.initCause(error);
        return copy;
    }
}
