package dev.sluice.runtime.tensor;

import dev.sluice.DType;
import dev.sluice.Diagonal;
import dev.sluice.Layout;
import dev.sluice.Shape;
import dev.sluice.ShapeException;
import dev.sluice.Triangle;
import dev.sluice.UnsupportedOperationByBackendException;
import dev.sluice.runtime.device.Submission;
import dev.sluice.runtime.plan.IterationOrder;
import dev.sluice.runtime.plan.MapPlans;
import dev.sluice.spi.BlasProvider;
import dev.sluice.spi.SegmentedPlan;
import dev.sluice.spi.Side;
import dev.sluice.spi.Transpose;
import dev.sluice.spi.TrsmProblem;
import org.jspecify.annotations.Nullable;

/**
 * Solutions of triangular systems, in place of a copy of the right-hand sides. Read column-major, the row-major X is Xᵀ,
 * and A·X = B is Xᵀ·Aᵀ = Bᵀ; A is read where it lies, as a product reads it.
 */
final class TriangularSolveOperation extends TensorOperation {
    private final DType type;
    private final ProductOperand matrix;
    private final RightSides right;
    private final Shape batch;
    private final TrsmProblem problem;
    private @Nullable DenseTensor solution;

    TriangularSolveOperation(DenseTensor a, Triangle triangle, Diagonal diagonal, DenseTensor b) {
        super(a.context());
        if (a.layout().rank() < 2 || a.shape().extent(-1) != a.shape().extent(-2)) {
            throw new ShapeException(
                    "triangularSolve needs square matrices in the last two axes, not shape " + a.shape());
        }
        this.type = DType.promote(a.dtype(), b.dtype()).floating();
        if (context().blas(type).filter(blas -> blas.supportsTrsm(type)).isEmpty()) {
            throw new UnsupportedOperationByBackendException(
                    "the backend of " + a.device() + " does not offer triangular systems of " + type);
        }
        this.right = RightSides.of("triangularSolve", a, b);
        this.matrix = ProductOperand.of(a, type, false, false);
        this.batch = Shape.broadcast(matrix.axes().batch().shape(), right.batch());
        boolean storedTransposed = matrix.transposed().op() == Transpose.NONE;
        this.problem = new TrsmProblem(
                type,
                Side.RIGHT,
                storedTransposed ? triangle.transposed() : triangle,
                matrix.transposed().op(),
                diagonal,
                right.columns(),
                matrix.axes().rows(),
                matrix.transposed().leading(),
                Math.max(1, right.columns()));
    }

    @Override
    Lease lease() {
        return Lease.BLAS;
    }

    @Override
    void allocate() {
        solution = context().allocate(Layout.rowMajor(right.result(batch)), ElementForm.of(type));
    }

    @Override
    void enqueue(Submission submission) {
        if (result().shape().elements() == 0) {
            return;
        }
        long a = matrix.input().stage(submission);
        long x = result().writeAddress(submission);
        DenseTensor b = right.view();
        Shape all = MatrixOperation.withBatch(batch, problem.n(), problem.m());
        SegmentedPlan plan = MapPlans.of(IterationOrder.ANY, all, Layout.rowMajor(all), b.layout());
        context()
                .kernelSet()
                .map(
                        context()
                                .mapKernels()
                                .convert(b.form(), ElementForm.of(type))
                                .kernel(),
                        plan,
                        new long[] {x, b.readAddress(submission)},
                        ParameterWords.NONE,
                        submission.stream());
        BlasProvider blas = context().blas(type).orElseThrow();
        long handle = submission.handle();
        Layout positions = ViewLayouts.broadcastTo(matrix.axes().batch(), batch);
        for (long system = 0; system < batch.elements(); system++) {
            blas.trsm(
                    handle,
                    problem,
                    1,
                    0,
                    a + BroadcastBatch.offset(positions, system) * type.bytes(),
                    x + system * problem.m() * problem.n() * type.bytes());
        }
    }

    @Override
    void discard() {
        if (solution != null) {
            solution.close();
        }
    }

    @Override
    DenseTensor result() {
        return allocated(solution);
    }
}
