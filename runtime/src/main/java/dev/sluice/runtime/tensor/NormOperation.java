package dev.sluice.runtime.tensor;

import dev.sluice.DType;
import dev.sluice.Layout;
import dev.sluice.Reductions.Reduction;
import dev.sluice.runtime.device.Submission;
import dev.sluice.runtime.plan.IterationOrder;
import dev.sluice.runtime.plan.MapPlans;
import dev.sluice.runtime.plan.ReductionPlans;
import dev.sluice.spi.MapKernel;
import org.jspecify.annotations.Nullable;

/**
 * Euclidean norms over axes that neither overflow nor underflow on the way. Squares of single-precision numbers and of
 * integers cannot leave the range of double precision, so they are summed there. For double precision a first pass finds
 * the greatest magnitude in each sum, and a second one sums the squares of the quotients by it.
 */
final class NormOperation extends TensorOperation {
    private final DenseTensor x;
    private final Layout layout;
    private final DType type;
    private final @Nullable ReduceStep greatest;
    private final ReduceStep sum;
    private final MapKernel finish;
    private @Nullable DenseTensor result;

    /** Describes the norm of {@code x} over the combined axes. */
    NormOperation(DenseTensor x, ReducedAxes axes) {
        super(x.context());
        this.x = x;
        this.layout = Layout.rowMajor(axes.resultShape());
        this.type = x.dtype().floating().realPart();
        ReduceKernels kernels = x.context().reduceKernels();
        DType stored = x.dtype();
        Layout kept = axes.keptLayout();
        if (stored == DType.F64 || stored == DType.C128) {
            Layout repeated = axes.repeatedOverCombined(kept);
            this.greatest = new ReduceStep(
                    x.context(),
                    kernels.greatestPart(stored),
                    ReductionPlans.of(IterationOrder.ANY, x.shape(), axes.combined(), kept, x.layout()));
            this.sum = new ReduceStep(
                    x.context(),
                    kernels.scaledSumOfSquares(stored),
                    ReductionPlans.of(IterationOrder.ANY, x.shape(), axes.combined(), kept, x.layout(), repeated));
            this.finish = kernels.normOfScaled(DType.F64);
        } else {
            this.greatest = null;
            this.sum = new ReduceStep(
                    x.context(),
                    kernels.named(Reduction.NORM, x.form()),
                    ReductionPlans.of(IterationOrder.ANY, x.shape(), axes.combined(), kept, x.layout()));
            this.finish = kernels.rootOfSum(type);
        }
    }

    @Override
    void allocate() {
        result = context().allocate(layout, ElementForm.of(type));
    }

    @Override
    void enqueue(Submission submission) {
        long elements = layout.shape().elements();
        if (elements == 0) {
            return;
        }
        long in = x.readAddress(submission);
        long summed = submission.workspace(elements * Double.BYTES);
        long out = result().writeAddress(submission);
        long[] finishing;
        if (greatest == null) {
            sum.enqueue(submission, summed, in);
            finishing = new long[] {out, summed};
        } else {
            long scale = submission.workspace(elements * Double.BYTES);
            greatest.enqueue(submission, scale, in);
            sum.enqueue(submission, summed, in, scale);
            finishing = new long[] {out, summed, scale};
        }
        context()
                .kernelSet()
                .map(
                        finish,
                        MapPlans.contiguous(elements, finishing.length),
                        finishing,
                        ParameterWords.NONE,
                        submission.stream());
    }

    @Override
    void discard() {
        if (result != null) {
            result.close();
        }
    }

    @Override
    DenseTensor result() {
        return allocated(result);
    }
}
