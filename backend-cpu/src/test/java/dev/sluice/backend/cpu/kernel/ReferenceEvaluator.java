package dev.sluice.backend.cpu.kernel;

import dev.sluice.DType;
import dev.sluice.Scalar;
import dev.sluice.expression.Expression;
import dev.sluice.spi.scalar.Casts;
import dev.sluice.spi.scalar.HalfPrecision;
import dev.sluice.spi.scalar.Philox4x64;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Evaluates an expression for one element by walking its tree and calling the scalar functions. Parts of a value are
 * boxed: {@code Boolean}, {@code Integer}, {@code Long}, {@code Short} (bits of a half), {@code Float}, {@code Double}.
 */
final class ReferenceEvaluator {
    private static final ConcurrentHashMap<String, Method> METHODS = new ConcurrentHashMap<>();

    private final IntFunction<Object[]> inputs;
    private final IntFunction<Object[]> parameters;
    private final long index;

    ReferenceEvaluator(IntFunction<Object[]> inputs, IntFunction<Object[]> parameters, long index) {
        this.inputs = inputs;
        this.parameters = parameters;
        this.index = index;
    }

    Object[] evaluate(Expression expression) {
        return switch (expression) {
            case Expression.Input e -> inputs.apply(e.index());
            case Expression.Parameter e -> parameters.apply(e.index());
            case Expression.Constant e -> constant(e.value(), e.type());
            case Expression.Index e -> new Object[] {index};
            case Expression.Unary e -> call(e.operand().type(), e.type(), e.operator(), evaluate(e.operand()));
            case Expression.Binary e ->
                call(
                        e.left().type(),
                        e.type(),
                        e.operator(),
                        Stream.concat(Arrays.stream(evaluate(e.left())), Arrays.stream(evaluate(e.right())))
                                .toArray());
            case Expression.Cast e -> cast(evaluate(e.operand()), e.operand().type(), e.type());
            case Expression.Select e ->
                (Boolean) evaluate(e.condition())[0] ? evaluate(e.whenTrue()) : evaluate(e.whenFalse());
            case Expression.MakeComplex e -> new Object[] {evaluate(e.re())[0], evaluate(e.im())[0]};
            case Expression.Philox e ->
                new Object[] {Philox4x64.word((Long) evaluate(e.word())[0], (Long) evaluate(e.key())[0])};
        };
    }

    private static Object[] constant(Scalar value, DType type) {
        Object[] wide = switch (value) {
            case Scalar.Bool b -> new Object[] {b.value()};
            case Scalar.Integer i -> new Object[] {i.value()};
            case Scalar.Real r -> new Object[] {r.value()};
            case Scalar.ComplexNumber c ->
                new Object[] {c.value().re(), c.value().im()};
        };
        DType from = switch (value) {
            case Scalar.Bool b -> DType.BOOL;
            case Scalar.Integer i -> DType.I64;
            case Scalar.Real r -> DType.F64;
            case Scalar.ComplexNumber c -> DType.C128;
        };
        return cast(wide, from, type);
    }

    static Object[] cast(Object[] x, DType from, DType to) {
        if (from == to) {
            return x;
        }
        if (from == DType.F16) {
            return cast(new Object[] {HalfPrecision.f16ToFloat((Short) x[0])}, DType.F32, to);
        }
        if (from == DType.BF16) {
            return cast(new Object[] {HalfPrecision.bf16ToFloat((Short) x[0])}, DType.F32, to);
        }
        if (to.isComplex()) {
            DType part = to.realPart();
            Object im = x.length == 2 ? x[1] : Casts.toF64(false);
            return new Object[] {
                cast(new Object[] {x[0]}, from.realPart(), part)[0],
                cast(new Object[] {im}, x.length == 2 ? from.realPart() : DType.F64, part)[0]
            };
        }
        if (from.isComplex() && to != DType.BOOL) {
            return cast(new Object[] {x[0]}, from.realPart(), to);
        }
        if (to == DType.F16 || to == DType.BF16) {
            Object wide = x[0] instanceof Boolean b ? (b ? 1L : 0L) : x[0] instanceof Integer i ? (long) i : x[0];
            return new Object[] {invoke("HalfPrecision", to == DType.F16 ? "toF16" : "toBf16", new Object[] {wide})};
        }
        return new Object[] {invoke("Casts", "to" + (to == DType.BOOL ? "Bool" : to.name()), x)};
    }

    private static Object[] call(DType operand, DType result, Enum<?> operator, Object[] parts) {
        String name = camel(operator.name());
        String owner = operand == DType.BOOL ? "BoolOperators" : operand.name() + "Operators";
        return result.isComplex()
                ? new Object[] {invoke(owner, name + "Re", parts), invoke(owner, name + "Im", parts)}
                : new Object[] {invoke(owner, name, parts)};
    }

    private static String camel(String name) {
        String joined = Arrays.stream(name.split("_"))
                .map(word -> word.charAt(0) + word.substring(1).toLowerCase(Locale.ROOT))
                .collect(Collectors.joining());
        return Character.toLowerCase(joined.charAt(0)) + joined.substring(1);
    }

    private static Object invoke(String owner, String name, Object[] arguments) {
        String key = owner + "." + name + arguments.length + arguments[0].getClass();
        Method method = METHODS.computeIfAbsent(key, k -> find(owner, name, arguments));
        try {
            return method.invoke(null, arguments);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(key, e);
        }
    }

    private static Method find(String owner, String name, Object[] arguments) {
        try {
            return Arrays.stream(Class.forName("dev.sluice.spi.scalar." + owner).getMethods())
                    .filter(m -> m.getName().equals(name) && m.getParameterCount() == arguments.length)
                    .filter(m -> java.lang.invoke.MethodType.methodType(m.getParameterTypes()[0])
                                    .wrap()
                                    .returnType()
                            == arguments[0].getClass())
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("no function " + owner + "." + name));
        } catch (ClassNotFoundException e) {
            throw new LinkageError(owner, e);
        }
    }
}
