package dev.sluice.runtime.tensor;

import dev.sluice.DType;
import dev.sluice.DTypeException;
import dev.sluice.Layout;
import dev.sluice.Scalar;
import dev.sluice.Shape;
import dev.sluice.expression.BinaryOperator;
import dev.sluice.expression.Expression;
import dev.sluice.expression.UnaryOperator;
import dev.sluice.runtime.plan.IterationOrder;
import dev.sluice.runtime.plan.MapPlans;
import dev.sluice.spi.MapProgram;
import dev.sluice.spi.SegmentedPlan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Describes elementwise operations. Operands are open tensors of one device; results are new row-major tensors. */
final class ElementwiseOperations {
    private ElementwiseOperations() {}

    static MapOperation unary(UnaryOperator operator, DenseTensor x) {
        return overOne(x, x.context().mapKernels().unary(operator, x.form()), ParameterWords.NONE);
    }

    static MapOperation binary(BinaryOperator operator, DenseTensor left, DenseTensor right) {
        MapKernels.Entry entry = left.context().mapKernels().binary(operator, left.form(), right.form());
        Layout first = left.layout();
        Layout second = right.layout();
        if (first.isContiguous() && second.isContiguous() && first.shape().equals(second.shape())) {
            SegmentedPlan plan = MapPlans.contiguous(first.shape().elements(), 3);
            return new MapOperation(left.context(), left.resultLayout(), entry, plan, ParameterWords.NONE, left, right);
        }
        Layout layout = Layout.rowMajor(Shape.broadcast(first.shape(), second.shape()));
        SegmentedPlan plan = MapPlans.of(IterationOrder.ANY, layout.shape(), layout, first, second);
        return new MapOperation(left.context(), layout, entry, plan, ParameterWords.NONE, left, right);
    }

    static MapOperation scalarRight(BinaryOperator operator, DenseTensor x, Scalar scalar) {
        MapKernels.Entry entry = x.context().mapKernels().scalarRight(operator, x.form(), scalar);
        return overOne(x, entry, ParameterWords.of(scalar, entry.parameter()));
    }

    static MapOperation scalarLeft(BinaryOperator operator, Scalar scalar, DenseTensor x) {
        MapKernels.Entry entry = x.context().mapKernels().scalarLeft(operator, scalar, x.form());
        return overOne(x, entry, ParameterWords.of(scalar, entry.parameter()));
    }

    /** The elements converted to a type and put in row-major order. */
    static MapOperation convert(DenseTensor x, DType type) {
        MapKernels.Entry entry = x.context().mapKernels().convert(x.form(), ElementForm.of(type));
        return overOne(x, entry, ParameterWords.NONE);
    }

    /** A row-major copy that belongs to no scope. */
    static DenseTensor detachedCopy(DenseTensor x) {
        MapOperation copy = convert(x, x.dtype());
        x.context().execute(copy);
        return copy.result();
    }

    static MapOperation select(DenseTensor condition, DenseTensor whenTrue, DenseTensor whenFalse) {
        MapKernels.Entry entry =
                condition.context().mapKernels().select(condition.form(), whenTrue.form(), whenFalse.form());
        Shape shape = Shape.broadcast(condition.shape(), Shape.broadcast(whenTrue.shape(), whenFalse.shape()));
        Layout layout = Layout.rowMajor(shape);
        SegmentedPlan plan = MapPlans.of(
                IterationOrder.ANY, shape, layout, condition.layout(), whenTrue.layout(), whenFalse.layout());
        return new MapOperation(
                condition.context(), layout, entry, plan, ParameterWords.NONE, condition, whenTrue, whenFalse);
    }

    /** A fused expression whose input {@code i} is operand {@code i}; there is at least one operand. */
    static MapOperation fused(Expression expression, DenseTensor[] operands) {
        TensorContext context = operands[0].context();
        List<DType> types = new ArrayList<>(operands.length);
        Layout[] layouts = new Layout[1 + operands.length];
        Shape shape = Shape.scalar();
        for (int index = 0; index < operands.length; index++) {
            types.add(operands[index].form().type());
            layouts[1 + index] = operands[index].layout();
            shape = Shape.broadcast(shape, operands[index].shape());
        }
        layouts[0] = Layout.rowMajor(shape);
        MapProgram program = MapProgram.of(readThrough(expression, operands), types, List.of());
        MapKernels.Entry entry =
                new MapKernels.Entry(context.resources().kernel(program), expression.type(), expression.type());
        IterationOrder order = program.usesIndex() ? IterationOrder.LOGICAL : IterationOrder.ANY;
        SegmentedPlan plan = MapPlans.of(order, shape, layouts);
        return new MapOperation(context, layouts[0], entry, plan, ParameterWords.NONE, operands);
    }

    /** The expression with every input replaced by the value that the operand's elements stand for. */
    private static Expression readThrough(Expression expression, DenseTensor[] operands) {
        return switch (expression) {
            case Expression.Input input -> {
                if (input.index() >= operands.length
                        || operands[input.index()].form().type() != input.type()) {
                    throw new DTypeException("input " + input.index() + " of the expression has type " + input.type()
                            + ", but the operands are " + types(operands));
                }
                yield operands[input.index()].form().read(input.index());
            }
            case Expression.Parameter parameter ->
                throw new DTypeException("parameter " + parameter.index() + " has no value here; use a constant");
            case Expression.Constant e -> e;
            case Expression.Index e -> e;
            case Expression.Unary e -> new Expression.Unary(e.operator(), readThrough(e.operand(), operands));
            case Expression.Binary e ->
                new Expression.Binary(e.operator(), readThrough(e.left(), operands), readThrough(e.right(), operands));
            case Expression.Cast e -> new Expression.Cast(readThrough(e.operand(), operands), e.type());
            case Expression.Select e ->
                new Expression.Select(
                        readThrough(e.condition(), operands),
                        readThrough(e.whenTrue(), operands),
                        readThrough(e.whenFalse(), operands));
            case Expression.MakeComplex e ->
                new Expression.MakeComplex(readThrough(e.re(), operands), readThrough(e.im(), operands));
            case Expression.Philox e ->
                new Expression.Philox(readThrough(e.word(), operands), readThrough(e.key(), operands));
        };
    }

    private static List<DType> types(DenseTensor[] operands) {
        return Arrays.stream(operands).map(DenseTensor::dtype).toList();
    }

    static InPlaceOperation assign(DenseTensor destination, DenseTensor source) {
        MapKernels.Entry entry = destination.context().mapKernels().convert(source.form(), destination.form());
        return InPlaceOperation.overwrite(destination, source, entry);
    }

    static InPlaceOperation fill(DenseTensor destination, Scalar value) {
        MapKernels.Entry entry = destination.context().mapKernels().fill(destination.form());
        return InPlaceOperation.overwrite(destination, entry, ParameterWords.of(value, entry.parameter()));
    }

    static InPlaceOperation axpy(DenseTensor destination, Scalar alpha, DenseTensor source) {
        requireKind(alpha, destination.dtype());
        MapKernels.Entry entry = destination.context().mapKernels().axpy(destination.form(), source.form());
        return InPlaceOperation.update(destination, source, entry, ParameterWords.of(alpha, entry.parameter()));
    }

    static InPlaceOperation scale(DenseTensor destination, Scalar factor) {
        requireKind(factor, destination.dtype());
        MapKernels.Entry entry = destination.context().mapKernels().scale(destination.form());
        return InPlaceOperation.update(destination, entry, ParameterWords.of(factor, entry.parameter()));
    }

    /** A tensor changed in place keeps its type, so a factor of a higher kind would lose its fraction or its imaginary part. */
    private static void requireKind(Scalar factor, DType type) {
        if (factor.kind().compareTo(type.kind()) > 0) {
            throw new DTypeException("a tensor of type " + type + " cannot be scaled in place by " + factor
                    + "; cast the tensor or use mul");
        }
    }

    private static MapOperation overOne(DenseTensor x, MapKernels.Entry entry, long[] parameters) {
        Layout source = x.layout();
        Layout layout = x.resultLayout();
        SegmentedPlan plan = source.isContiguous()
                ? MapPlans.contiguous(source.shape().elements(), 2)
                : MapPlans.of(IterationOrder.ANY, layout.shape(), layout, source);
        return new MapOperation(x.context(), layout, entry, plan, parameters, x);
    }
}
