package dev.sluice.runtime.tensor;

import dev.sluice.DType;
import dev.sluice.Scalar;
import dev.sluice.expression.BinaryOperator;
import dev.sluice.expression.Expression;
import dev.sluice.expression.UnaryOperator;
import dev.sluice.runtime.device.DeviceResources;
import dev.sluice.spi.MapKernel;
import dev.sluice.spi.MapProgram;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The compiled kernels that look at the place of an element in its matrix, in tables like those of {@link MapKernels}.
 * Thread-safe in the same way.
 *
 * <p>The elements of a batch of matrices are numbered row by row, and each kernel takes the extents of a matrix, columns
 * and then rows, as parameters in double precision. There the quotient of a number of at most 2⁵³ by an extent is below
 * the next whole number exactly when the true one is, so rounding down gives row and column.
 */
@SuppressWarnings("EnumOrdinal") // indexes tables that live no longer than the process
final class MatrixKernels {
    private static final int FORMS = ElementForm.COUNT;

    private static final Expression COLUMNS = Expression.parameter(0, DType.F64);
    private static final Expression ROWS = Expression.parameter(1, DType.F64);
    private static final List<DType> EXTENTS = List.of(DType.F64, DType.F64);

    private final DeviceResources resources;
    private final AtomicReferenceArray<@Nullable MapKernel> lower = new AtomicReferenceArray<>(FORMS);
    private final AtomicReferenceArray<@Nullable MapKernel> upper = new AtomicReferenceArray<>(FORMS);
    private final AtomicReferenceArray<@Nullable MapKernel> identity = new AtomicReferenceArray<>(FORMS);
    private final AtomicReferenceArray<@Nullable MapKernel> signed = new AtomicReferenceArray<>(FORMS);

    MatrixKernels(DeviceResources resources) {
        this.resources = resources;
    }

    /** The words of the parameters. */
    static long[] extents(long rows, long columns) {
        return new long[] {Double.doubleToRawLongBits((double) columns), Double.doubleToRawLongBits((double) rows)};
    }

    /** Input 0 on and below the diagonal, zero above. */
    MapKernel lower(ElementForm x) {
        MapKernel kernel = lower.getAcquire(x.ordinal());
        Expression inside = Expression.binary(BinaryOperator.LESS_EQUAL, column(), row());
        return kernel != null ? kernel : store(lower, x, triangle(inside, x));
    }

    /** Input 0 on and above the diagonal, zero below. */
    MapKernel upper(ElementForm x) {
        MapKernel kernel = upper.getAcquire(x.ordinal());
        Expression inside = Expression.binary(BinaryOperator.LESS_EQUAL, row(), column());
        return kernel != null ? kernel : store(upper, x, triangle(inside, x));
    }

    private static MapProgram triangle(Expression inside, ElementForm x) {
        Expression zero = Expression.constant(Scalar.of(0.0), x.type());
        return MapProgram.of(Expression.select(inside, x.read(0), zero), List.of(x.type()), EXTENTS);
    }

    /** One on the diagonal, zero elsewhere. */
    MapKernel identity(DType type) {
        ElementForm form = ElementForm.of(type);
        MapKernel kernel = identity.getAcquire(form.ordinal());
        if (kernel != null) {
            return kernel;
        }
        Expression value = Expression.select(
                Expression.binary(BinaryOperator.EQUAL, row(), column()),
                Expression.constant(Scalar.of(1.0), type),
                Expression.constant(Scalar.of(0.0), type));
        return store(identity, form, MapProgram.of(value, List.of(), EXTENTS));
    }

    /**
     * The diagonal elements of triangular factors, input 0, as rows of a matrix; those whose step exchanged rows with the
     * sign changed. Input 1 has the pivots, counted from 1.
     */
    MapKernel signedDiagonal(DType type) {
        ElementForm form = ElementForm.of(type);
        MapKernel kernel = signed.getAcquire(form.ordinal());
        if (kernel != null) {
            return kernel;
        }
        Expression x = Expression.input(0, type);
        Expression pivot = Expression.input(1, DType.I32).cast(DType.F64);
        Expression own = Expression.binary(BinaryOperator.ADD, column(), Expression.constant(1.0));
        Expression value = Expression.select(
                Expression.binary(BinaryOperator.EQUAL, pivot, own), x, Expression.unary(UnaryOperator.NEGATE, x));
        return store(signed, form, MapProgram.of(value, List.of(type, DType.I32), EXTENTS));
    }

    /** Pivots counted from 0, in the type of positions, from those that input 0 counts from 1. */
    MapKernel pivots() {
        Expression counted = Expression.input(0, DType.I32).cast(DType.I64);
        Expression value = Expression.binary(BinaryOperator.SUBTRACT, counted, Expression.constant(1L));
        return resources.kernel(MapProgram.of(value, List.of(DType.I32), List.of()));
    }

    private static Expression position() {
        return Expression.index().cast(DType.F64);
    }

    /** The number of the row, counted through all matrices. */
    private static Expression line() {
        return quotient(position(), COLUMNS);
    }

    private static Expression column() {
        return remainder(position(), line(), COLUMNS);
    }

    private static Expression row() {
        return remainder(line(), quotient(line(), ROWS), ROWS);
    }

    private static Expression quotient(Expression dividend, Expression divisor) {
        return Expression.unary(UnaryOperator.FLOOR, Expression.binary(BinaryOperator.DIVIDE, dividend, divisor));
    }

    private static Expression remainder(Expression dividend, Expression quotient, Expression divisor) {
        return Expression.binary(
                BinaryOperator.SUBTRACT, dividend, Expression.binary(BinaryOperator.MULTIPLY, quotient, divisor));
    }

    private MapKernel store(AtomicReferenceArray<@Nullable MapKernel> table, ElementForm form, MapProgram program) {
        MapKernel kernel = resources.kernel(program);
        table.setRelease(form.ordinal(), kernel);
        return kernel;
    }
}
