package dev.sluice.backend.debug;

/** The calls a device counts and a {@link Fault} can strike. */
public enum CallKind {
    /** Allocation of device memory. */
    ALLOCATE,
    /** Release of device memory. */
    FREE,
    /** A question about free memory, or the trimming of caches. */
    MEMORY_INFORMATION,
    /** Allocation of pinned host memory. */
    ALLOCATE_PINNED,
    /** Release of pinned host memory. */
    FREE_PINNED,
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
    /** A copy within the device. */
    COPY_ON_DEVICE,
    /** A copy to another device, counted where it comes from. */
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
    /** A batch of matrix products. */
    GEMM,
    /** A group of matrix products of different shapes. */
    GEMM_GROUPED,
    /** A matrix-vector product. */
    GEMV,
    /** An inner product. */
    DOT,
    /** A Euclidean norm. */
    NRM2,
    /** A system with a triangular matrix. */
    TRSM,
    /** A singular value decomposition. */
    SVD,
    /** A QR factorisation. */
    QR,
    /** A decomposition of a Hermitian matrix. */
    EIGH,
    /** A Cholesky factorisation. */
    CHOLESKY,
    /** An LU factorisation. */
    LU,
    /** A system solved by LU factors. */
    LU_SOLVE;

    /** Whether the call submits a computation. */
    public boolean isLaunch() {
        return this == MAP || this == REDUCE || compareTo(GEMM) >= 0;
    }

    /** Whether the call submits a copy. */
    public boolean isCopy() {
        return compareTo(COPY_FROM_HOST) >= 0 && compareTo(COPY_TO_PEER) <= 0;
    }
}
