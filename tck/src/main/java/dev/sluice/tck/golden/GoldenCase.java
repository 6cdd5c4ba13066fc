package dev.sluice.tck.golden;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One case: an operation, how its stored operands are viewed, and how closely the result must agree.
 *
 * @param name the case, and the prefix of its arrays in the archive
 * @param family the family, and the name of the archive
 * @param operation the operation's name
 * @param arguments further arguments by name
 * @param views the view recipe of each operand
 * @param relativeTolerance the relative tolerance; with an absolute one of zero too, equality bit for bit
 * @param absoluteTolerance the absolute tolerance
 */
public record GoldenCase(
        String name,
        String family,
        String operation,
        Map<String, @Nullable Object> arguments,
        List<String> views,
        double relativeTolerance,
        double absoluteTolerance) {

    static GoldenCase of(Map<String, @Nullable Object> json) {
        return new GoldenCase(
                String.valueOf(json.get("case")),
                String.valueOf(json.get("family")),
                String.valueOf(json.get("op")),
                GoldenDirectory.asMap(json.get("args")),
                GoldenDirectory.asList(json.get("views")).stream()
                        .map(String::valueOf)
                        .toList(),
                number(json.get("rtol")),
                number(json.get("atol")));
    }

    private static double number(@Nullable Object json) {
        if (json instanceof Number number) {
            return number.doubleValue();
        }
        throw new IllegalArgumentException("expected a number but found " + json);
    }

    /** The axes argument: null for all axes, else the axes. */
    int @Nullable [] axes() {
        Object axes = arguments.get("axes");
        return switch (axes) {
            case null -> null;
            case Number axis -> new int[] {axis.intValue()};
            case List<?> list ->
                list.stream().mapToInt(axis -> (int) number(axis)).toArray();
            default -> throw new IllegalArgumentException("axes " + axes + " of " + name);
        };
    }

    boolean keepAxes() {
        return Boolean.TRUE.equals(arguments.get("keepdims"));
    }
}
