package dev.sluice.backend.debug.kernel;

import dev.sluice.DType;
import dev.sluice.backend.debug.Defect;
import dev.sluice.expression.BinaryOperator;
import dev.sluice.expression.UnaryOperator;
import dev.sluice.spi.scalar.RealFunctions;
import java.util.Set;

/** Operators on truth values and integers; 32-bit results wrap. */
final class IntegerArithmetic {
    private IntegerArithmetic() {}

    static IntegerValue unary(UnaryOperator operator, DType type, IntegerValue x) {
        return switch (operator) {
            case NEGATE -> wrap(type, c -> -x.at(c));
            case ABS -> wrap(type, c -> Math.abs(x.at(c)));
            case SIGN -> c -> RealFunctions.sign(x.at(c));
            case CONJ, REAL -> x;
            case IMAG -> c -> 0;
            case SQUARE, ABS_SQUARED -> wrap(type, c -> x.at(c) * x.at(c));
            case NOT -> c -> x.at(c) == 0 ? 1 : 0;
            case IS_NAN -> c -> 0;
            case IS_FINITE -> c -> 1;
            default -> throw new IllegalStateException(operator + " does not work in " + type);
        };
    }

    static IntegerValue binary(
            BinaryOperator operator, DType type, IntegerValue x, IntegerValue y, Set<Defect> defects) {
        boolean truth = type == DType.BOOL;
        return switch (operator) {
            case ADD -> truth ? c -> x.at(c) | y.at(c) : wrap(type, c -> x.at(c) + y.at(c));
            case SUBTRACT -> wrap(type, c -> x.at(c) - y.at(c));
            case MULTIPLY ->
                defects.contains(Defect.INTEGER_PRODUCT_TRUNCATED)
                        ? c -> (int) (x.at(c) * y.at(c))
                        : wrap(type, c -> x.at(c) * y.at(c));
            case MINIMUM -> c -> Math.min(x.at(c), y.at(c));
            case MAXIMUM -> c -> Math.max(x.at(c), y.at(c));
            case POWER ->
                type == DType.I32
                        ? c -> RealFunctions.power((int) x.at(c), (int) y.at(c))
                        : c -> RealFunctions.power(x.at(c), y.at(c));
            case LESS -> c -> x.at(c) < y.at(c) ? 1 : 0;
            case LESS_EQUAL -> c -> x.at(c) <= y.at(c) ? 1 : 0;
            case GREATER -> c -> x.at(c) > y.at(c) ? 1 : 0;
            case GREATER_EQUAL -> c -> x.at(c) >= y.at(c) ? 1 : 0;
            case EQUAL -> c -> x.at(c) == y.at(c) ? 1 : 0;
            case NOT_EQUAL -> c -> x.at(c) != y.at(c) ? 1 : 0;
            case AND -> c -> x.at(c) & y.at(c);
            case OR -> c -> x.at(c) | y.at(c);
            case XOR -> c -> x.at(c) ^ y.at(c);
            case SHIFT_LEFT -> type == DType.I32 ? c -> (int) x.at(c) << (int) y.at(c) : c -> x.at(c) << y.at(c);
            case SHIFT_RIGHT_UNSIGNED ->
                type == DType.I32 ? c -> (int) x.at(c) >>> (int) y.at(c) : c -> x.at(c) >>> y.at(c);
            case DIVIDE, ATAN2, HYPOT -> throw new IllegalStateException(operator + " does not work in " + type);
        };
    }

    private static IntegerValue wrap(DType type, IntegerValue value) {
        return type == DType.I32 ? c -> (int) value.at(c) : value;
    }
}
