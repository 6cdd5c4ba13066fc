package dev.sluice.runtime.tensor;

import dev.sluice.Layout;
import dev.sluice.runtime.device.Submission;
import dev.sluice.spi.SegmentedPlan;
import org.jspecify.annotations.Nullable;

/** One elementwise kernel over any number of inputs into a new tensor. */
final class MapOperation extends TensorOperation {
    private final Layout layout;
    private final MapKernels.Entry entry;
    private final SegmentedPlan plan;
    private final long[] parameters;
    private final DenseTensor[] inputs;
    private @Nullable DenseTensor result;

    /**
     * Describes the operation.
     *
     * @param layout the row-major layout of the result
     * @param plan the iteration, whose operands are the result and the inputs
     */
    MapOperation(
            TensorContext context,
            Layout layout,
            MapKernels.Entry entry,
            SegmentedPlan plan,
            long[] parameters,
            DenseTensor... inputs) {
        super(context);
        this.layout = layout;
        this.entry = entry;
        this.plan = plan;
        this.parameters = parameters;
        this.inputs = inputs;
    }

    @Override
    void allocate() {
        result = context().allocate(layout, ElementForm.of(entry.result()));
    }

    @Override
    void enqueue(Submission submission) {
        if (plan.segments() == 0) {
            return;
        }
        long[] addresses = new long[1 + inputs.length];
        addresses[0] = result().writeAddress(submission);
        for (int input = 0; input < inputs.length; input++) {
            addresses[1 + input] = inputs[input].readAddress(submission);
        }
        context().kernelSet().map(entry.kernel(), plan, addresses, parameters, submission.stream());
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
