package dev.sluice.async;

import dev.sluice.device.Device;
import dev.sluice.engine.TaskFactory;

/**
 * A task of the device domain: it is activated in the context of a device. A task that is bound to none uses its
 * scheduler's default device without becoming bound to it.
 */
public non-sealed interface DeviceTask extends Task {
    @Override
    DeviceTask named(String name);

    /**
     * Binds the task to a device before it is admitted or awaited, and returns it.
     *
     * @throws dev.sluice.ContractViolationException when the task was admitted already
     */
    DeviceTask on(Device device);

    /** A direct-style task that owns the given buffers. */
    static DeviceTask of(DeviceTaskBody body, Buffer<?>... buffers) {
        return TaskFactory.load().device(body, buffers);
    }
}
