package dev.sluice.runtime.tensor;

import dev.sluice.Shape;
import dev.sluice.ShapeException;

/**
 * The right-hand sides of systems of equations: the columns of matrices, or one vector.
 *
 * @param view the tensor as matrices
 * @param vector whether it is a vector
 */
record RightSides(DenseTensor view, boolean vector) {
    /** Checks that they fit square matrices. */
    static RightSides of(String operation, DenseTensor a, DenseTensor b) {
        boolean vector = b.layout().rank() == 1;
        if (b.layout().rank() == 0
                || b.shape().extent(vector ? 0 : -2) != a.shape().extent(-1)) {
            throw new ShapeException(
                    operation + " with matrices of shape " + a.shape() + " and right-hand sides of shape " + b.shape()
                            + ": a vector or columns of " + a.shape().extent(-1) + " elements are needed");
        }
        RightSides sides = new RightSides(vector ? b.viewAs(ViewLayouts.unsqueeze(b.layout(), 1)) : b, vector);
        try {
            Shape unused = Shape.broadcast(MatrixAxes.of(a.layout()).batch().shape(), sides.batch());
        } catch (ShapeException e) {
            throw new ShapeException(
                    operation + " with matrices of shape " + a.shape() + " and right-hand sides of shape " + b.shape()
                            + ": the leading axes do not broadcast",
                    e);
        }
        return sides;
    }

    Shape batch() {
        return MatrixAxes.of(view.layout()).batch().shape();
    }

    long columns() {
        return view.shape().extent(-1);
    }

    /** The shape of the solutions of a batch. */
    Shape result(Shape batch) {
        long rows = view.shape().extent(-2);
        return vector ? MatrixOperation.withBatch(batch, rows) : MatrixOperation.withBatch(batch, rows, columns());
    }
}
