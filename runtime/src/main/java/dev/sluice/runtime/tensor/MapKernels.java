package dev.sluice.runtime.tensor;

import dev.sluice.DType;
import dev.sluice.DTypeException;
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
 * The compiled kernels of the named elementwise operations on one device, in tables indexed by operator and element
 * forms, so that a call neither builds nor hashes an expression tree. Entries are compiled at first use. Thread-safe:
 * an entry is published with release semantics and never changes; two threads that race compile the same program, which
 * the device's own cache makes harmless.
 */
@SuppressWarnings("EnumOrdinal") // indexes tables that live no longer than the process
final class MapKernels {
    private static final int FORMS = ElementForm.COUNT;
    private static final int SCALAR_KINDS = DType.Kind.values().length;

    private final DeviceResources resources;
    private final AtomicReferenceArray<@Nullable Entry> unary =
            new AtomicReferenceArray<>(UnaryOperator.values().length * FORMS);
    private final AtomicReferenceArray<@Nullable Entry> binary =
            new AtomicReferenceArray<>(BinaryOperator.values().length * FORMS * FORMS);
    private final AtomicReferenceArray<@Nullable Entry> scalarRight =
            new AtomicReferenceArray<>(BinaryOperator.values().length * FORMS * SCALAR_KINDS);
    private final AtomicReferenceArray<@Nullable Entry> scalarLeft =
            new AtomicReferenceArray<>(BinaryOperator.values().length * FORMS * SCALAR_KINDS);
    private final AtomicReferenceArray<@Nullable Entry> select = new AtomicReferenceArray<>(FORMS * FORMS * FORMS);
    private final AtomicReferenceArray<@Nullable Entry> convert = new AtomicReferenceArray<>(FORMS * FORMS);
    private final AtomicReferenceArray<@Nullable Entry> axpy = new AtomicReferenceArray<>(FORMS * FORMS);
    private final AtomicReferenceArray<@Nullable Entry> scale = new AtomicReferenceArray<>(FORMS);
    private final AtomicReferenceArray<@Nullable Entry> fill = new AtomicReferenceArray<>(FORMS);

    /**
     * One compiled operation.
     *
     * @param kernel the kernel, with one output
     * @param result the stored type of the output
     * @param parameter the type of its parameter, or that of the output when it has none
     */
    record Entry(MapKernel kernel, DType result, DType parameter) {}

    MapKernels(DeviceResources resources) {
        this.resources = resources;
    }

    /** {@code operator(x)}. */
    Entry unary(UnaryOperator operator, ElementForm x) {
        int at = operator.ordinal() * FORMS + x.ordinal();
        Entry entry = unary.getAcquire(at);
        return entry != null
                ? entry
                : store(unary, at, compile(Expression.unary(operator, x.read(0)), List.of(x.type())));
    }

    /** {@code left operator right}. */
    Entry binary(BinaryOperator operator, ElementForm left, ElementForm right) {
        int at = (operator.ordinal() * FORMS + left.ordinal()) * FORMS + right.ordinal();
        Entry entry = binary.getAcquire(at);
        return entry != null
                ? entry
                : store(
                        binary,
                        at,
                        compile(
                                Expression.binary(operator, left.read(0), right.read(1)),
                                List.of(left.type(), right.type())));
    }

    /** {@code x operator scalar}. */
    Entry scalarRight(BinaryOperator operator, ElementForm x, Scalar scalar) {
        int at = (operator.ordinal() * FORMS + x.ordinal()) * SCALAR_KINDS
                + scalar.kind().ordinal();
        Entry entry = scalarRight.getAcquire(at);
        if (entry != null) {
            return entry;
        }
        Expression parameter = weakParameter(operator, x, scalar);
        Expression value = Expression.binary(operator, x.read(0), parameter);
        return store(scalarRight, at, compile(value, List.of(x.type()), parameter.type()));
    }

    /** {@code scalar operator x}. */
    Entry scalarLeft(BinaryOperator operator, Scalar scalar, ElementForm x) {
        int at = (operator.ordinal() * FORMS + x.ordinal()) * SCALAR_KINDS
                + scalar.kind().ordinal();
        Entry entry = scalarLeft.getAcquire(at);
        if (entry != null) {
            return entry;
        }
        Expression parameter = weakParameter(operator, x, scalar);
        Expression value = Expression.binary(operator, parameter, x.read(0));
        return store(scalarLeft, at, compile(value, List.of(x.type()), parameter.type()));
    }

    /** A parameter of the type in which the operator is applied, so that the scalar is converted only once. */
    private static Expression weakParameter(BinaryOperator operator, ElementForm x, Scalar scalar) {
        DType met = scalar.promoteWith(x.type());
        return Expression.parameter(0, operator.operandType(met));
    }

    /** {@code condition ? whenTrue : whenFalse}. */
    Entry select(ElementForm condition, ElementForm whenTrue, ElementForm whenFalse) {
        int at = (condition.ordinal() * FORMS + whenTrue.ordinal()) * FORMS + whenFalse.ordinal();
        Entry entry = select.getAcquire(at);
        return entry != null
                ? entry
                : store(
                        select,
                        at,
                        compile(
                                Expression.select(condition.read(0), whenTrue.read(1), whenFalse.read(2)),
                                List.of(condition.type(), whenTrue.type(), whenFalse.type())));
    }

    /** The elements of {@code source} stored in the form {@code destination}. */
    Entry convert(ElementForm source, ElementForm destination) {
        int at = source.ordinal() * FORMS + destination.ordinal();
        Entry entry = convert.getAcquire(at);
        if (entry != null) {
            return entry;
        }
        Expression value = source == destination
                ? Expression.input(0, source.type())
                : destination.store(source.read(0).cast(destination.type()));
        return store(convert, at, compile(value, List.of(source.type())));
    }

    /** {@code y + scalar·x} stored in the form of y, which is input 0; x is input 1. */
    Entry axpy(ElementForm y, ElementForm x) {
        int at = y.ordinal() * FORMS + x.ordinal();
        Entry entry = axpy.getAcquire(at);
        if (entry != null) {
            return entry;
        }
        DType type = y.type().compute();
        if (DType.promote(y.type(), x.type()) != type) {
            throw new DTypeException("axpy into " + y.type() + " from " + x.type() + " would need "
                    + DType.promote(y.type(), x.type()) + "; cast one of them first");
        }
        Expression product = Expression.binary(
                BinaryOperator.MULTIPLY,
                Expression.parameter(0, type),
                x.read(1).cast(type));
        Expression value = y.store(Expression.binary(BinaryOperator.ADD, y.read(0), product));
        return store(axpy, at, compile(value, List.of(y.type(), x.type()), type));
    }

    /** {@code scalar·x} stored in the form of x. */
    Entry scale(ElementForm x) {
        Entry entry = scale.getAcquire(x.ordinal());
        if (entry != null) {
            return entry;
        }
        DType type = x.type().compute();
        Expression value =
                x.store(Expression.binary(BinaryOperator.MULTIPLY, Expression.parameter(0, type), x.read(0)));
        return store(scale, x.ordinal(), compile(value, List.of(x.type()), type));
    }

    /** The scalar everywhere. */
    Entry fill(ElementForm destination) {
        Entry entry = fill.getAcquire(destination.ordinal());
        if (entry != null) {
            return entry;
        }
        DType type = destination.type().compute();
        Expression value = destination.store(Expression.parameter(0, type));
        return store(fill, destination.ordinal(), compile(value, List.of(), type));
    }

    private Entry compile(Expression value, List<DType> inputs) {
        MapKernel kernel = resources.kernel(MapProgram.of(value, inputs, List.of()));
        return new Entry(kernel, value.type(), value.type());
    }

    private Entry compile(Expression value, List<DType> inputs, DType parameter) {
        MapKernel kernel = resources.kernel(MapProgram.of(value, inputs, List.of(parameter)));
        return new Entry(kernel, value.type(), parameter);
    }

    private static Entry store(AtomicReferenceArray<@Nullable Entry> table, int at, Entry entry) {
        table.setRelease(at, entry);
        return entry;
    }
}
