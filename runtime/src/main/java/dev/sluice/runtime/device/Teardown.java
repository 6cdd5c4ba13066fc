package dev.sluice.runtime.device;

import dev.sluice.device.DeviceException;
import org.jspecify.annotations.Nullable;

/**
 * Releasing many things one after the other, whatever fails: the first error is kept for the end, the others are attached
 * to it. Errors of a poisoned device are expected, since the driver has released everything with the device.
 */
final class Teardown {
    private @Nullable RuntimeException failure;

    void step(Runnable action) {
        try {
            action.run();
        } catch (DeviceException e) {
            if (!e.poisoned()) {
                keep(e);
            }
        } catch (RuntimeException e) {
            keep(e);
        }
    }

    /** Takes note of an error that was met elsewhere. */
    void keep(RuntimeException e) {
        if (failure == null) {
            failure = e;
        } else if (failure != e) {
            failure.addSuppressed(e);
        }
    }

    /** Throws the first failure, if there was one. */
    void finish() {
        if (failure != null) {
            throw failure;
        }
    }
}
