package dev.sluice.runtime.tensor;

import dev.sluice.DType;
import dev.sluice.Layout;
import dev.sluice.Scalar;
import dev.sluice.runtime.plan.MapPlans;

/** Describes new tensors of one value. */
final class Filling {
    private Filling() {}

    static MapOperation of(TensorContext context, Layout rowMajor, DType type, Scalar value) {
        MapKernels.Entry entry = context.mapKernels().fill(ElementForm.of(type));
        return new MapOperation(
                context,
                rowMajor,
                entry,
                MapPlans.contiguous(rowMajor.shape().elements(), 1),
                ParameterWords.of(value, entry.parameter()));
    }
}
