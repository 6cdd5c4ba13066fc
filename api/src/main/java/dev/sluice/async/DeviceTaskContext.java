package dev.sluice.async;

import dev.sluice.device.Device;
import java.util.Optional;

/** What a direct-style body of a device task can do. */
public interface DeviceTaskContext extends TaskContext {
    /**
     * Binds this task to a device. Continues at once when the task already runs there, else on that device's workers.
     * The only point where a task changes device.
     *
     * @throws dev.sluice.ContractViolationException when the scheduler does not enrol the device, or when the task holds
     *     a resource of the device it would leave; the binding is then unchanged
     */
    void setDevice(Device device);

    /** The device that the task is bound to; empty while it runs on whatever the scheduler's default is. */
    Optional<Device> affinity();

    /** The device that this activation runs on. */
    Device device();

    /**
     * Declares that the task holds a resource of its present device, such as a stream or a lease: {@link #setDevice} and
     * {@link #migrate} fail, naming it, until {@link #released}.
     */
    void holds(Object resource);

    /** Declares that a resource named to {@link #holds} was given back. */
    void released(Object resource);
}
