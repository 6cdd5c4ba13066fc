package dev.sluice.backend.cpu.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.Complex;
import dev.sluice.DType;
import dev.sluice.DTypeException;
import dev.sluice.Scalar;
import dev.sluice.Scope;
import dev.sluice.ShapeException;
import dev.sluice.Sluice;
import dev.sluice.SluiceOptions;
import dev.sluice.Tensor;
import dev.sluice.spi.scalar.Philox4x64;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CreationTest {
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

    @ParameterizedTest
    @EnumSource
    void zerosOnesAndTheIdentityExistForEveryType(DType type) {
        assertThat(sluice.zeros(type, 2).cast(DType.F64).toDoubleArray()).containsExactly(0, 0);
        assertThat(sluice.ones(type, 2).cast(DType.F64).toDoubleArray()).containsExactly(1, 1);
        assertThat(sluice.eye(type, 2, 3).cast(DType.F64).toDoubleArray()).containsExactly(1, 0, 0, 0, 1, 0);
        assertThat(sluice.zeros(type, 0, 3).shape().elements()).isZero();
    }

    @Test
    void rangesExcludeTheirEnd() {
        assertThat(sluice.arange(4).toLongArray()).containsExactly(0, 1, 2, 3);
        assertThat(sluice.arange(-4).shape().elements()).isZero();
        assertThat(sluice.arange(DType.F64, 1, 2, 0.25).toDoubleArray()).containsExactly(1, 1.25, 1.5, 1.75);
        assertThat(sluice.arange(DType.I32, 5, 0, -2).toLongArray()).containsExactly(5, 3, 1);
        assertThat(sluice.arange(DType.F64, 0, -1, 1).shape().elements()).isZero();
        assertThatThrownBy(() -> sluice.arange(DType.F64, 0, 1, 0)).isInstanceOf(ShapeException.class);
    }

    @Test
    void largeIntegerRangesAreExact() {
        double start = 0x1p60;
        assertThat(sluice.arange(DType.I64, start, start + 512, 256).toLongArray())
                .containsExactly(1L << 60, (1L << 60) + 256);
    }

    @Test
    void equallySpacedNumbersIncludeBothEndsExactly() {
        double[] third = sluice.linspace(DType.F64, 0, 1, 4).toDoubleArray();
        assertThat(third[0]).isZero();
        assertThat(third[3]).isEqualTo(1);
        assertThat(third[1]).isCloseTo(1.0 / 3, within(1e-16));
        assertThat(sluice.linspace(DType.F32, 3, 9, 1).toDoubleArray()).containsExactly(3);
        assertThat(sluice.linspace(DType.F64, 3, 9, 0).shape().elements()).isZero();
    }

    @Test
    void uniformNumbersAreTheUpperBitsOfTheGeneratorsWords() {
        double[] doubles = sluice.uniform(DType.F64, 42, 3, 5).toDoubleArray();
        float[] floats = sluice.uniform(DType.F32, 42, 15).toFloatArray();
        double[] complex = sluice.uniform(DType.C128, 42, 4).toDoubleArray();
        for (int word = 0; word < 15; word++) {
            assertThat(doubles[word]).isEqualTo((Philox4x64.word(word, 42) >>> 11) * 0x1p-53);
            assertThat(floats[word]).isEqualTo((Philox4x64.word(word, 42) >>> 40) * 0x1p-24f);
        }
        assertThat(complex).isEqualTo(Arrays.copyOf(doubles, 8));
    }

    @ParameterizedTest
    @EnumSource(names = {"F16", "BF16", "F32", "F64"})
    void uniformNumbersNeverReachOne(DType type) {
        double greatest = sluice.uniform(type, 7, 100_000).max().item();
        assertThat(greatest).isLessThan(1).isGreaterThan(0.99);
    }

    @Test
    void normalNumbersHaveMeanZeroAndVarianceOneInEachPart() {
        Tensor normal = sluice.normal(DType.F64, 3, 200_000);
        assertThat(normal.mean().item()).isCloseTo(0, within(0.01));
        assertThat(normal.square().mean().item()).isCloseTo(1, within(0.015));
        Tensor complex = sluice.normal(DType.C64, 3, 100_000);
        assertThat(complex.imag().square().mean().item()).isCloseTo(1, within(0.02));
        assertThat(complex.real().mul(complex.imag()).mean().item()).isCloseTo(0, within(0.015));
        assertThat(sluice.normal(DType.F64, 3, 10).toDoubleArray())
                .isEqualTo(Arrays.copyOf(normal.toDoubleArray(), 10));
    }

    @Test
    void randomIntegersAreRefused() {
        assertThatThrownBy(() -> sluice.uniform(DType.I32, 1, 3)).isInstanceOf(DTypeException.class);
    }

    @Test
    void arraysGiveTheirElementsInRowMajorOrder() {
        assertThat(sluice.of(new int[] {1, 2, 3, 4, 5, 6}, 2, 3).getLong(1, 0)).isEqualTo(4);
        assertThat(sluice.of(new boolean[] {true, false}).toBooleanArray()).containsExactly(true, false);
        assertThat(sluice.ofComplex(new float[] {1, 2, 3, 4}).getComplex(1)).isEqualTo(new Complex(3, 4));
        assertThat(sluice.of(new long[0]).shape().extents()).containsExactly(0);
        assertThatThrownBy(() -> sluice.of(new double[5], 2, 3))
                .isInstanceOf(ShapeException.class)
                .hasMessageContaining("5 elements")
                .hasMessageContaining("[2,3]");
    }

    @Test
    void aValueThatTheTypeCannotHoldIsRefused() {
        assertThatThrownBy(() -> sluice.full(DType.F64, Scalar.of(Complex.ONE), 2))
                .isInstanceOf(DTypeException.class);
        assertThatThrownBy(() -> sluice.full(DType.I32, Scalar.of(1L << 40), 2))
                .isInstanceOf(DTypeException.class)
                .hasMessageContaining("1099511627776");
    }
}
