package dev.sluice.runtime.tensor;

import dev.sluice.DType;
import dev.sluice.DTypeException;
import dev.sluice.Scalar;
import dev.sluice.Shape;
import dev.sluice.expression.BinaryOperator;
import dev.sluice.expression.Expression;
import dev.sluice.expression.UnaryOperator;
import java.util.List;

/**
 * Describes tensors of random numbers. Every number is a function of the seed and of its own position, through a
 * counter-based generator, so that order and number of threads do not matter.
 */
final class RandomCreation {
    private static final int WORD_BITS = 64;

    private RandomCreation() {}

    /**
     * Uniform numbers in [0, 1): as many upper bits of a word as the significand holds, times the weight of the last.
     * Fewer bits than a wider type would be rounded from, so that 1 cannot come out.
     */
    static MapOperation uniform(TensorContext context, DType type, long seed, Shape shape) {
        requireFloating(type, "uniform");
        Expression position = Expression.index();
        Expression value;
        if (type.isComplex()) {
            DType real = type.realPart();
            Expression word = product(position, 2);
            value = new Expression.MakeComplex(
                    uniform(word, real).cast(real), uniform(sum(word, 1), real).cast(real));
        } else {
            value = uniform(position, type).cast(type);
        }
        return IndexedCreation.create(context, value, List.of(DType.I64), new long[] {seed}, shape);
    }

    /**
     * Normal numbers by the polar form of Box and Muller (A note on the generation of random normal deviates; 1958):
     * √(−2·ln u)·cos(2π·v) with u in (0, 1] and v in [0, 1), each from a word of its own, in double precision.
     */
    static MapOperation normal(TensorContext context, DType type, long seed, Shape shape) {
        requireFloating(type, "normal");
        Expression position = Expression.index();
        Expression value;
        if (type.isComplex()) {
            DType real = type.realPart();
            Expression draw = product(position, 2);
            value = new Expression.MakeComplex(
                    normal(draw).cast(real), normal(sum(draw, 1)).cast(real));
        } else {
            value = normal(position).cast(type);
        }
        return IndexedCreation.create(context, value, List.of(DType.I64), new long[] {seed}, shape);
    }

    private static Expression normal(Expression draw) {
        Expression word = product(draw, 2);
        Expression positive =
                Expression.binary(BinaryOperator.SUBTRACT, Expression.constant(1.0), uniform(word, DType.F64));
        Expression radius = Expression.unary(
                UnaryOperator.SQRT,
                Expression.binary(
                        BinaryOperator.MULTIPLY,
                        Expression.constant(-2.0),
                        Expression.unary(UnaryOperator.LOG, positive)));
        Expression angle = Expression.binary(
                BinaryOperator.MULTIPLY, Expression.constant(2 * Math.PI), uniform(sum(word, 1), DType.F64));
        return Expression.binary(BinaryOperator.MULTIPLY, radius, Expression.unary(UnaryOperator.COS, angle));
    }

    private static Expression uniform(Expression word, DType type) {
        int bits = significandBits(type);
        Expression random = new Expression.Philox(word, Expression.parameter(0, DType.I64));
        Expression upper = Expression.binary(
                BinaryOperator.SHIFT_RIGHT_UNSIGNED, random, Expression.constant((long) (WORD_BITS - bits)));
        DType computed = type.compute();
        Expression unit = Expression.constant(Scalar.of(Math.scalb(1.0, -bits)), computed);
        return Expression.binary(BinaryOperator.MULTIPLY, upper.cast(computed), unit);
    }

    private static int significandBits(DType type) {
        return switch (type) {
            case F16 -> 11;
            case BF16 -> 8;
            case F32 -> 24;
            default -> 53;
        };
    }

    private static Expression product(Expression word, long factor) {
        return Expression.binary(BinaryOperator.MULTIPLY, word, Expression.constant(factor));
    }

    private static Expression sum(Expression word, long term) {
        return Expression.binary(BinaryOperator.ADD, word, Expression.constant(term));
    }

    private static void requireFloating(DType type, String distribution) {
        if (!type.isFloating()) {
            throw new DTypeException(
                    distribution + " numbers of type " + type + " do not exist; ask for a floating-point type");
        }
    }
}
