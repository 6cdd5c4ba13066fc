package dev.sluice.runtime.tensor;

import dev.sluice.Shape;
import dev.sluice.runtime.device.Submission;
import dev.sluice.spi.CholeskyProblem;
import dev.sluice.spi.Factorisation;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** Cholesky factors: the lower triangles that the library leaves, with zeros above. */
final class CholeskyOperation extends CheckedMatrixOperation {
    private final StagedInput matrices;
    private @Nullable DenseTensor root;

    CholeskyOperation(DenseTensor x) {
        super("the Cholesky factorisation", Factorisation.CHOLESKY, x, x.dtype().floating());
        requireSquare(x);
        this.matrices = columnMajor(x, type());
    }

    @Override
    void allocateResults() {
        root = newResult(type(), rows(), rows());
    }

    @Override
    void factor(Submission submission) {
        long n = rows();
        CholeskyProblem problem = new CholeskyProblem(type(), n, n);
        long a = matrices.stage(submission);
        long statuses = statuses(submission);
        long handle = submission.handle();
        long scratch = submission.workspace(solver().choleskyWorkspaceBytes(handle, problem));
        for (long matrix = 0; matrix < matrices(); matrix++) {
            solver().cholesky(handle, problem, a + matrix * n * n * type().bytes(), scratch, status(statuses, matrix));
        }
        collect(
                submission,
                context().matrixKernels().lower(ElementForm.of(type())),
                MatrixKernels.extents(n, n),
                result(),
                Shape.of(matrices(), n, n),
                a,
                n,
                n * n);
    }

    @Override
    IntFunction<String> explanation() {
        return code -> "failed: its leading " + code + "×" + code + " minor is not positive definite";
    }

    @Override
    DenseTensor result() {
        return allocated(root);
    }
}
