package dev.sluice.spi.scalar;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class ComplexFunctionsTest {
    /** Relative to the modulus; the worst of many random arguments was 7·10⁻¹⁶. */
    private static final double TOLERANCE = 2e-15;

    @Test
    void everyFunctionHasItsTabulatedValuesSpecialOnesAndBranchCutsIncluded()
            throws IOException, ReflectiveOperationException {
        try (BufferedReader table = new BufferedReader(new InputStreamReader(
                Objects.requireNonNull(getClass().getResourceAsStream("complex-functions.txt")),
                StandardCharsets.UTF_8))) {
            for (String line = table.readLine(); line != null; line = table.readLine()) {
                if (!line.startsWith("#")) {
                    check(line);
                }
            }
        }
    }

    private static void check(String line) throws ReflectiveOperationException {
        String[] fields = line.split(" ", -1);
        double x = Double.parseDouble(fields[1]);
        double y = Double.parseDouble(fields[2]);
        double re = call(fields[0] + "Re", x, y);
        double im = call(fields[0] + "Im", x, y);
        double expectedRe = Double.parseDouble(fields[3].replace("~", ""));
        double expectedIm = Double.parseDouble(fields[4].replace("~", ""));
        double modulus = Math.max(finite(expectedRe), finite(expectedIm));
        checkPart(line + ", real", re, expectedRe, fields[3].startsWith("~"), modulus);
        checkPart(line + ", imaginary", im, expectedIm, fields[4].startsWith("~"), modulus);
    }

    private static double finite(double x) {
        return Double.isFinite(x) ? Math.abs(x) : 0;
    }

    private static void checkPart(String name, double actual, double expected, boolean openSign, double modulus) {
        if (openSign) {
            assertThat((Double) Math.abs(actual)).as(name).isEqualTo((Double) Math.abs(expected));
        } else if (!Double.isFinite(expected) || expected == 0) {
            assertThat((Double) actual).as(name).isEqualTo((Double) expected);
        } else {
            double bound = TOLERANCE * modulus;
            assertThat(actual).as(name).isBetween(expected - bound, expected + bound);
        }
    }

    private static double call(String function, double x, double y) throws ReflectiveOperationException {
        return (double) C128Operators.class
                .getMethod(function, double.class, double.class)
                .invoke(null, x, y);
    }

    @Test
    void quotientsAndModuliDoNotOverflowOnTheWay() {
        assertThat(ComplexFunctions.abs(3e300, 4e300)).isEqualTo(5e300);
        assertThat(ComplexFunctions.divideRe(1e300, 1e300, 1e300, 1e300)).isEqualTo(1);
        assertThat(ComplexFunctions.divideIm(1e300, 1e300, 1e300, 1e300)).isEqualTo(0);
        assertThat(ComplexFunctions.reciprocalRe(1e300, 0)).isEqualTo(1e-300);
    }

    @Test
    void smallIntegerPowersAreProducts() {
        assertThat(ComplexFunctions.powerRe(1, 2, 3, 0)).isEqualTo(-11);
        assertThat(ComplexFunctions.powerIm(1, 2, 3, 0)).isEqualTo(-2);
        assertThat(ComplexFunctions.powerRe(0, 1, -2, 0)).isEqualTo(-1);
    }

    @Test
    void zeroToAPowerIsOneZeroOrNothing() {
        assertThat(ComplexFunctions.powerRe(0, 0, 0, 0)).isEqualTo(1);
        assertThat(ComplexFunctions.powerRe(0, 0, 2.5, 1)).isEqualTo(0);
        assertThat(ComplexFunctions.powerRe(0, 0, -1, 0)).isNaN();
    }
}
