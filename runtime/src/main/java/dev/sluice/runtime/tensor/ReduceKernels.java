package dev.sluice.runtime.tensor;

import dev.sluice.DType;
import dev.sluice.Reductions.Reduction;
import dev.sluice.Scalar;
import dev.sluice.expression.BinaryOperator;
import dev.sluice.expression.Expression;
import dev.sluice.expression.UnaryOperator;
import dev.sluice.runtime.device.DeviceResources;
import dev.sluice.spi.MapKernel;
import dev.sluice.spi.MapProgram;
import dev.sluice.spi.ReduceKernel;
import dev.sluice.spi.ReduceProgram;
import dev.sluice.spi.Reducer;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The compiled kernels of the named reductions on one device, in tables like those of {@link MapKernels}. Thread-safe in
 * the same way.
 */
@SuppressWarnings("EnumOrdinal") // indexes tables that live no longer than the process
final class ReduceKernels {
    private static final int FORMS = ElementForm.COUNT;

    private final DeviceResources resources;
    private final AtomicReferenceArray<@Nullable ReduceKernel> named =
            new AtomicReferenceArray<>(Reduction.values().length * FORMS);
    private final AtomicReferenceArray<@Nullable ReduceKernel> positions = new AtomicReferenceArray<>(2 * FORMS);
    private final AtomicReferenceArray<@Nullable ReduceKernel> products = new AtomicReferenceArray<>(FORMS * FORMS);

    ReduceKernels(DeviceResources resources) {
        this.resources = resources;
    }

    /**
     * A reduction by name; MEAN gives the sum in the type of the mean, and NORM the sum of squares in double precision.
     */
    ReduceKernel named(Reduction reduction, ElementForm x) {
        int at = reduction.ordinal() * FORMS + x.ordinal();
        ReduceKernel kernel = named.getAcquire(at);
        return kernel != null ? kernel : store(named, at, compile(program(reduction, x)));
    }

    private static ReduceProgram program(Reduction reduction, ElementForm x) {
        Expression value = x.read(0);
        DType type = x.type();
        DType wide = type.isFloating() ? type.compute() : DType.I64;
        return switch (reduction) {
            case SUM -> over(value.cast(wide), Reducer.SUM, x);
            case PROD -> over(value.cast(wide), Reducer.PRODUCT, x);
            case MEAN -> over(value.cast(type.floating()), Reducer.SUM, x);
            case MIN -> over(value.cast(type.compute()), type == DType.BOOL ? Reducer.ALL : Reducer.MINIMUM, x);
            case MAX -> over(value.cast(type.compute()), type == DType.BOOL ? Reducer.ANY : Reducer.MAXIMUM, x);
            case ANY -> over(value.cast(DType.BOOL), Reducer.ANY, x);
            case ALL -> over(value.cast(DType.BOOL), Reducer.ALL, x);
            case NORM -> over(sumOfSquares(Expression.input(0, type)), Reducer.SUM, x);
        };
    }

    private static ReduceProgram over(Expression value, Reducer reducer, ElementForm x) {
        return new ReduceProgram(value, reducer, List.of(x.type()), List.of());
    }

    private static Expression sumOfSquares(Expression stored) {
        if (stored.type().isComplex()) {
            return Expression.unary(UnaryOperator.ABS_SQUARED, stored.cast(DType.C128));
        }
        return Expression.unary(UnaryOperator.SQUARE, stored.cast(DType.F64));
    }

    /** The position of the first least element. */
    ReduceKernel argmin(ElementForm x) {
        return position(Reducer.ARG_MINIMUM, x.ordinal(), x);
    }

    /** The position of the first greatest element. */
    ReduceKernel argmax(ElementForm x) {
        return position(Reducer.ARG_MAXIMUM, FORMS + x.ordinal(), x);
    }

    private ReduceKernel position(Reducer reducer, int at, ElementForm x) {
        ReduceKernel kernel = positions.getAcquire(at);
        DType type = x.type().compute();
        // Positions among truth values are those among the numbers 0 and 1.
        DType ordered = type == DType.BOOL ? DType.I32 : type;
        return kernel != null
                ? kernel
                : store(positions, at, compile(over(x.read(0).cast(ordered), reducer, x)));
    }

    /** The sum of products of two inputs in the type they promote to; for truth values, whether any product is true. */
    ReduceKernel sumOfProducts(ElementForm left, ElementForm right) {
        int at = left.ordinal() * FORMS + right.ordinal();
        ReduceKernel kernel = products.getAcquire(at);
        if (kernel != null) {
            return kernel;
        }
        Expression product = Expression.binary(BinaryOperator.MULTIPLY, left.read(0), right.read(1));
        Reducer reducer = product.type() == DType.BOOL ? Reducer.ANY : Reducer.SUM;
        ReduceProgram program = new ReduceProgram(product, reducer, List.of(left.type(), right.type()), List.of());
        return store(products, at, compile(program));
    }

    /** Turns a sum, input 0, into a mean in place: divides it by the number of elements, parameter 0. */
    MapKernel meanOfSum(DType type) {
        Expression sum = Expression.input(0, type);
        DType real = type.realPart();
        Expression count = Expression.parameter(0, real);
        Expression mean = type.isComplex()
                ? new Expression.MakeComplex(
                        quotient(Expression.unary(UnaryOperator.REAL, sum), count),
                        quotient(Expression.unary(UnaryOperator.IMAG, sum), count))
                : quotient(sum, count);
        return resources.kernel(MapProgram.of(mean, List.of(type), List.of(real)));
    }

    /** The root of input 0, a sum of squares in double precision, stored as {@code result}. */
    MapKernel rootOfSum(DType result) {
        Expression root = Expression.unary(UnaryOperator.SQRT, Expression.input(0, DType.F64));
        return resources.kernel(MapProgram.of(root.cast(result), List.of(DType.F64), List.of()));
    }

    /** The greatest magnitude among the real and imaginary parts. */
    ReduceKernel greatestPart(DType type) {
        Expression x = Expression.input(0, type);
        Expression magnitude = type.isComplex()
                ? Expression.binary(
                        BinaryOperator.MAXIMUM,
                        magnitude(Expression.unary(UnaryOperator.REAL, x)),
                        magnitude(Expression.unary(UnaryOperator.IMAG, x)))
                : magnitude(x);
        return compile(new ReduceProgram(magnitude, Reducer.MAXIMUM, List.of(type), List.of()));
    }

    /** The sum of the squares of the parts of input 0, each divided by input 1. */
    ReduceKernel scaledSumOfSquares(DType type) {
        Expression x = Expression.input(0, type);
        Expression unit = Expression.input(1, type.realPart());
        Expression squares = type.isComplex()
                ? Expression.binary(
                        BinaryOperator.ADD,
                        squareOfQuotient(Expression.unary(UnaryOperator.REAL, x), unit),
                        squareOfQuotient(Expression.unary(UnaryOperator.IMAG, x), unit))
                : squareOfQuotient(x, unit);
        return compile(new ReduceProgram(squares, Reducer.SUM, List.of(type, type.realPart()), List.of()));
    }

    /**
     * The norm from input 0, the sum of scaled squares, and input 1, the unit they were divided by. Where the unit is 0,
     * infinite or NaN, the quotients mean nothing and the unit is the norm.
     */
    MapKernel normOfScaled(DType real) {
        Expression sum = Expression.input(0, real);
        Expression unit = Expression.input(1, real);
        Expression usable = Expression.binary(
                BinaryOperator.AND,
                Expression.unary(UnaryOperator.IS_FINITE, unit),
                Expression.binary(BinaryOperator.NOT_EQUAL, unit, Expression.constant(Scalar.of(0.0), real)));
        Expression norm = Expression.binary(BinaryOperator.MULTIPLY, unit, Expression.unary(UnaryOperator.SQRT, sum));
        Expression result = Expression.select(usable, norm, unit);
        return resources.kernel(MapProgram.of(result, List.of(real, real), List.of()));
    }

    private static Expression quotient(Expression dividend, Expression divisor) {
        return Expression.binary(BinaryOperator.DIVIDE, dividend, divisor);
    }

    private static Expression squareOfQuotient(Expression part, Expression unit) {
        return Expression.unary(UnaryOperator.SQUARE, quotient(part, unit));
    }

    private static Expression magnitude(Expression part) {
        return Expression.unary(UnaryOperator.ABS, part);
    }

    private ReduceKernel compile(ReduceProgram program) {
        return resources.kernel(program);
    }

    private static ReduceKernel store(AtomicReferenceArray<@Nullable ReduceKernel> table, int at, ReduceKernel kernel) {
        table.setRelease(at, kernel);
        return kernel;
    }
}
