package dev.sluice.async;

/** The body of a host task in direct style. */
@FunctionalInterface
public interface TaskBody {
    /**
     * Runs the task.
     *
     * @param task how the body waits for and writes its values; valid only inside this call
     * @throws Exception to fail the task, and with it every output
     */
    void run(TaskContext task) throws Exception;
}
