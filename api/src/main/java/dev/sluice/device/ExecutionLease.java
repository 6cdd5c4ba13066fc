package dev.sluice.device;

/** A provider library's handle together with the stream it works on. */
public interface ExecutionLease extends AutoCloseable {
    /** The provider's token for the handle, bound to the stream. */
    long handle();

    /** The stream. */
    Stream stream();

    /**
     * Gives both back. The handle becomes free when the stream has finished the work submitted so far, whoever else still
     * leases the stream. Closing twice is harmless.
     */
    @Override
    void close();
}
