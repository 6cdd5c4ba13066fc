package dev.sluice.runtime.tensor;

import dev.sluice.DType;
import dev.sluice.Layout;
import dev.sluice.Scalar;
import dev.sluice.Shape;
import dev.sluice.ShapeException;
import dev.sluice.runtime.plan.IterationOrder;
import dev.sluice.runtime.plan.ReductionPlans;
import dev.sluice.spi.ReduceKernel;
import dev.sluice.spi.ReductionPlan;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Describes matrix products. Floating-point products go to the matrix library of the device where it has one; all others
 * are reductions of elementwise products.
 */
final class MatrixProducts {
    private MatrixProducts() {}

    static TensorOperation matmul(DenseTensor a, DenseTensor b) {
        int leftRank = a.layout().rank();
        int rightRank = b.layout().rank();
        if (leftRank == 0 || rightRank == 0) {
            throw new ShapeException("matmul of shapes " + a.shape() + " and " + b.shape()
                    + " needs at least one axis in each; use mul for a scalar");
        }
        if (leftRank == 1 && rightRank == 1) {
            return dot(a, b);
        }
        DenseTensor left = leftRank == 1 ? a.viewAs(ViewLayouts.unsqueeze(a.layout(), 0)) : a;
        DenseTensor right = rightRank == 1 ? b.viewAs(ViewLayouts.unsqueeze(b.layout(), 1)) : b;
        MatrixAxes leftAxes = MatrixAxes.of(left.layout());
        MatrixAxes rightAxes = MatrixAxes.of(right.layout());
        if (leftAxes.columns() != rightAxes.rows()) {
            throw new ShapeException("matmul of shapes " + a.shape() + " and " + b.shape() + ": the contracted extents "
                    + leftAxes.columns() + " and " + rightAxes.rows() + " differ");
        }
        Shape batch = broadcastBatch(a, b, leftAxes, rightAxes);
        Shape full = matrices(batch, leftAxes.rows(), rightAxes.columns());
        Layout result = Layout.rowMajor(withoutVectorAxes(full, leftRank == 1, rightRank == 1));
        DType type = DType.promote(a.dtype(), b.dtype());
        TensorContext context = a.context();
        if (full.elements() == 0 || leftAxes.columns() == 0) {
            return Filling.of(context, result, type, Scalar.of(0L));
        }
        if (type.isFloating() && context.blas(type).isPresent()) {
            return ProductOperation.describe(left, right, type, batch, result);
        }
        return sumOfProducts(left, right, leftAxes, rightAxes, batch, result);
    }

    private static Shape broadcastBatch(DenseTensor a, DenseTensor b, MatrixAxes left, MatrixAxes right) {
        try {
            return Shape.broadcast(left.batch().shape(), right.batch().shape());
        } catch (ShapeException e) {
            throw new ShapeException(
                    "matmul of shapes " + a.shape() + " and " + b.shape() + ": the leading axes do not broadcast", e);
        }
    }

    private static Shape matrices(Shape batch, long... matrix) {
        long[] extents = Arrays.copyOf(batch.extents(), batch.rank() + matrix.length);
        System.arraycopy(matrix, 0, extents, batch.rank(), matrix.length);
        return Shape.of(extents);
    }

    private static Shape withoutVectorAxes(Shape full, boolean rowVector, boolean columnVector) {
        int batch = full.rank() - 2;
        if (rowVector) {
            return matrices(Shape.of(Arrays.copyOf(full.extents(), batch)), full.extent(-1));
        }
        return columnVector ? Shape.of(Arrays.copyOf(full.extents(), batch + 1)) : full;
    }

    /** Runs over batch, rows and columns, and combines along the contracted axis; no operand is copied or repeated. */
    private static TensorOperation sumOfProducts(
            DenseTensor left,
            DenseTensor right,
            MatrixAxes leftAxes,
            MatrixAxes rightAxes,
            Shape batch,
            Layout result) {
        Shape iteration = matrices(batch, leftAxes.rows(), rightAxes.columns(), leftAxes.columns());
        Layout leftWalk = walk(iteration, batch, leftAxes.batch(), leftAxes.rowStride(), 0, leftAxes.columnStride());
        Layout rightWalk =
                walk(iteration, batch, rightAxes.batch(), 0, rightAxes.columnStride(), rightAxes.rowStride());
        boolean[] combined = new boolean[iteration.rank()];
        combined[combined.length - 1] = true;
        Layout kept = Layout.rowMajor(matrices(batch, leftAxes.rows(), rightAxes.columns()));
        ReductionPlan plan = ReductionPlans.of(IterationOrder.ANY, iteration, combined, kept, leftWalk, rightWalk);
        ReduceKernel kernel = left.context().reduceKernels().sumOfProducts(left.form(), right.form());
        return new ReduceOperation(left.context(), result, kernel, plan, null, ParameterWords.NONE, left, right);
    }

    private static Layout walk(Shape iteration, Shape batch, Layout ownBatch, long... matrixStrides) {
        long[] strides = Arrays.copyOf(ViewLayouts.broadcastTo(ownBatch, batch).strides(), iteration.rank());
        System.arraycopy(matrixStrides, 0, strides, batch.rank(), matrixStrides.length);
        return Layout.of(iteration, strides);
    }

    static TensorOperation dot(DenseTensor a, DenseTensor b) {
        if (a.layout().rank() != 1
                || b.layout().rank() != 1
                || a.layout().shape().extent(0) != b.layout().shape().extent(0)) {
            throw new ShapeException("dot of shapes " + a.shape() + " and " + b.shape()
                    + " needs two tensors of one axis and equal extent");
        }
        @Nullable TensorOperation vectorProduct = VectorProduct.describe(a, b);
        if (vectorProduct != null) {
            return vectorProduct;
        }
        ReductionPlan plan = ReductionPlans.of(
                IterationOrder.ANY,
                a.shape(),
                new boolean[] {true},
                Layout.rowMajor(Shape.scalar()),
                a.layout(),
                b.layout());
        ReduceKernel kernel = a.context().reduceKernels().sumOfProducts(a.form(), b.form());
        return new ReduceOperation(
                a.context(), Layout.rowMajor(Shape.scalar()), kernel, plan, null, ParameterWords.NONE, a, b);
    }
}
