package dev.sluice.device;

/**
 * Exclusive use of one resource of a pool.
 *
 * @param <R> the type of resource
 */
public interface ResourceLease<R> extends AutoCloseable {
    /**
     * The resource.
     *
     * @throws dev.sluice.ClosedException when the lease was given back
     */
    R resource();

    /** Gives the resource back at once. Closing twice is harmless. */
    @Override
    void close();

    /** Gives the resource back once a completion is done, without waiting for it. */
    void closeAfter(Completion completion);
}
