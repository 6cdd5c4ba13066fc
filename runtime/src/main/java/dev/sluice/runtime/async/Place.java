package dev.sluice.runtime.async;

import org.jspecify.annotations.Nullable;

/**
 * What a task holds of an {@link EpochQueue}: a {@link ReadPlace} or the write place of an {@link Epoch}. Used by one
 * thread at a time, except for registration and readiness.
 */
public sealed interface Place extends Awaitable, AutoCloseable permits ReadPlace, Epoch {
    /** Gives up the place. Closing twice is harmless. */
    @Override
    void close();

    /** Gives up the place because its owner failed: a write place completes its epoch with the error. */
    void closeExceptionally(Throwable error);

    /** The task that holds the place. */
    @Nullable
    Object owner();

    /**
     * Hands the place to a task.
     *
     * @throws dev.sluice.ContractViolationException when it belongs to another one
     */
    void own(Object owner);

    /** The epoch that the place belongs to. */
    Epoch<?> epoch();
}
