package dev.sluice.backend.cpu.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.DType;
import dev.sluice.LinearAlgebra.Svd;
import dev.sluice.Scope;
import dev.sluice.ShapeException;
import dev.sluice.Slice;
import dev.sluice.Sluice;
import dev.sluice.SluiceException;
import dev.sluice.SluiceOptions;
import dev.sluice.Tensor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FactorisationsAndNormsTest {
    private Sluice sluice;
    private Scope scope;

    @BeforeEach
    void open() {
        sluice = Sluice.open(SluiceOptions.defaults().withBackend("cpu").asIsolated());
        scope = sluice.scope();
    }

    @AfterEach
    void close() {
        scope.close();
        sluice.close();
    }

    private static void assertDecomposes(Tensor a, double tolerance) {
        Svd<Tensor> svd = a.svd();
        long rows = a.shape().extent(-2);
        long columns = a.shape().extent(-1);
        long count = Math.min(rows, columns);
        assertThat(svd.u().shape().extent(-1)).isEqualTo(count);
        assertThat(svd.vh().shape().extent(-2)).isEqualTo(count);
        assertThat(svd.s().dtype()).isEqualTo(a.dtype().floating().realPart());
        Tensor again = svd.u().mul(svd.s().unsqueeze(-2)).matmul(svd.vh());
        assertThat(again.sub(a).abs().max().item()).isLessThan(tolerance);
        Tensor gram = svd.u().adjoint().matmul(svd.u());
        for (long i = 0; i < count; i++) {
            assertThat(gram.diagonal(0, -2, -1).sub(1).abs().max().item()).isLessThan(tolerance);
        }
        double[] values = a.singularValues().toDoubleArray();
        double[] withVectors = svd.s().toDoubleArray();
        for (int i = 0; i < values.length; i++) {
            assertThat(values[i]).isCloseTo(withVectors[i], within(tolerance));
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"F32", "F64", "C64", "C128"})
    void theFactorsMultiplyToTheMatrix(DType type) {
        double tolerance = type.realPart() == DType.F32 ? 1e-5 : 1e-13;
        assertDecomposes(sluice.normal(type, 1, 5, 3), tolerance);
        assertDecomposes(sluice.normal(type, 2, 3, 5), tolerance);
        assertDecomposes(sluice.normal(type, 3, 2, 3, 4, 4), tolerance);
        assertDecomposes(sluice.normal(type, 4, 6, 8).transpose().slice(Slice.every(2)), tolerance);
        assertDecomposes(sluice.normal(type, 5, 4, 7).adjoint(), tolerance);
    }

    @Test
    void integersAreDecomposedInDoublePrecision() {
        Tensor s = sluice.of(new int[] {3, 0, 0, -4}, 2, 2).singularValues();
        assertThat(s.dtype()).isEqualTo(DType.F64);
        assertThat(s.get(0)).isCloseTo(4, within(1e-14));
        assertThat(s.get(1)).isCloseTo(3, within(1e-14));
    }

    @Test
    void anEmptyMatrixHasNoSingularValues() {
        Svd<Tensor> svd = sluice.zeros(DType.F64, 0, 3).svd();
        assertThat(svd.s().shape().extents()).containsExactly(0);
        assertThat(svd.vh().shape().extents()).containsExactly(0, 3);
    }

    @Test
    void aVectorIsNoMatrix() {
        assertThatThrownBy(() -> sluice.ones(DType.F64, 3).svd()).isInstanceOf(ShapeException.class);
    }

    @Test
    void aMatrixWithNaNGivesAnErrorOrNaNsAndNeverHangs() {
        Tensor a = sluice.ones(DType.F64, 3, 3);
        a.set(dev.sluice.Scalar.of(Double.NaN), 1, 1);
        try {
            assertThat(a.singularValues().sum().item()).isNaN();
        } catch (SluiceException e) {
            assertThat(e).hasMessageContaining("3×3");
        }
    }

    @Test
    void normsOfLargeAndTinyNumbersNeitherOverflowNorVanish() {
        double huge = 1e300;
        double tiny = 1e-300;
        Tensor x = sluice.of(new double[] {3 * huge, 4 * huge, 3 * tiny, 4 * tiny}, 2, 2);
        double[] rows = x.norm(1).toDoubleArray();
        assertThat(rows[0]).isCloseTo(5 * huge, within(1e286));
        assertThat(rows[1]).isCloseTo(5 * tiny, within(1e-314));
        assertThat(x.norm().item()).isCloseTo(5 * huge, within(1e286));
        Tensor complex = sluice.ofComplex(new double[] {3 * huge, 4 * huge}, 1, 1);
        assertThat(complex.norm(0).get(0)).isCloseTo(5 * huge, within(1e286));
        Tensor single = sluice.of(new float[] {3e38f, 0, 0});
        assertThat(single.norm().item()).isEqualTo(3e38f);
    }

    @Test
    void normsOfZeroInfinityNaNAndNothing() {
        Tensor x = sluice.of(new double[] {0, 0, Double.POSITIVE_INFINITY, 1, Double.NaN, 1}, 3, 2);
        double[] rows = x.norm(1).toDoubleArray();
        assertThat(rows[0]).isZero();
        assertThat(rows[1]).isInfinite();
        assertThat(rows[2]).isNaN();
        assertThat(sluice.zeros(DType.F64, 3, 0).norm(1).toDoubleArray()).containsExactly(0, 0, 0);
        assertThat(sluice.zeros(DType.F64, 0).norm().item()).isZero();
    }

    @Test
    void reductionsOfNothingHaveTheirIdentityOrAreRefused() {
        Tensor nothing = sluice.zeros(DType.F64, 0, 2);
        assertThat(nothing.sum(0).toDoubleArray()).containsExactly(0, 0);
        assertThat(nothing.prod().item()).isEqualTo(1);
        assertThat(nothing.all().item()).isEqualTo(1);
        assertThat(nothing.mean().item()).isNaN();
        assertThatThrownBy(() -> nothing.max(0))
                .isInstanceOf(ShapeException.class)
                .hasMessageContaining("[0,2]");
        assertThatThrownBy(nothing::argmin).isInstanceOf(ShapeException.class);
        assertThat(nothing.max(1).shape().extents()).containsExactly(0);
    }

    @Test
    void integerSumsAreLongAndIntegerMeansAreReal() {
        Tensor x = sluice.of(new int[] {Integer.MAX_VALUE, Integer.MAX_VALUE});
        assertThat(x.sum().dtype()).isEqualTo(DType.I64);
        assertThat(x.sum().getLong()).isEqualTo(2L * Integer.MAX_VALUE);
        assertThat(x.mean().dtype()).isEqualTo(DType.F64);
        assertThat(sluice.of(new boolean[] {true, true, false}).sum().getLong()).isEqualTo(2);
    }

    @Test
    void productsWithNothingToContractAreZero() {
        Tensor product = sluice.zeros(DType.C64, 3, 0).matmul(sluice.zeros(DType.F32, 0, 2));
        assertThat(product.dtype()).isEqualTo(DType.C64);
        assertThat(product.shape().extents()).containsExactly(3, 2);
        assertThat(product.abs().max().item()).isZero();
    }

    @Test
    void operandsThatDoNotFitAreNamed() {
        Tensor a = sluice.ones(DType.F64, 2, 3, 4);
        assertThatThrownBy(() -> a.matmul(sluice.ones(DType.F64, 3, 4)))
                .isInstanceOf(ShapeException.class)
                .hasMessageContaining("[2,3,4]")
                .hasMessageContaining("[3,4]");
        assertThatThrownBy(() -> a.matmul(sluice.ones(DType.F64, 3, 4, 5)))
                .isInstanceOf(ShapeException.class)
                .hasMessageContaining("do not broadcast");
        assertThatThrownBy(() -> a.matmul(sluice.ones(DType.F64))).isInstanceOf(ShapeException.class);
        assertThatThrownBy(() -> a.dot(a)).isInstanceOf(ShapeException.class);
    }
}
