package dev.sluice.async;

/**
 * The body of a task that computes one value, in direct style.
 *
 * @param <T> the type of the value
 */
@FunctionalInterface
public interface TaskFunction<T> {
    /**
     * Computes the value.
     *
     * @param task how the body waits; valid only inside this call
     * @throws Exception to fail the task, and with it the value
     */
    T apply(TaskContext task) throws Exception;
}
