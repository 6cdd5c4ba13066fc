package dev.sluice.spi;

import dev.sluice.DType;

/**
 * Matrix factorisations. The rules for handles, streams and addresses are those of {@link BlasProvider}. Each operation
 * writes a 32-bit status to {@code info} in device memory: 0 for success, positive when it did not converge or the
 * matrix is singular or not positive definite, as in LAPACK.
 */
public interface SolverProvider {
    /** Whether factorisations of this type are supported. */
    boolean supports(DType type);

    /** Creates a handle. */
    long createHandle();

    /** Destroys an idle handle. */
    void destroyHandle(long handle);

    /** Makes the operations of a handle run on a stream. */
    void bind(long handle, long stream);

    /** Workspace bytes in device memory that {@link #svd} needs; 0 if none. */
    long svdWorkspaceBytes(long handle, SvdProblem problem);

    /** Submits a singular value decomposition. {@code u} and {@code vt} are 0 when no vectors are asked for. */
    void svd(long handle, SvdProblem problem, long a, long s, long u, long vt, long workspace, long info);
}
