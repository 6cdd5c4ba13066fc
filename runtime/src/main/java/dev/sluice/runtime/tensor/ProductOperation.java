package dev.sluice.runtime.tensor;

import dev.sluice.DType;
import dev.sluice.Layout;
import dev.sluice.Shape;
import dev.sluice.runtime.device.Submission;
import dev.sluice.runtime.plan.IterationOrder;
import dev.sluice.runtime.plan.MapPlans;
import dev.sluice.spi.BlasProvider;
import dev.sluice.spi.GemmProblem;
import dev.sluice.spi.SegmentedPlan;
import dev.sluice.spi.Transpose;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A batch of floating-point matrix products through the library. Operands are read where they lie, transposed and
 * conjugated as the library can; where it would be cheaper to read both conjugated, the product is computed for the
 * conjugates and the result marked as conjugated. Copies are made of what cannot be read at all.
 */
final class ProductOperation extends TensorOperation {
    private final DType type;
    private final ProductOperand left;
    private final ProductOperand right;
    private final SegmentedPlan batch;
    private final Layout layout;
    private final ElementForm form;
    private @Nullable DenseTensor result;

    private ProductOperation(
            TensorContext context,
            DType type,
            ProductOperand left,
            ProductOperand right,
            SegmentedPlan batch,
            Layout layout,
            ElementForm form) {
        super(context);
        this.type = type;
        this.left = left;
        this.right = right;
        this.batch = batch;
        this.layout = layout;
        this.form = form;
    }

    /**
     * Describes the products of the matrices in the last two axes of both operands, none of whose extents is zero.
     *
     * @param type the type of the product
     * @param batch the shape that the leading axes broadcast to
     * @param layout the row-major layout of the result
     */
    static ProductOperation describe(DenseTensor left, DenseTensor right, DType type, Shape batch, Layout layout) {
        boolean stack = MatrixAxes.of(right.layout()).isSingle();
        boolean conjugate = false;
        ProductOperand first = ProductOperand.of(left, type, false, stack);
        ProductOperand second = ProductOperand.of(right, type, false, false);
        if (type.isComplex() && copies(first, second) > 0) {
            ProductOperand firstConjugate = ProductOperand.of(left, type, true, stack);
            ProductOperand secondConjugate = ProductOperand.of(right, type, true, false);
            if (copies(firstConjugate, secondConjugate) < copies(first, second)) {
                first = firstConjugate;
                second = secondConjugate;
                conjugate = true;
            }
        }
        boolean stacked = first.axes().batch().rank() == 0 && stack;
        ElementForm plain = ElementForm.of(type);
        return new ProductOperation(
                left.context(),
                type,
                first,
                second,
                stacked ? MapPlans.contiguous(1, 3) : batchPlan(batch, first.axes(), second.axes()),
                layout,
                conjugate ? plain.conjugate() : plain);
    }

    private static int copies(ProductOperand first, ProductOperand second) {
        return (first.input().isCopy() ? 1 : 0) + (second.input().isCopy() ? 1 : 0);
    }

    /** The loops over the batch, with the distances between matrices of result, left and right operand. */
    private static SegmentedPlan batchPlan(Shape batch, MatrixAxes left, MatrixAxes right) {
        long[] extents = Arrays.copyOf(batch.extents(), batch.rank() + 2);
        extents[batch.rank()] = left.rows();
        extents[batch.rank() + 1] = right.columns();
        Layout results = MatrixAxes.of(Layout.rowMajor(Shape.of(extents))).batch();
        return MapPlans.of(IterationOrder.LOGICAL, batch, results, left.batch(), right.batch());
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
        long a = left.input().stage(submission);
        long b = right.input().stage(submission);
        long c = result().writeAddress(submission);
        BlasProvider blas = context().blas(type).orElseThrow();
        long handle = submission.handle();
        if (batch.elements() == 1) {
            single(blas, handle, a, b, c);
            return;
        }
        int inner = batch.rank() - 1;
        boolean together = batch.stride(0, 1, inner) >= 0 && batch.stride(0, 2, inner) >= 0;
        GemmProblem problem = together
                ? problem(
                        batch.stride(0, 1, inner),
                        batch.stride(0, 2, inner),
                        batch.stride(0, 0, inner),
                        batch.extent(0, inner))
                : problem(0, 0, 0, 1);
        submitLoops(blas, handle, problem, together ? inner : inner + 1, 0, a, b, c);
    }

    /** Runs over the batch axes before {@code end} and submits one batched product at each position. */
    private void submitLoops(
            BlasProvider blas, long handle, GemmProblem problem, int end, int axis, long a, long b, long c) {
        if (axis == end) {
            gemm(blas, handle, problem, a, b, c);
            return;
        }
        long bytes = type.bytes();
        for (long index = 0; index < batch.extent(0, axis); index++) {
            submitLoops(
                    blas,
                    handle,
                    problem,
                    end,
                    axis + 1,
                    a + index * batch.stride(0, 1, axis) * bytes,
                    b + index * batch.stride(0, 2, axis) * bytes,
                    c + index * batch.stride(0, 0, axis) * bytes);
        }
    }

    private void single(BlasProvider blas, long handle, long a, long b, long c) {
        MatrixAxes rowsOfLeft = left.axes();
        MatrixAxes columnsOfRight = right.axes();
        if (columnsOfRight.columns() == 1 && !right.isConjugated() && !left.isConjugated()) {
            // y = A·x, and what is stored is Aᵀ or A.
            boolean storesTransposed = left.transposed().op() == Transpose.NONE;
            Transpose op = storesTransposed ? Transpose.TRANSPOSE : Transpose.NONE;
            gemv(blas, handle, op, left, rowsOfLeft.rows(), a, b, columnsOfRight.rowStride(), c);
        } else if (rowsOfLeft.rows() == 1 && !left.isConjugated()) {
            // y = Bᵀ·x, which is how B is read anyway.
            gemv(
                    blas,
                    handle,
                    right.transposed().op(),
                    right,
                    columnsOfRight.columns(),
                    b,
                    a,
                    rowsOfLeft.columnStride(),
                    c);
        } else {
            gemm(blas, handle, problem(0, 0, 0, 1), a, b, c);
        }
    }

    private void gemv(
            BlasProvider blas,
            long handle,
            Transpose op,
            ProductOperand matrix,
            long outputs,
            long matrixAddress,
            long x,
            long xStride,
            long y) {
        long contracted = left.axes().columns();
        boolean plain = op == Transpose.NONE;
        long increment = contracted == 1 ? 1 : xStride;
        blas.gemv(
                handle,
                type,
                op,
                plain ? outputs : contracted,
                plain ? contracted : outputs,
                1,
                0,
                matrixAddress,
                matrix.transposed().leading(),
                x,
                increment,
                0,
                0,
                y,
                1);
    }

    private void gemm(BlasProvider blas, long handle, GemmProblem problem, long a, long b, long c) {
        // Cᵀ = Bᵀ·Aᵀ: the library's first operand is the right one.
        blas.gemm(handle, problem, 1, 0, b, a, 0, 0, c);
    }

    private GemmProblem problem(long leftStride, long rightStride, long resultStride, long count) {
        long columns = right.axes().columns();
        return new GemmProblem(
                type,
                right.transposed().op(),
                left.transposed().op(),
                columns,
                left.axes().rows(),
                left.axes().columns(),
                right.transposed().leading(),
                left.transposed().leading(),
                columns,
                rightStride,
                leftStride,
                resultStride,
                count);
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
