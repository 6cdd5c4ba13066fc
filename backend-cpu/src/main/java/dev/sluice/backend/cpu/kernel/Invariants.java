package dev.sluice.backend.cpu.kernel;

import dev.sluice.expression.Expression;
import dev.sluice.spi.MapProgram;
import java.util.ArrayList;
import java.util.List;

/** Finds what a loop can compute before it begins. */
final class Invariants {
    private Invariants() {}

    /**
     * The largest subexpressions that are the same for all elements of a row.
     *
     * @param repeated bit {@code i} says that input {@code i} is
     */
    static List<Expression> of(MapProgram program, int repeated) {
        List<Expression> found = new ArrayList<>();
        program.outputs().forEach(output -> collect(output, repeated, found));
        return found;
    }

    private static void collect(Expression expression, int repeated, List<Expression> found) {
        if (isInvariant(expression, repeated)) {
            found.add(expression);
        } else {
            MapProgram.children(expression).forEach(child -> collect(child, repeated, found));
        }
    }

    private static boolean isInvariant(Expression expression, int repeated) {
        return switch (expression) {
            case Expression.Input e -> e.index() < Integer.SIZE && (repeated >>> e.index() & 1) != 0;
            case Expression.Index e -> false;
            case Expression.Constant e -> true;
            case Expression.Parameter e -> true;
            default -> MapProgram.children(expression).stream().allMatch(child -> isInvariant(child, repeated));
        };
    }
}
