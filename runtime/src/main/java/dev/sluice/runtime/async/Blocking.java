package dev.sluice.runtime.async;

/** How a scheduler lets a thread wait. */
public interface Blocking {
    /**
     * Returns once {@code awaited} has happened, driving or helping the scheduler meanwhile. Inside a direct-style task
     * the task is suspended.
     *
     * @throws dev.sluice.DeadlockException when the scheduler can tell that it will never happen
     */
    void await(Awaitable awaited);
}
