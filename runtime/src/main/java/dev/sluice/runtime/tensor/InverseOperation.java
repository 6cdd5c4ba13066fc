package dev.sluice.runtime.tensor;

import dev.sluice.Shape;
import dev.sluice.runtime.device.Submission;
import dev.sluice.runtime.plan.MapPlans;
import dev.sluice.spi.Factorisation;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** Inverses: the solutions of A·X = 1 by LU factors. */
final class InverseOperation extends CheckedMatrixOperation {
    private final StagedInput matrices;
    private @Nullable DenseTensor inverse;

    InverseOperation(DenseTensor x) {
        super("the inversion", Factorisation.LU, x, x.dtype().floating());
        requireSquare(x);
        this.matrices = columnMajor(x, type());
    }

    @Override
    void allocateResults() {
        inverse = newResult(type(), rows(), rows());
    }

    @Override
    void factor(Submission submission) {
        long n = rows();
        LuFactors factors = LuFactors.enqueue(this, submission, matrices.stage(submission), statuses(submission));
        long x = elements(submission, matrices() * n * n);
        context()
                .kernelSet()
                .map(
                        context().matrixKernels().identity(type()),
                        MapPlans.contiguous(matrices() * n * n, 1),
                        new long[] {x},
                        MatrixKernels.extents(n, n),
                        submission.stream());
        long ignored = submission.workspace(Integer.BYTES);
        for (long matrix = 0; matrix < matrices(); matrix++) {
            factors.solve(submission, matrix, x + matrix * n * n * type().bytes(), n, ignored);
        }
        ElementForm form = ElementForm.of(type());
        collect(
                submission,
                context().mapKernels().convert(form, form).kernel(),
                ParameterWords.NONE,
                result(),
                Shape.of(matrices(), n, n),
                x,
                n,
                n * n);
    }

    @Override
    IntFunction<String> explanation() {
        return SolveOperation.singular();
    }

    @Override
    DenseTensor result() {
        return allocated(inverse);
    }
}
