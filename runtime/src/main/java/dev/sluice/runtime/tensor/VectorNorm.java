package dev.sluice.runtime.tensor;

import dev.sluice.Layout;
import dev.sluice.runtime.device.Submission;
import org.jspecify.annotations.Nullable;

/** The Euclidean norm of all elements through the provider library, which guards against overflow in one pass. */
final class VectorNorm extends TensorOperation {
    private final DenseTensor x;
    private final Layout layout;
    private final ElementForm form;
    private @Nullable DenseTensor result;

    VectorNorm(DenseTensor x, Layout layout) {
        super(x.context());
        this.x = x;
        this.layout = layout;
        this.form = ElementForm.of(x.dtype().realPart());
    }

    /** Whether the elements are evenly spaced, in whatever order. */
    static boolean canRead(Layout layout) {
        return layout.shape().elements() > 0 && (layout.isContiguous() || layout.rank() == 1 && layout.stride(0) != 0);
    }

    @Override
    Lease lease() {
        return Lease.BLAS;
    }

    @Override
    void allocate() {
        result = context().allocate(layout, form);
    }

    @Override
    void enqueue(Submission submission) {
        Layout source = x.layout();
        long stride = source.isContiguous() ? 1 : source.stride(0);
        // From the other end when the stride is negative: the order of the elements does not matter.
        long in = x.readAddress(submission) + source.minOffset() * x.dtype().bytes();
        long out = result().writeAddress(submission);
        context()
                .blas(x.dtype())
                .orElseThrow()
                .nrm2(submission.handle(), x.dtype(), source.shape().elements(), in, Math.abs(stride), out);
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
