package dev.sluice.runtime.tensor;

import dev.sluice.runtime.device.Submission;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A described operation on one device: shapes, types and overlaps are checked, kernels and plans are at hand, nothing is
 * allocated or enqueued yet. It is carried out once, in a submission: {@link #allocate}, {@link #enqueue}, and, after the
 * submission was closed, {@link #verify}. Whoever carries it out decides how to acquire the lease, so that one description
 * serves blocking calls and device tasks alike. After a failure it calls {@link #discard}.
 */
abstract class TensorOperation {
    /** What a submission of the operation is opened with. */
    enum Lease {
        /** A stream. */
        STREAM,
        /** A handle for matrix products and a stream. */
        BLAS,
        /** A handle for factorisations and a stream. */
        SOLVER
    }

    private final TensorContext context;

    TensorOperation(TensorContext context) {
        this.context = context;
    }

    /** The device on which the operation runs. */
    final TensorContext context() {
        return context;
    }

    Lease lease() {
        return Lease.STREAM;
    }

    /** Allocates the results. */
    abstract void allocate();

    /** Opens the accesses and enqueues the work; temporaries are workspaces of the submission. Never waits. */
    abstract void enqueue(Submission submission);

    /** Waits for and checks what only the finished work can tell, where there is such a thing. */
    void verify() {}

    /** Frees the results after a failure. Called also when {@link #allocate} failed half-way. */
    abstract void discard();

    /** The result; the destination for an operation in place. */
    abstract DenseTensor result();

    /** All results, in the order in which they are published. */
    List<DenseTensor> results() {
        return List.of(result());
    }

    /** What {@link #allocate} has set. */
    static <T> T allocated(@Nullable T allocated) {
        if (allocated == null) {
            throw new IllegalStateException("the operation has not been allocated");
        }
        return allocated;
    }
}
