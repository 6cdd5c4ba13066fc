package dev.sluice.backend.cpu.kernel;

import dev.sluice.spi.MapProgram;
import java.util.Arrays;

/** When a computed element counts as the expected one. */
final class Closeness {
    private Closeness() {}

    static boolean agree(Object[] actual, Object[] expected, MapProgram program) {
        if (program.outputs().stream().noneMatch(RandomPrograms::isApproximate)) {
            return Arrays.deepEquals(actual, expected);
        }
        for (int p = 0; p < actual.length; p++) {
            if (!agree(actual[p], expected[p])) {
                return false;
            }
        }
        return true;
    }

    private static boolean agree(Object actual, Object expected) {
        return switch (actual) {
            case Double x -> x.equals(expected) || Math.abs(x - (Double) expected) <= 4 * Math.ulp((Double) expected);
            case Float x -> x.equals(expected) || Math.abs(x - (Float) expected) <= 4 * Math.ulp((Float) expected);
            default -> actual.equals(expected);
        };
    }
}
