package dev.sluice.runtime.tensor;

import dev.sluice.DType;
import dev.sluice.Layout;
import dev.sluice.Shape;
import dev.sluice.runtime.device.Submission;
import org.jspecify.annotations.Nullable;

/**
 * The sum of products of two vectors through the matrix library. Where both are conjugated, so is the result; where one
 * is, it becomes the library's first operand, which can be.
 */
final class VectorProduct extends TensorOperation {
    private final DenseTensor first;
    private final DenseTensor second;
    private final boolean conjugateFirst;
    private final ElementForm form;
    private @Nullable DenseTensor result;

    private VectorProduct(DenseTensor first, DenseTensor second, boolean conjugateFirst, ElementForm form) {
        super(first.context());
        this.first = first;
        this.second = second;
        this.conjugateFirst = conjugateFirst;
        this.form = form;
    }

    /** The operation, or null when the library cannot read the operands. */
    static @Nullable VectorProduct describe(DenseTensor a, DenseTensor b) {
        DType type = a.dtype();
        if (type != b.dtype()
                || !type.isFloating()
                || a.context().blas(type).isEmpty()
                || !isEvenlySpaced(a)
                || !isEvenlySpaced(b)) {
            return null;
        }
        boolean both = a.form().conjugated() && b.form().conjugated();
        boolean one = a.form().conjugated() != b.form().conjugated();
        ElementForm plain = ElementForm.of(type);
        return b.form().conjugated() && one
                ? new VectorProduct(b, a, true, plain)
                : new VectorProduct(a, b, one, both ? plain.conjugate() : plain);
    }

    private static boolean isEvenlySpaced(DenseTensor x) {
        return x.shape().elements() > 0
                && (x.layout().stride(0) != 0 || x.shape().elements() == 1);
    }

    @Override
    Lease lease() {
        return Lease.BLAS;
    }

    @Override
    void allocate() {
        result = context().allocate(Layout.rowMajor(Shape.scalar()), form);
    }

    @Override
    void enqueue(Submission submission) {
        DType type = form.type();
        context()
                .blas(type)
                .orElseThrow()
                .dot(
                        submission.handle(),
                        type,
                        conjugateFirst,
                        first.shape().elements(),
                        lowestAddress(first, submission),
                        increment(first),
                        lowestAddress(second, submission),
                        increment(second),
                        result().writeAddress(submission));
    }

    private static long increment(DenseTensor x) {
        return x.shape().elements() == 1 ? 1 : x.layout().stride(0);
    }

    /** The library takes the lowest address, also of a vector that it walks backwards. */
    private static long lowestAddress(DenseTensor x, Submission submission) {
        return x.readAddress(submission) + x.layout().minOffset() * x.dtype().bytes();
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
