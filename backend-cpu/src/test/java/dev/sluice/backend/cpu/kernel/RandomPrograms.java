package dev.sluice.backend.cpu.kernel;

import dev.sluice.Complex;
import dev.sluice.DType;
import dev.sluice.DTypeException;
import dev.sluice.Scalar;
import dev.sluice.expression.BinaryOperator;
import dev.sluice.expression.Expression;
import dev.sluice.expression.UnaryOperator;
import dev.sluice.spi.MapProgram;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Random expression trees over all types. */
final class RandomPrograms {
    private static final List<DType> TYPES = List.of(DType.values());
    /** Lanes compute these to the last bit or two; in a tree, a comparison or a cast would make that visible. */
    private static final Set<? extends Enum<?>> APPROXIMATE = Set.of(
            UnaryOperator.EXP,
            UnaryOperator.LOG,
            UnaryOperator.SIN,
            UnaryOperator.COS,
            UnaryOperator.TAN,
            UnaryOperator.SINH,
            UnaryOperator.COSH,
            UnaryOperator.TANH,
            UnaryOperator.ASIN,
            UnaryOperator.ACOS,
            UnaryOperator.ATAN,
            UnaryOperator.EXPM1,
            UnaryOperator.LOG1P,
            UnaryOperator.LOG10,
            UnaryOperator.CBRT,
            BinaryOperator.POWER,
            BinaryOperator.ATAN2,
            BinaryOperator.HYPOT);

    private static final List<UnaryOperator> UNARY = Stream.of(UnaryOperator.values())
            .filter(o -> !APPROXIMATE.contains(o))
            .toList();
    private static final List<BinaryOperator> BINARY = Stream.of(BinaryOperator.values())
            .filter(o -> !APPROXIMATE.contains(o))
            .toList();

    private final RandomGenerator random;
    private final List<DType> inputs;
    private final List<DType> parameters;
    private final boolean index;

    private RandomPrograms(RandomGenerator random, boolean index) {
        this.random = random;
        this.index = index;
        this.inputs = types(1 + random.nextInt(3));
        this.parameters = types(random.nextInt(3));
    }

    static MapProgram map(RandomGenerator random) {
        RandomPrograms r = new RandomPrograms(random, true);
        List<Expression> outputs = IntStream.range(0, 1 + random.nextInt(2))
                .mapToObj(i -> r.stored(r.tree(1 + random.nextInt(4))))
                .toList();
        return new MapProgram(outputs, r.inputs, r.parameters);
    }

    /** Whether an expression is a function that lanes compute to the last bit or two. */
    static boolean isApproximate(Expression expression) {
        return switch (expression) {
            case Expression.Unary e -> APPROXIMATE.contains(e.operator());
            case Expression.Binary e -> APPROXIMATE.contains(e.operator());
            default -> false;
        };
    }

    /** One operator on inputs as they are. */
    static Stream<MapProgram> everyOperator() {
        return TYPES.stream().flatMap(type -> {
            Stream<Expression> unary = Stream.of(UnaryOperator.values())
                    .flatMap(o -> attempt(() -> Expression.unary(o, Expression.input(0, type))));
            Stream<Expression> binary = Stream.of(BinaryOperator.values())
                    .flatMap(o ->
                            attempt(() -> Expression.binary(o, Expression.input(0, type), Expression.input(1, type))));
            Stream<Expression> casts =
                    TYPES.stream().map(to -> Expression.input(0, type).cast(to)).flatMap(Stream::of);
            return Stream.of(unary, binary, casts)
                    .flatMap(s -> s)
                    .map(e -> MapProgram.of(e, List.of(type, type), List.of()));
        });
    }

    private static Stream<Expression> attempt(java.util.function.Supplier<Expression> expression) {
        try {
            return Stream.of(expression.get());
        } catch (DTypeException e) {
            return Stream.empty();
        }
    }

    private List<DType> types(int count) {
        return IntStream.range(0, count).mapToObj(i -> any(TYPES)).toList();
    }

    private <T> T any(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    private Expression stored(Expression e) {
        return random.nextInt(4) == 0 ? e.cast(any(TYPES)) : e;
    }

    private Expression tree(int depth) {
        Optional<Expression> found = Optional.empty();
        while (found.isEmpty()) {
            // Not every operator is defined for every type: then draw again.
            found = attempt(() -> depth == 0 ? leaf() : node(depth)).findAny();
        }
        return found.get();
    }

    private Expression node(int depth) {
        return switch (random.nextInt(12)) {
            case 0, 1, 2 -> Expression.unary(any(UNARY), tree(depth - 1));
            case 3, 4, 5, 6, 7 -> Expression.binary(any(BINARY), tree(depth - 1), tree(depth - 1));
            case 8 -> tree(depth - 1).cast(any(TYPES));
            case 9 -> Expression.select(tree(depth - 1), tree(depth - 1), tree(depth - 1));
            case 10 -> {
                DType part = random.nextBoolean() ? DType.F32 : DType.F64;
                yield new Expression.MakeComplex(
                        tree(depth - 1).cast(part), tree(depth - 1).cast(part));
            }
            default -> {
                Expression word = tree(depth - 1).cast(DType.I64);
                yield new Expression.Philox(word, leaf().cast(DType.I64));
            }
        };
    }

    private Expression leaf() {
        int kind = random.nextInt(8);
        if (kind == 0 && !parameters.isEmpty()) {
            int i = random.nextInt(parameters.size());
            return Expression.parameter(i, parameters.get(i));
        }
        if (kind == 1) {
            return constant();
        }
        if (kind == 2 && index) {
            return Expression.index();
        }
        int i = random.nextInt(inputs.size());
        return Expression.input(i, inputs.get(i));
    }

    private Expression constant() {
        return switch (random.nextInt(4)) {
            case 0 -> Expression.constant(Scalar.of(random.nextBoolean()), any(TYPES));
            case 1 -> Expression.constant(Scalar.of(random.nextLong(-5, 6)), any(TYPES.subList(1, TYPES.size())));
            case 2 -> Expression.constant(Scalar.of(random.nextInt(-8, 8) * 0.25), any(TYPES.subList(3, TYPES.size())));
            default ->
                Expression.constant(
                        Scalar.of(new Complex(random.nextInt(4), -0.5)), random.nextBoolean() ? DType.C64 : DType.C128);
        };
    }
}
