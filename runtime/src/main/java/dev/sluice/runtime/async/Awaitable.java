package dev.sluice.runtime.async;

/** Something that happens once and can be waited for. */
public interface Awaitable {
    /** Whether it has happened. What was written before it happened is then visible. */
    boolean isReady();

    /**
     * Registers a waiter, which is woken exactly once, possibly before this method returns.
     *
     * @return false when it has happened already; the waiter is then not registered
     */
    boolean subscribe(Waiter waiter);

    /**
     * Whether a registered waiter may go away before it is woken. A waiter that would be handed a resource may not: it
     * has to stay and give the resource back.
     */
    default boolean isAbandonable() {
        return true;
    }

    /** Whether the event comes from outside every scheduler, so that a scheduler with nothing to run must wait for it. */
    default boolean isExternal() {
        return false;
    }

    /** What is waited for, for reports. */
    String describe();
}
