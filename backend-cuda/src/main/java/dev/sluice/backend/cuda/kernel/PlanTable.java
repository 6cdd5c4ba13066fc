package dev.sluice.backend.cuda.kernel;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;

/**
 * The copy in device memory of what kernels need to know of a plan. It lives as long as the plan.
 *
 * @param <P> the kind of plan
 */
final class PlanTable<P> extends WeakReference<P> {
    private final int hash;
    private final long address;
    private final long uploadStream;
    private final long uploaded;
    private final long form;
    private volatile boolean ready;

    /**
     * Describes an uploaded table.
     *
     * @param address where it is
     * @param uploadStream the stream that the upload was submitted to
     * @param uploaded the event behind the upload
     * @param form what the builder of the table wants to remember
     */
    PlanTable(P plan, ReferenceQueue<P> queue, long address, long uploadStream, long uploaded, long form) {
        super(plan, queue);
        this.hash = System.identityHashCode(plan);
        this.address = address;
        this.uploadStream = uploadStream;
        this.uploaded = uploaded;
        this.form = form;
    }

    long address() {
        return address;
    }

    long form() {
        return form;
    }

    long uploadStream() {
        return uploadStream;
    }

    long uploaded() {
        return uploaded;
    }

    /** Whether the upload is known to have finished, so that no stream need wait for it. */
    boolean isReady() {
        return ready;
    }

    void markReady() {
        ready = true;
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public boolean equals(Object other) {
        return this == other;
    }
}
