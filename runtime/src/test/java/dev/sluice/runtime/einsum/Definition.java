package dev.sluice.runtime.einsum;

import dev.sluice.Shape;
import dev.sluice.Tensor;
import java.util.ArrayList;
import java.util.List;

/** An Einstein summation by its definition: a loop over every index, with the product of all operands inside. */
final class Definition {
    private Definition() {}

    static double[] evaluate(EinsumExpression expression, List<Tensor> operands) {
        IndexedOperands bound = IndexedOperands.bind(
                expression, operands.stream().map(Tensor::shape).toList());
        Shape all = Shape.of(bound.extents());
        int[] outputAxes = bound.output();
        double[] result = new double[(int) Indices.product(outputAxes, bound.extents())];
        List<double[]> elements = new ArrayList<>();
        for (Tensor operand : operands) {
            elements.add(operand.toDoubleArray());
        }
        for (long point = 0; point < all.elements(); point++) {
            long[] at = HeapTensor.indices(all, point);
            double product = 1;
            for (int operand = 0; operand < elements.size(); operand++) {
                product *= elements.get(operand)[place(bound.axes(operand), bound.shape(operand), at)];
            }
            result[place(outputAxes, Indices.shape(outputAxes, bound.extents()), at)] += product;
        }
        return result;
    }

    private static int place(int[] axes, Shape shape, long[] at) {
        long place = 0;
        for (int axis = 0; axis < axes.length; axis++) {
            place = place * shape.extent(axis) + (shape.extent(axis) == 1 ? 0 : at[axes[axis]]);
        }
        return (int) place;
    }
}
