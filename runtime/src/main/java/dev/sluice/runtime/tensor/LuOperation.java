package dev.sluice.runtime.tensor;

import dev.sluice.DType;
import dev.sluice.Shape;
import dev.sluice.runtime.device.Submission;
import dev.sluice.runtime.plan.MapPlans;
import dev.sluice.spi.Factorisation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** LU factorisations. The factors of a singular matrix are complete, so there is no status to look at. */
final class LuOperation extends MatrixOperation {
    private final StagedInput matrices;
    private @Nullable DenseTensor packed;
    private @Nullable DenseTensor pivots;

    LuOperation(DenseTensor x) {
        super("the LU factorisation", Factorisation.LU, x, x.dtype().floating());
        this.matrices = columnMajor(x, type());
    }

    @Override
    void allocate() {
        packed = newResult(type(), rows(), columns());
        pivots = newResult(DType.I64, shorter());
    }

    @Override
    void factor(Submission submission) {
        long m = rows();
        long n = columns();
        long a = matrices.stage(submission);
        LuFactors factors = LuFactors.enqueue(this, submission, a, ignoredStatuses(submission));
        ElementForm form = ElementForm.of(type());
        collect(
                submission,
                context().mapKernels().convert(form, form).kernel(),
                ParameterWords.NONE,
                result(),
                Shape.of(matrices(), m, n),
                a,
                m,
                m * n);
        context()
                .kernelSet()
                .map(
                        context().matrixKernels().pivots(),
                        MapPlans.contiguous(matrices() * shorter(), 2),
                        new long[] {allocated(pivots).writeAddress(submission), factors.pivots()},
                        ParameterWords.NONE,
                        submission.stream());
    }

    /** The packed factors. */
    @Override
    DenseTensor result() {
        return allocated(packed);
    }

    /** The packed factors and the pivots. */
    @Override
    List<DenseTensor> results() {
        return List.of(result(), allocated(pivots));
    }
}
