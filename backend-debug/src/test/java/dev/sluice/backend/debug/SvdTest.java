package dev.sluice.backend.debug;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.DType;
import dev.sluice.spi.SvdProblem.Vectors;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class SvdTest {
    private static final long SEED = 7;

    static Stream<Arguments> cases() {
        List<Arguments> cases = new ArrayList<>();
        for (DType type : List.of(DType.F32, DType.F64, DType.C64, DType.C128)) {
            for (Vectors vectors : Vectors.values()) {
                for (int[] shape : new int[][] {{1, 1}, {4, 4}, {6, 3}, {3, 6}, {1, 5}, {7, 1}}) {
                    cases.add(Arguments.of(type, vectors, shape[0], shape[1]));
                }
            }
        }
        return cases.stream();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void decomposes(DType type, Vectors vectors, int m, int n) {
        double[] a = random(m * n * Typed.width(type));
        check(type, vectors, m, n, a);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void decomposesMatricesOfRankOneWithCompleteBases(DType type, Vectors vectors, int m, int n) {
        int width = Typed.width(type);
        double[] column = random(m * width);
        double[] a = new double[m * n * width];
        for (int k = 0; k < n; k++) {
            for (int row = 0; row < m * width; row++) {
                a[k * m * width + row] = (k + 1) * column[row];
            }
        }
        check(type, vectors, m, n, a);
    }

    @Test
    void reportsThatNaNDoesNotConverge() {
        try (World world = World.open()) {
            LinearAlgebra.Svd svd =
                    new LinearAlgebra(world).svd(DType.F64, Vectors.THIN, 2, 2, new double[] {1, Double.NaN, 2, 3});
            assertThat(svd.info()).isPositive();
        }
    }

    @Test
    void survivesExtremeScales() {
        try (World world = World.open()) {
            LinearAlgebra algebra = new LinearAlgebra(world);
            for (double scale : new double[] {1e300, 1e-300, 0x1p-1070, 0}) {
                LinearAlgebra.Svd svd =
                        algebra.svd(DType.F64, Vectors.NONE, 2, 2, new double[] {3 * scale, 0, 0, 4 * scale});
                assertThat(svd.s()).containsExactly(4 * scale, 3 * scale);
            }
        }
    }

    private static double[] random(int count) {
        SplittableRandom random = new SplittableRandom(SEED);
        return random.doubles(count, -1, 1).toArray();
    }

    private static void check(DType type, Vectors vectors, int m, int n, double[] a) {
        try (World world = World.open()) {
            LinearAlgebra.Svd svd = new LinearAlgebra(world).svd(type, vectors, m, n, a);
            double tolerance = type.realPart() == DType.F32 ? 1e-5 : 1e-13;
            int p = Math.min(m, n);
            assertThat(svd.info()).isZero();
            assertThat(svd.s()).isSortedAccordingTo((x, y) -> Double.compare(y, x));
            assertThat(svd.s()[p - 1]).isNotNegative();
            assertThat(squares(svd.s())).isCloseTo(squares(a), within(10 * tolerance * (1 + squares(a))));
            if (vectors == Vectors.NONE) {
                return;
            }
            int width = Typed.width(type);
            int left = vectors == Vectors.FULL ? m : p;
            int right = vectors == Vectors.FULL ? n : p;
            requireOrthonormalColumns(svd.u(), m, left, width, tolerance);
            requireOrthonormalColumns(conjugateTransposed(svd.vt(), right, n, width), n, right, width, tolerance);
            for (int column = 0; column < n; column++) {
                for (int row = 0; row < m; row++) {
                    double re = 0;
                    double im = 0;
                    for (int k = 0; k < p; k++) {
                        double[] x = at(svd.u(), m, row, k, width);
                        double[] y = at(svd.vt(), right, k, column, width);
                        re += svd.s()[k] * (x[0] * y[0] - x[1] * y[1]);
                        im += svd.s()[k] * (x[0] * y[1] + x[1] * y[0]);
                    }
                    double[] expected = at(a, m, row, column, width);
                    assertThat(re).isCloseTo(expected[0], within(100 * tolerance));
                    assertThat(im).isCloseTo(expected[1], within(100 * tolerance));
                }
            }
        }
    }

    private static double squares(double[] parts) {
        double sum = 0;
        for (double part : parts) {
            sum += part * part;
        }
        return sum;
    }

    private static double[] at(double[] parts, int rows, int row, int column, int width) {
        int index = (column * rows + row) * width;
        return new double[] {parts[index], width == 2 ? parts[index + 1] : 0};
    }

    private static double[] conjugateTransposed(double[] parts, int rows, int columns, int width) {
        double[] result = new double[parts.length];
        for (int column = 0; column < columns; column++) {
            for (int row = 0; row < rows; row++) {
                double[] element = at(parts, rows, row, column, width);
                result[(row * columns + column) * width] = element[0];
                if (width == 2) {
                    result[(row * columns + column) * width + 1] = -element[1];
                }
            }
        }
        return result;
    }

    private static void requireOrthonormalColumns(double[] parts, int rows, int columns, int width, double tolerance) {
        for (int p = 0; p < columns; p++) {
            for (int q = 0; q <= p; q++) {
                double re = 0;
                double im = 0;
                for (int row = 0; row < rows; row++) {
                    double[] x = at(parts, rows, row, p, width);
                    double[] y = at(parts, rows, row, q, width);
                    re += x[0] * y[0] + x[1] * y[1];
                    im += x[0] * y[1] - x[1] * y[0];
                }
                assertThat(re).isCloseTo(p == q ? 1 : 0, within(10 * tolerance));
                assertThat(im).isCloseTo(0, within(10 * tolerance));
            }
        }
    }
}
