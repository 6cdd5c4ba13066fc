package dev.sluice.runtime.tensor;

import dev.sluice.Layout;
import dev.sluice.Reductions.Reduction;
import dev.sluice.Scalar;
import dev.sluice.Shape;
import dev.sluice.runtime.device.Submission;
import dev.sluice.runtime.plan.IterationOrder;
import dev.sluice.runtime.plan.MapPlans;
import dev.sluice.runtime.plan.ReductionPlans;
import dev.sluice.spi.Factorisation;
import org.jspecify.annotations.Nullable;

/** Determinants: the products of the pivots, with a change of sign for every exchange of rows. */
final class DeterminantOperation extends MatrixOperation {
    private final StagedInput matrices;
    private final ReduceStep product;
    private @Nullable DenseTensor determinants;

    private DeterminantOperation(DenseTensor x) {
        super("the determinant", Factorisation.LU, x, x.dtype().floating());
        requireSquare(x);
        this.matrices = columnMajor(x, type());
        Shape pivots = Shape.of(matrices(), rows());
        this.product = new ReduceStep(
                context(),
                context().reduceKernels().named(Reduction.PROD, ElementForm.of(type())),
                ReductionPlans.of(
                        IterationOrder.ANY,
                        pivots,
                        new boolean[] {false, true},
                        Layout.rowMajor(Shape.of(matrices())),
                        Layout.rowMajor(pivots)));
    }

    /** Describes the determinants; those of matrices without elements are 1. */
    static TensorOperation of(DenseTensor x) {
        DeterminantOperation operation = new DeterminantOperation(x);
        return operation.rows() > 0
                ? operation
                : Filling.of(x.context(), Layout.rowMajor(operation.batch()), operation.type(), Scalar.of(1L));
    }

    @Override
    void allocate() {
        determinants = newResult(type(), batch());
    }

    @Override
    void factor(Submission submission) {
        long n = rows();
        LuFactors factors =
                LuFactors.enqueue(this, submission, matrices.stage(submission), ignoredStatuses(submission));
        long signed = elements(submission, matrices() * n);
        Shape shape = Shape.of(matrices(), n);
        context()
                .kernelSet()
                .map(
                        context().matrixKernels().signedDiagonal(type()),
                        MapPlans.of(
                                IterationOrder.LOGICAL,
                                shape,
                                Layout.rowMajor(shape),
                                Layout.of(shape, n * n, n + 1),
                                Layout.rowMajor(shape)),
                        new long[] {signed, factors.packed(), factors.pivots()},
                        MatrixKernels.extents(1, n),
                        submission.stream());
        product.enqueue(submission, result().writeAddress(submission), signed);
    }

    @Override
    DenseTensor result() {
        return allocated(determinants);
    }
}
