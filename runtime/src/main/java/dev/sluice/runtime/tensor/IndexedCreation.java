package dev.sluice.runtime.tensor;

import dev.sluice.DType;
import dev.sluice.Layout;
import dev.sluice.Scalar;
import dev.sluice.Shape;
import dev.sluice.ShapeException;
import dev.sluice.expression.BinaryOperator;
import dev.sluice.expression.Expression;
import dev.sluice.runtime.plan.MapPlans;
import dev.sluice.spi.MapProgram;
import java.util.List;

/** Describes new tensors whose elements are a function of their position. */
final class IndexedCreation {
    private IndexedCreation() {}

    /** The numbers from {@code start} towards {@code stop}, which is not among them. */
    static MapOperation arange(TensorContext context, DType type, double start, double stop, double step) {
        double steps = Math.ceil((stop - start) / step);
        if (step == 0 || Double.isNaN(steps) || steps > Long.MAX_VALUE) {
            throw new ShapeException(
                    "arange from " + start + " to " + stop + " by " + step + " does not have a number of elements");
        }
        long count = (long) Math.max(0, steps);
        boolean integers = type.isInteger() && isLong(start) && isLong(step);
        DType computed = integers ? DType.I64 : DType.F64;
        Scalar first = integers ? Scalar.of((long) start) : Scalar.of(start);
        Scalar distance = integers ? Scalar.of((long) step) : Scalar.of(step);
        return line(context, type, computed, first, distance, count);
    }

    private static boolean isLong(double value) {
        return value == Math.rint(value) && Math.abs(value) < 0x1p63;
    }

    /** The integers from 0 up to {@code stop}. */
    static MapOperation arange(TensorContext context, long stop) {
        return line(context, DType.I64, DType.I64, Scalar.of(0L), Scalar.of(1L), Math.max(0, stop));
    }

    private static MapOperation line(
            TensorContext context, DType type, DType computed, Scalar first, Scalar distance, long count) {
        Expression value = Expression.binary(
                BinaryOperator.ADD,
                Expression.parameter(0, computed),
                Expression.binary(
                        BinaryOperator.MULTIPLY,
                        Expression.parameter(1, computed),
                        Expression.index().cast(computed)));
        long[] words = {ParameterWords.of(first, computed)[0], ParameterWords.of(distance, computed)[0]};
        return create(context, value.cast(type), List.of(computed, computed), words, Shape.of(count));
    }

    /** Equally spaced numbers of which the last is {@code stop} exactly. */
    static MapOperation linspace(TensorContext context, DType type, double start, double stop, long count) {
        if (count < 0) {
            throw new ShapeException("linspace cannot have " + count + " elements");
        }
        Expression position = Expression.index();
        Expression inner = Expression.binary(
                BinaryOperator.ADD,
                Expression.parameter(0, DType.F64),
                Expression.binary(
                        BinaryOperator.MULTIPLY, Expression.parameter(2, DType.F64), position.cast(DType.F64)));
        Expression isLast = Expression.binary(BinaryOperator.EQUAL, position, Expression.parameter(3, DType.I64));
        Expression value = Expression.select(isLast, Expression.parameter(1, DType.F64), inner);
        double distance = count > 1 ? (stop - start) / (count - 1) : 0;
        long[] words = {
            Double.doubleToRawLongBits(start),
            Double.doubleToRawLongBits(stop),
            Double.doubleToRawLongBits(distance),
            // A single value is the start.
            count > 1 ? count - 1 : -1
        };
        List<DType> parameters = List.of(DType.F64, DType.F64, DType.F64, DType.I64);
        return create(context, value.cast(type), parameters, words, Shape.of(count));
    }

    static MapOperation create(
            TensorContext context, Expression value, List<DType> parameters, long[] words, Shape shape) {
        MapProgram program = MapProgram.of(value, List.of(), parameters);
        MapKernels.Entry entry = new MapKernels.Entry(context.resources().kernel(program), value.type(), value.type());
        return new MapOperation(
                context, Layout.rowMajor(shape), entry, MapPlans.contiguous(shape.elements(), 1), words);
    }
}
