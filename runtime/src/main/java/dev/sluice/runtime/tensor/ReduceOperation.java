package dev.sluice.runtime.tensor;

import dev.sluice.Layout;
import dev.sluice.runtime.device.Submission;
import dev.sluice.runtime.plan.MapPlans;
import dev.sluice.spi.MapKernel;
import dev.sluice.spi.ReduceKernel;
import dev.sluice.spi.ReductionPlan;
import org.jspecify.annotations.Nullable;

/** One reduction kernel into a new tensor, which an elementwise kernel may then finish in place. */
final class ReduceOperation extends TensorOperation {
    private final Layout layout;
    private final ElementForm form;
    private final ReduceStep step;
    private final @Nullable MapKernel finish;
    private final long[] finishParameters;
    private final DenseTensor[] inputs;
    private @Nullable DenseTensor result;

    /**
     * Describes the operation.
     *
     * @param layout the row-major layout of the result
     * @param finish turns the reduced values, input 0, into the result, of the same type; null for nothing
     */
    ReduceOperation(
            TensorContext context,
            Layout layout,
            ReduceKernel kernel,
            ReductionPlan plan,
            @Nullable MapKernel finish,
            long[] finishParameters,
            DenseTensor... inputs) {
        super(context);
        this.layout = layout;
        this.form = ElementForm.of(kernel.program().outputType());
        this.step = new ReduceStep(context, kernel, plan);
        this.finish = finish;
        this.finishParameters = finishParameters;
        this.inputs = inputs;
    }

    @Override
    void allocate() {
        result = context().allocate(layout, form);
    }

    @Override
    void enqueue(Submission submission) {
        long elements = layout.shape().elements();
        if (elements == 0) {
            return;
        }
        long[] addresses = new long[1 + inputs.length];
        addresses[0] = result().writeAddress(submission);
        for (int input = 0; input < inputs.length; input++) {
            addresses[1 + input] = inputs[input].readAddress(submission);
        }
        step.enqueue(submission, addresses);
        if (finish != null) {
            long[] inPlace = {addresses[0], addresses[0]};
            context()
                    .kernelSet()
                    .map(finish, MapPlans.contiguous(elements, 2), inPlace, finishParameters, submission.stream());
        }
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
