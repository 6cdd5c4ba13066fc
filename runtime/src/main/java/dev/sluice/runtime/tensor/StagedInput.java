package dev.sluice.runtime.tensor;

import dev.sluice.DType;
import dev.sluice.Layout;
import dev.sluice.runtime.device.Submission;
import dev.sluice.runtime.plan.IterationOrder;
import dev.sluice.runtime.plan.MapPlans;
import dev.sluice.spi.SegmentedPlan;
import org.jspecify.annotations.Nullable;

/**
 * An input of an operation: a tensor as it is, or a row-major copy of it that the operation makes first in a workspace of
 * its submission.
 */
final class StagedInput {
    private final DenseTensor tensor;
    private final MapKernels.@Nullable Entry copy;
    private final Layout layout;

    private StagedInput(DenseTensor tensor, MapKernels.@Nullable Entry copy, Layout layout) {
        this.tensor = tensor;
        this.copy = copy;
        this.layout = layout;
    }

    /** The tensor as it is. */
    static StagedInput direct(DenseTensor tensor) {
        return new StagedInput(tensor, null, tensor.layout());
    }

    /** A row-major copy of the elements, converted to a type. */
    static StagedInput copyOf(DenseTensor tensor, DType type) {
        return copyOf(tensor, tensor.form(), ElementForm.of(type));
    }

    /** A row-major copy of the elements as they are stored, so that it stands for what the tensor stands for. */
    static StagedInput copyOfStored(DenseTensor tensor) {
        ElementForm stored = ElementForm.of(tensor.dtype());
        return copyOf(tensor, stored, stored);
    }

    private static StagedInput copyOf(DenseTensor tensor, ElementForm from, ElementForm to) {
        return new StagedInput(tensor, tensor.context().mapKernels().convert(from, to), tensor.resultLayout());
    }

    boolean isCopy() {
        return copy != null;
    }

    /** The layout of what is read. */
    Layout layout() {
        return layout;
    }

    /** Makes the copy, if there is one, and gives the address of the first element of what is read. Called once. */
    long stage(Submission submission) {
        long source = tensor.readAddress(submission);
        if (copy == null) {
            return source;
        }
        long bytes = Math.multiplyExact(
                layout.shape().elements(), (long) copy.result().bytes());
        long staged = submission.workspace(bytes);
        SegmentedPlan plan = MapPlans.of(IterationOrder.ANY, layout.shape(), layout, tensor.layout());
        if (plan.segments() > 0) {
            tensor.context()
                    .kernelSet()
                    .map(copy.kernel(), plan, new long[] {staged, source}, ParameterWords.NONE, submission.stream());
        }
        return staged;
    }
}
