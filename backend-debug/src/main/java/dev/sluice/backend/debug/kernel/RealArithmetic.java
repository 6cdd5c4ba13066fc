package dev.sluice.backend.debug.kernel;

import dev.sluice.DType;
import dev.sluice.backend.debug.Defect;
import dev.sluice.expression.BinaryOperator;
import dev.sluice.expression.UnaryOperator;
import dev.sluice.spi.scalar.RealFunctions;
import java.util.Set;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;

/**
 * Operators on reals. Single precision is computed in double precision and rounded once, which for the four basic
 * operations and the square root gives the correctly rounded result.
 */
final class RealArithmetic {
    private RealArithmetic() {}

    static RealValue unary(UnaryOperator operator, DType type, RealValue x) {
        DoubleUnaryOperator function = function(operator);
        return c -> Elements.round(type, function.applyAsDouble(x.at(c)));
    }

    private static DoubleUnaryOperator function(UnaryOperator operator) {
        return switch (operator) {
            case NEGATE -> x -> -x;
            case ABS -> Math::abs;
            case SQRT -> Math::sqrt;
            case EXP -> Math::exp;
            case LOG -> Math::log;
            case SIN -> Math::sin;
            case COS -> Math::cos;
            case TAN -> Math::tan;
            case TANH -> Math::tanh;
            case SINH -> Math::sinh;
            case COSH -> Math::cosh;
            case ASIN -> Math::asin;
            case ACOS -> Math::acos;
            case ATAN -> Math::atan;
            case FLOOR -> Math::floor;
            case CEIL -> Math::ceil;
            case RINT -> Math::rint;
            case SIGN -> RealFunctions::sign;
            case CONJ, REAL -> x -> x;
            case IMAG -> x -> 0;
            case ANGLE -> RealFunctions::angle;
            case SQUARE, ABS_SQUARED -> x -> x * x;
            case RECIPROCAL -> x -> 1 / x;
            case EXPM1 -> Math::expm1;
            case LOG1P -> Math::log1p;
            case LOG2 -> RealFunctions::log2;
            case LOG10 -> Math::log10;
            case CBRT -> Math::cbrt;
            case NOT, IS_NAN, IS_FINITE -> throw new IllegalStateException(operator + " gives no real");
        };
    }

    static IntegerValue predicate(UnaryOperator operator, RealValue x) {
        return switch (operator) {
            case NOT -> c -> x.at(c) == 0 ? 1 : 0;
            case IS_NAN -> c -> Double.isNaN(x.at(c)) ? 1 : 0;
            case IS_FINITE -> c -> Double.isFinite(x.at(c)) ? 1 : 0;
            default -> throw new IllegalStateException(operator + " gives no truth value");
        };
    }

    static RealValue binary(BinaryOperator operator, DType type, RealValue x, RealValue y, Set<Defect> defects) {
        DoubleBinaryOperator function = defects.contains(Defect.MINIMUM_IGNORES_NAN)
                ? withoutNaN(operator, function(operator))
                : function(operator);
        return c -> Elements.round(type, function.applyAsDouble(x.at(c), y.at(c)));
    }

    private static DoubleBinaryOperator function(BinaryOperator operator) {
        return switch (operator) {
            case ADD -> Double::sum;
            case SUBTRACT -> (x, y) -> x - y;
            case MULTIPLY -> (x, y) -> x * y;
            case DIVIDE -> (x, y) -> x / y;
            case MINIMUM -> Math::min;
            case MAXIMUM -> Math::max;
            case POWER -> RealFunctions::power;
            case ATAN2 -> Math::atan2;
            case HYPOT -> Math::hypot;
            default -> throw new IllegalStateException(operator + " gives no real");
        };
    }

    private static DoubleBinaryOperator withoutNaN(BinaryOperator operator, DoubleBinaryOperator function) {
        return operator == BinaryOperator.MINIMUM || operator == BinaryOperator.MAXIMUM
                ? (x, y) -> Double.isNaN(x) ? y : Double.isNaN(y) ? x : function.applyAsDouble(x, y)
                : function;
    }

    static IntegerValue comparison(BinaryOperator operator, RealValue x, RealValue y) {
        return switch (operator) {
            case LESS -> c -> x.at(c) < y.at(c) ? 1 : 0;
            case LESS_EQUAL -> c -> x.at(c) <= y.at(c) ? 1 : 0;
            case GREATER -> c -> x.at(c) > y.at(c) ? 1 : 0;
            case GREATER_EQUAL -> c -> x.at(c) >= y.at(c) ? 1 : 0;
            case EQUAL -> c -> x.at(c) == y.at(c) ? 1 : 0;
            case NOT_EQUAL -> c -> x.at(c) != y.at(c) ? 1 : 0;
            default -> throw new IllegalStateException(operator + " is no comparison");
        };
    }
}
