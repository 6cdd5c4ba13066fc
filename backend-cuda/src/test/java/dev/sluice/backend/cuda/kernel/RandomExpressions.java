package dev.sluice.backend.cuda.kernel;

import dev.sluice.Complex;
import dev.sluice.DType;
import dev.sluice.DTypeException;
import dev.sluice.Scalar;
import dev.sluice.expression.BinaryOperator;
import dev.sluice.expression.Expression;
import dev.sluice.expression.UnaryOperator;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Expression trees over every type and operator. */
final class RandomExpressions {
    private static final List<DType> TYPES = List.of(DType.values());

    private final Random random;
    private final List<DType> inputs;
    private final List<DType> parameters;

    RandomExpressions(long seed, List<DType> inputs, List<DType> parameters) {
        this.random = new Random(seed);
        this.inputs = inputs;
        this.parameters = parameters;
    }

    /** A tree of some type. */
    Expression tree(int depth) {
        if (depth == 0) {
            return leaf();
        }
        return switch (random.nextInt(8)) {
            case 0, 1 -> unary(tree(depth - 1));
            case 2, 3, 4 -> binary(tree(depth - 1), tree(depth - 1));
            case 5 -> tree(depth - 1).cast(type());
            case 6 -> Expression.select(tree(depth - 1).cast(DType.BOOL), tree(depth - 1), tree(depth - 1));
            default -> {
                DType part = random.nextBoolean() ? DType.F32 : DType.F64;
                yield new Expression.MakeComplex(
                        tree(depth - 1).cast(part), tree(depth - 1).cast(part));
            }
        };
    }

    private DType type() {
        return TYPES.get(random.nextInt(TYPES.size()));
    }

    private Expression leaf() {
        return switch (random.nextInt(5)) {
            case 0 -> {
                int index = random.nextInt(parameters.size());
                yield Expression.parameter(index, parameters.get(index));
            }
            case 1 -> Expression.index();
            case 2 -> new Expression.Philox(Expression.index(), Expression.constant(random.nextLong()));
            case 3 -> constant(type());
            default -> {
                int index = random.nextInt(inputs.size());
                yield Expression.input(index, inputs.get(index));
            }
        };
    }

    private Expression constant(DType type) {
        return Expression.constant(
                switch (type.kind()) {
                    case BOOL -> Scalar.of(random.nextBoolean());
                    case INTEGER -> Scalar.of((long) random.nextInt());
                    case REAL -> Scalar.of(random.nextGaussian());
                    case COMPLEX -> Scalar.of(new Complex(random.nextGaussian(), random.nextGaussian()));
                },
                type);
    }

    private Expression unary(Expression operand) {
        List<UnaryOperator> defined = new ArrayList<>();
        for (UnaryOperator operator : UnaryOperator.values()) {
            if (isDefined(operator, operand.type())) {
                defined.add(operator);
            }
        }
        return Expression.unary(defined.get(random.nextInt(defined.size())), operand);
    }

    private Expression binary(Expression left, Expression right) {
        DType promoted = DType.promote(left.type(), right.type());
        List<BinaryOperator> defined = new ArrayList<>();
        for (BinaryOperator operator : BinaryOperator.values()) {
            if (isDefined(operator, promoted)) {
                defined.add(operator);
            }
        }
        return Expression.binary(defined.get(random.nextInt(defined.size())), left, right);
    }

    /** Whether an operator can be applied to a type. */
    static boolean isDefined(UnaryOperator operator, DType type) {
        try {
            DType unused = operator.operandType(type);
            return true;
        } catch (DTypeException e) {
            return false;
        }
    }

    /** Whether an operator can be applied to two operands that promote to a type. */
    static boolean isDefined(BinaryOperator operator, DType promoted) {
        try {
            DType unused = operator.operandType(promoted);
            return true;
        } catch (DTypeException e) {
            return false;
        }
    }
}
