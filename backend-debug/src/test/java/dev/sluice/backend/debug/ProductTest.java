package dev.sluice.backend.debug;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.Complex;
import dev.sluice.DType;
import dev.sluice.device.DeviceException;
import dev.sluice.spi.GemmProblem;
import dev.sluice.spi.Transpose;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ProductTest {
    private final World world = World.open("debug.mode=latest");
    private final LinearAlgebra algebra = new LinearAlgebra(world);

    @AfterEach
    void nothingIsWrongWithTheProgram() {
        assertThat(world.simulation().reports()).isEmpty();
        world.close();
    }

    private double[] gemm(DType type, Transpose transA, Transpose transB, double[] a, double[] b) {
        GemmProblem problem = LinearAlgebra.problem(type, transA, transB, 2, 2, 2, 1);
        double[] c = new double[4 * Typed.width(type)];
        return algebra.gemm(problem, Complex.ONE, a, b, Complex.ZERO, c);
    }

    @ParameterizedTest
    @EnumSource(
            value = DType.class,
            names = {"F32", "F64"})
    void multipliesColumnMajorMatricesAsTheyAreOrTransposed(DType type) {
        double[] a = {1, 2, 3, 4};
        double[] b = {5, 6, 7, 8};
        assertThat(gemm(type, Transpose.NONE, Transpose.NONE, a, b)).containsExactly(23, 34, 31, 46);
        assertThat(gemm(type, Transpose.TRANSPOSE, Transpose.NONE, a, b)).containsExactly(17, 39, 23, 53);
        assertThat(gemm(type, Transpose.NONE, Transpose.CONJUGATE_TRANSPOSE, a, b))
                .containsExactly(26, 38, 30, 44);
    }

    @ParameterizedTest
    @EnumSource(
            value = DType.class,
            names = {"C64", "C128"})
    void conjugatesOnlyWhereAskedTo(DType type) {
        double[] i = {0, 1};
        GemmProblem plain = LinearAlgebra.problem(type, Transpose.TRANSPOSE, Transpose.NONE, 1, 1, 1, 1);
        GemmProblem conjugated = LinearAlgebra.problem(type, Transpose.CONJUGATE_TRANSPOSE, Transpose.NONE, 1, 1, 1, 1);
        Complex alpha = new Complex(2, 1);
        assertThat(algebra.gemm(plain, alpha, i, i, Complex.ZERO, new double[2]))
                .containsExactly(-2, -1);
        assertThat(algebra.gemm(conjugated, alpha, i, i, new Complex(0, 1), new double[] {1, 0}))
                .containsExactly(2, 2);
    }

    @Test
    void doesNotReadCWhenBetaIsZero() {
        GemmProblem problem = LinearAlgebra.problem(DType.F64, Transpose.NONE, Transpose.NONE, 1, 1, 1, 1);
        assertThat(algebra.gemm(
                        problem, Complex.ONE, new double[] {2}, new double[] {3}, Complex.ZERO, new double[] {Double.NaN
                        }))
                .containsExactly(6);
    }

    @Test
    void scalesCWhenThereIsNothingToContract() {
        GemmProblem problem = LinearAlgebra.problem(DType.F64, Transpose.NONE, Transpose.NONE, 2, 1, 0, 1);
        assertThat(algebra.gemm(
                        problem, Complex.ONE, new double[0], new double[0], new Complex(3, 0), new double[] {1, 2}))
                .containsExactly(3, 6);
    }

    @Test
    void walksBatchesByTheirStrides() {
        GemmProblem problem = LinearAlgebra.problem(DType.F64, Transpose.NONE, Transpose.NONE, 1, 1, 1, 3);
        assertThat(algebra.gemm(
                        problem,
                        Complex.ONE,
                        new double[] {1, 2, 3},
                        new double[] {10, 20, 30},
                        Complex.ZERO,
                        new double[3]))
                .containsExactly(10, 40, 90);
    }

    @Test
    void multipliesGroupsOfDifferentShapes() {
        DType type = DType.F64;
        long first = algebra.put(type, 0);
        long second = algebra.put(type, 0, 0);
        algebra.blas()
                .gemmGrouped(
                        algebra.handle(),
                        new GemmProblem[] {
                            LinearAlgebra.problem(type, Transpose.NONE, Transpose.NONE, 1, 1, 2, 1),
                            LinearAlgebra.problem(type, Transpose.NONE, Transpose.NONE, 2, 1, 1, 1)
                        },
                        1,
                        0,
                        new long[] {algebra.put(type, 1, 2), algebra.put(type, 3, 4)},
                        new long[] {algebra.put(type, 5, 6), algebra.put(type, 7)},
                        0,
                        0,
                        new long[] {first, second});
        assertThat(algebra.get(type, first, 1)).containsExactly(17);
        assertThat(algebra.get(type, second, 2)).containsExactly(21, 28);
    }

    @Test
    void multipliesVectorsWithPositiveAndNegativeIncrements() {
        DType type = DType.F64;
        long y = algebra.put(type, 1, -1, 2);
        algebra.blas()
                .gemv(
                        algebra.handle(),
                        type,
                        Transpose.NONE,
                        2,
                        2,
                        1,
                        0,
                        algebra.put(type, 1, 2, 3, 4),
                        2,
                        algebra.put(type, 10, 1),
                        -1,
                        1,
                        0,
                        y,
                        2);
        assertThat(algebra.get(type, y, 3)).containsExactly(1 + 31, -1, 2 + 42);
    }

    @Test
    void refusesALeadingDimensionThatIsTooSmall() {
        GemmProblem problem = new GemmProblem(DType.F64, Transpose.NONE, Transpose.NONE, 3, 1, 1, 2, 1, 3, 0, 0, 0, 1);
        assertThatThrownBy(() ->
                        algebra.gemm(problem, Complex.ONE, new double[3], new double[1], Complex.ZERO, new double[3]))
                .isInstanceOf(DeviceException.class)
                .hasMessageContaining("INVALID_VALUE")
                .hasMessageContaining("lda=2");
    }

    @Test
    void takesInnerProductsWithAndWithoutConjugation() {
        double[] x = {1, 2, 3, 4};
        double[] y = {5, 6, 7, 8};
        assertThat(algebra.dot(DType.C128, false, x, y)).containsExactly(5 - 12 + 21 - 32, 6 + 10 + 24 + 28);
        assertThat(algebra.dot(DType.C128, true, x, y)).containsExactly(5 + 12 + 21 + 32, 6 - 10 + 24 - 28);
    }

    @Test
    void takesNormsThatNeitherOverflowNorVanish() {
        assertThat(algebra.norm(DType.F64, 3e300, 4e300)).isEqualTo(5e300);
        assertThat(algebra.norm(DType.F64, 3e-300, 4e-300)).isEqualTo(5e-300);
        assertThat(algebra.norm(DType.C64, 3e30, 0, 0, -4e30)).isEqualTo((double) (float) 5e30);
        assertThat(algebra.norm(DType.F64, 1, Double.NaN)).isNaN();
    }
}
