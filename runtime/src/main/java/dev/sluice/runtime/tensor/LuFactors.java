package dev.sluice.runtime.tensor;

import dev.sluice.runtime.device.Submission;
import dev.sluice.spi.LuProblem;
import dev.sluice.spi.LuSolveProblem;

/**
 * The LU factors of a batch of matrices in workspaces of a submission.
 *
 * @param operation whose matrices were factored
 * @param packed the address of the first factors, which took the place of the matrices
 * @param pivots the address of the first pivots, 32-bit integers counted from 1
 */
record LuFactors(MatrixOperation operation, long packed, long pivots) {
    /** Submits the factorisation of column-major matrices, in place. */
    static LuFactors enqueue(MatrixOperation operation, Submission submission, long a, long statuses) {
        long m = operation.rows();
        long n = operation.columns();
        LuProblem problem = new LuProblem(operation.type(), m, n, m);
        LuFactors factors = new LuFactors(
                operation, a, submission.workspace(operation.matrices() * operation.shorter() * Integer.BYTES));
        long handle = submission.handle();
        long scratch = submission.workspace(operation.solver().luWorkspaceBytes(handle, problem));
        for (long matrix = 0; matrix < operation.matrices(); matrix++) {
            operation
                    .solver()
                    .lu(
                            handle,
                            problem,
                            factors.packed(matrix),
                            factors.pivots(matrix),
                            scratch,
                            MatrixOperation.status(statuses, matrix));
        }
        return factors;
    }

    private long packed(long matrix) {
        return packed
                + matrix
                        * operation.rows()
                        * operation.columns()
                        * operation.type().bytes();
    }

    private long pivots(long matrix) {
        return pivots + matrix * operation.shorter() * Integer.BYTES;
    }

    /**
     * Submits the solution of one system, in place.
     *
     * @param matrix which of the matrices, which are square
     * @param b the address of the right-hand sides, column-major
     * @param columns their number
     * @param status where the status goes, which says nothing
     */
    void solve(Submission submission, long matrix, long b, long columns, long status) {
        long n = operation.rows();
        LuSolveProblem problem = new LuSolveProblem(operation.type(), n, columns, n, n);
        operation.solver().luSolve(submission.handle(), problem, packed(matrix), pivots(matrix), b, status);
    }
}
