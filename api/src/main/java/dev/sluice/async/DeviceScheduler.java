package dev.sluice.async;

import dev.sluice.device.Device;
import java.util.List;

/** Runs host tasks and the device tasks of its enrolled devices. */
public interface DeviceScheduler extends Scheduler {
    /**
     * Admits a device task that is bound to no device: it runs on the default device until it selects one.
     *
     * @return {@code task}
     * @throws dev.sluice.ContractViolationException when the task was admitted or awaited before, or no device is enrolled
     */
    DeviceTask schedule(DeviceTask task);

    /**
     * Admits a device task bound to a device.
     *
     * @return {@code task}
     * @throws dev.sluice.ContractViolationException when the task was admitted or awaited before, or the device is not
     *     enrolled
     */
    DeviceTask schedule(DeviceTask task, Device device);

    /** The enrolled devices, in order; the first is the default of unbound tasks unless another was configured. */
    List<Device> devices();
}
