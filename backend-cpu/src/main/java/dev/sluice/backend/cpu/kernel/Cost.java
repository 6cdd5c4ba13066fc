package dev.sluice.backend.cpu.kernel;

import dev.sluice.expression.Expression;
import dev.sluice.spi.MapProgram;

/** A rough estimate of how long an element takes, good enough to decide whether to wake other threads. */
final class Cost {
    private static final long OPERAND = 150;
    private static final long SIMPLE = 50;
    private static final long FUNCTION = 1_000;
    private static final long COMPLEX_FUNCTION = 50_000;
    private static final long RANDOM = 10_000;

    private Cost() {}

    /** Picoseconds for each element of a program. */
    static long of(MapProgram program) {
        long cost = OPERAND * program.operands();
        for (Expression output : program.outputs()) {
            cost += of(output);
        }
        return cost;
    }

    private static long of(Expression expression) {
        long cost = switch (expression) {
            case Expression.Unary e -> operator(e.operator(), e.operand());
            case Expression.Binary e -> operator(e.operator(), e.left());
            case Expression.Philox e -> RANDOM;
            case Expression.Cast e -> SIMPLE;
            case Expression.Select e -> SIMPLE;
            default -> 0;
        };
        for (Expression child : MapProgram.children(expression)) {
            cost += of(child);
        }
        return cost;
    }

    private static long operator(Enum<?> operator, Expression operand) {
        return switch (operator.name()) {
            case "EXP",
                    "LOG",
                    "SIN",
                    "COS",
                    "TAN",
                    "SINH",
                    "COSH",
                    "TANH",
                    "ASIN",
                    "ACOS",
                    "ATAN",
                    "EXPM1",
                    "LOG1P",
                    "LOG2",
                    "LOG10",
                    "CBRT",
                    "POWER",
                    "ATAN2",
                    "HYPOT",
                    "ANGLE" -> operand.type().isComplex() ? COMPLEX_FUNCTION : FUNCTION;
            default -> operand.type().isComplex() ? 20 * SIMPLE : SIMPLE;
        };
    }
}
