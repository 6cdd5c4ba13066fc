package dev.sluice.runtime.tensor;

import dev.sluice.DType;
import dev.sluice.spi.Transpose;
import org.jspecify.annotations.Nullable;

/**
 * An operand of a matrix product as the library reads it. Results are row-major, which to the library is the transposed
 * result, so operands too are read transposed: C = A·B is computed as Cᵀ = Bᵀ·Aᵀ.
 *
 * @param input the tensor, or a copy when the library cannot read it
 * @param axes the matrices
 * @param transposed how the library reads the transposed matrices
 */
record ProductOperand(StagedInput input, MatrixAxes axes, StoredMatrix transposed) {
    /**
     * Chooses how to read an operand.
     *
     * @param conjugate whether the conjugate of the tensor is wanted
     * @param stack whether the matrices of the batch may be read as one tall matrix
     */
    static ProductOperand of(DenseTensor tensor, DType type, boolean conjugate, boolean stack) {
        if (tensor.dtype() == type) {
            ProductOperand direct =
                    readable(StagedInput.direct(tensor), tensor.form().conjugated() != conjugate, stack);
            if (direct != null) {
                return direct;
            }
        }
        DenseTensor wanted = conjugate ? tensor.conjugateView() : tensor;
        ProductOperand copy = readable(StagedInput.copyOf(wanted, type), false, stack);
        if (copy == null) {
            throw new IllegalStateException("a row-major copy of " + tensor.describe() + " is not readable");
        }
        return copy;
    }

    private static @Nullable ProductOperand readable(StagedInput input, boolean conjugated, boolean stack) {
        MatrixAxes separate = MatrixAxes.of(input.layout());
        MatrixAxes axes = stack ? separate.stacked() : separate;
        StoredMatrix transposed = StoredMatrix.of(axes.transposed(), conjugated);
        if (transposed == null && axes != separate) {
            axes = separate;
            transposed = StoredMatrix.of(axes.transposed(), conjugated);
        }
        return transposed == null ? null : new ProductOperand(input, axes, transposed);
    }

    boolean isConjugated() {
        return transposed.op() == Transpose.CONJUGATE_TRANSPOSE;
    }
}
