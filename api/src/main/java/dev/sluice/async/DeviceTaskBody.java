package dev.sluice.async;

/** The body of a device task in direct style. */
@FunctionalInterface
public interface DeviceTaskBody {
    /**
     * Runs the task.
     *
     * @param task how the body waits, writes and selects its device; valid only inside this call
     * @throws Exception to fail the task, and with it every output
     */
    void run(DeviceTaskContext task) throws Exception;
}
