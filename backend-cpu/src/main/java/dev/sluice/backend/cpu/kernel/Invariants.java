package dev.sluice.backend.cpu.kernel;

import dev.sluice.expression.Expression;
import dev.sluice.spi.MapProgram;
import java.util.ArrayList;
import java.util.List;

/** Finds what a loop can compute before it begins. */
final class Invariants {
    private Invariants() {}

    /** The largest subexpressions that depend on no element. */
    static List<Expression> of(MapProgram program) {
        List<Expression> found = new ArrayList<>();
        program.outputs().forEach(output -> collect(output, found));
        return found;
    }

    private static void collect(Expression expression, List<Expression> found) {
        if (isInvariant(expression)) {
            found.add(expression);
        } else {
            MapProgram.children(expression).forEach(child -> collect(child, found));
        }
    }

    private static boolean isInvariant(Expression expression) {
        return switch (expression) {
            case Expression.Input e -> false;
            case Expression.Index e -> false;
            case Expression.Constant e -> true;
            case Expression.Parameter e -> true;
            default -> MapProgram.children(expression).stream().allMatch(Invariants::isInvariant);
        };
    }
}
