package dev.sluice.tck.observe;

/** The calls that are counted and can be made to fail. */
public enum Call {
    /** Allocation of device memory. */
    ALLOCATE,
    /** Release of device memory. */
    FREE,
    /** Creation of a stream. */
    CREATE_STREAM,
    /** Destruction of a stream. */
    DESTROY_STREAM,
    /** A question whether a stream is idle. */
    QUERY_STREAM,
    /** A host wait for a stream. */
    SYNCHRONIZE_STREAM,
    /** A request to be called at the tail of a stream. */
    CALLBACK,
    /** Creation of an event. */
    CREATE_EVENT,
    /** Destruction of an event. */
    DESTROY_EVENT,
    /** The record of a stream's tail in an event. */
    RECORD_EVENT,
    /** A wait of a stream for an event. */
    WAIT_EVENT,
    /** A question whether an event is done. */
    QUERY_EVENT,
    /** A host wait for an event. */
    SYNCHRONIZE_EVENT,
    /** A copy from the host. */
    COPY_FROM_HOST,
    /** A copy to the host. */
    COPY_TO_HOST,
    /** A copy within a device. */
    COPY_ON_DEVICE,
    /** A copy to another device. */
    COPY_TO_PEER,
    /** The compilation of a kernel. */
    COMPILE,
    /** An elementwise kernel. */
    MAP,
    /** A reduction kernel. */
    REDUCE,
    /** Creation of a provider handle. */
    CREATE_HANDLE,
    /** Destruction of a provider handle. */
    DESTROY_HANDLE,
    /** The binding of a provider handle to a stream. */
    BIND_HANDLE,
    /** A product or factorisation. */
    PROVIDER
}
