package dev.sluice.backend.cuda.kernel;

import dev.sluice.DType;
import dev.sluice.expression.Expression;
import dev.sluice.spi.MapProgram;
import java.util.Collection;

/**
 * What the shape of a kernel depends on.
 *
 * @param complex whether any value is complex
 * @param costly whether any function needs many instructions, so that a thread has enough to do with few elements
 */
record ProgramTraits(boolean complex, boolean costly) {
    static ProgramTraits of(Collection<Expression> expressions) {
        ProgramTraits traits = new ProgramTraits(false, false);
        for (Expression expression : expressions) {
            traits = traits.with(expression);
        }
        return traits;
    }

    private ProgramTraits with(Expression expression) {
        ProgramTraits traits =
                new ProgramTraits(complex || expression.type().isComplex(), costly || isCostly(expression));
        for (Expression child : MapProgram.children(expression)) {
            traits = traits.with(child);
        }
        return traits;
    }

    private static boolean isCostly(Expression expression) {
        return switch (expression) {
            case Expression.Philox unused -> true;
            case Expression.Unary unary ->
                switch (unary.operator()) {
                    case NEGATE, FLOOR, CEIL, RINT, CONJ, REAL, IMAG, SQUARE, ABS_SQUARED, NOT, IS_NAN, IS_FINITE ->
                        false;
                    case ABS, SIGN -> unary.operand().type().isComplex();
                    case SQRT, RECIPROCAL -> unary.operand().type() != DType.F32;
                    default -> true;
                };
            case Expression.Binary binary ->
                switch (binary.operator()) {
                    case POWER, ATAN2, HYPOT -> true;
                    case DIVIDE -> binary.type() != DType.F32;
                    default -> false;
                };
            default -> false;
        };
    }
}
