package dev.sluice.backend.cpu.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.AccessException;
import dev.sluice.Complex;
import dev.sluice.DType;
import dev.sluice.DTypeException;
import dev.sluice.Layout;
import dev.sluice.Scalar;
import dev.sluice.Scope;
import dev.sluice.Shape;
import dev.sluice.ShapeException;
import dev.sluice.Slice;
import dev.sluice.Sluice;
import dev.sluice.SluiceOptions;
import dev.sluice.Tensor;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HostAccessTest {
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

    @Test
    void elementsAreReadAndWrittenByIndex() {
        Tensor x = sluice.zeros(DType.F64, 2, 3);
        x.set(Scalar.of(2.5), 1, -1);
        assertThat(x.get(-1, 2)).isEqualTo(2.5);
        assertThat(x.slice(Slice.every(-1)).get(0, 2)).isEqualTo(2.5);
        assertThatThrownBy(() -> x.get(2, 0)).isInstanceOf(ShapeException.class).hasMessageContaining("[2,3]");
        assertThatThrownBy(() -> x.get(1)).isInstanceOf(ShapeException.class);
    }

    @Test
    void integersAreExactAndOtherTypesAreNotReadAsIntegers() {
        long large = (1L << 60) + 1;
        assertThat(sluice.of(new long[] {large}).getLong(0)).isEqualTo(large);
        assertThatThrownBy(() -> sluice.ones(DType.F64, 1).getLong(0)).isInstanceOf(DTypeException.class);
    }

    @Test
    void complexElementsAreConjugatedByTheView() {
        Tensor x = sluice.ofComplex(new double[] {1, 2});
        assertThat(x.conj().getComplex(0)).isEqualTo(new Complex(1, -2));
        x.conj().set(Scalar.of(new Complex(5, 6)), 0);
        assertThat(x.getComplex(0)).isEqualTo(new Complex(5, -6));
        assertThatThrownBy(() -> x.get(0)).isInstanceOf(DTypeException.class).hasMessageContaining("getComplex");
    }

    @Test
    void arraysConvertAndComplexNumbersComeInPairs() {
        Tensor x = sluice.of(new double[] {1.75, -1.75});
        assertThat(x.toLongArray()).containsExactly(1, -1);
        assertThat(x.toFloatArray()).containsExactly(1.75f, -1.75f);
        assertThat(x.toBooleanArray()).containsExactly(true, true);
        assertThat(sluice.ofComplex(new float[] {1, 2}).conj().toDoubleArray()).containsExactly(1, -2);
        assertThatThrownBy(() -> sluice.ofComplex(new float[] {1, 2}).toLongArray())
                .isInstanceOf(DTypeException.class);
    }

    @Test
    void itemNeedsOneElement() {
        assertThat(sluice.ones(DType.I32, 1, 1).item()).isEqualTo(1);
        assertThatThrownBy(() -> sluice.ones(DType.I32, 2).item()).isInstanceOf(ShapeException.class);
    }

    @Test
    void aTensorOverNativeMemorySharesIt() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(ValueLayout.JAVA_DOUBLE, 6);
            try (Tensor x = sluice.of(memory, DType.F64, Layout.columnMajor(Shape.of(2, 2)), 1)) {
                x.set(Scalar.of(7.0), 1, 0);
                assertThat(memory.getAtIndex(ValueLayout.JAVA_DOUBLE, 2)).isEqualTo(7);
                memory.setAtIndex(ValueLayout.JAVA_DOUBLE, 3, 8.0);
                assertThat(x.get(0, 1)).isEqualTo(8);
            }
        }
    }

    @Test
    void aLayoutThatDoesNotFitTheMemoryIsRefused() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(ValueLayout.JAVA_DOUBLE, 6);
            assertThatThrownBy(() -> sluice.of(memory, DType.F64, Layout.rowMajor(Shape.of(3, 2)), 1))
                    .isInstanceOf(ShapeException.class)
                    .hasMessageContaining("6");
            assertThatThrownBy(() -> sluice.of(memory, DType.F64, Layout.of(Shape.of(3), -1), 1))
                    .isInstanceOf(ShapeException.class);
            assertThatThrownBy(() -> sluice.of(memory.asSlice(4), DType.F64, Layout.rowMajor(Shape.of(2)), 0))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("aligned");
        }
    }

    @Test
    void readOnlyMemoryCannotBeWritten() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(ValueLayout.JAVA_DOUBLE, 4).asReadOnly();
            try (Tensor x = sluice.of(memory, DType.F64, Layout.rowMajor(Shape.of(4)), 0)) {
                assertThatThrownBy(() -> x.slice(Slice.to(2)).fill(Scalar.of(1.0)))
                        .isInstanceOf(AccessException.class)
                        .hasMessageContaining("read-only");
                assertThat(x.segment().isReadOnly()).isTrue();
                assertThat(x.sum().item()).isZero();
            }
        }
    }

    @Test
    void aSegmentShowsTheBytesFromTheFirstToTheLastElement() {
        Tensor x = sluice.of(new double[] {1, 2, 3, 4, 5, 6});
        MemorySegment reversed = x.slice(Slice.range(4, 0, -2)).segment();
        assertThat(reversed.byteSize()).isEqualTo(3 * Double.BYTES);
        assertThat(reversed.getAtIndex(ValueLayout.JAVA_DOUBLE, 0)).isEqualTo(3);
        assertThat(x.slice(Slice.range(2, 2)).segment().byteSize()).isZero();
    }

    @Test
    void aBroadcastViewCannotBeWritten() {
        Tensor x = sluice.ones(DType.F64, 1, 3);
        assertThatThrownBy(() -> x.broadcastTo(Shape.of(2, 3)).fill(Scalar.of(1.0)))
                .isInstanceOf(ShapeException.class)
                .hasMessageContaining("more than once");
    }

    @Test
    void scalarsAdaptToThePrecisionOfTheTensor() {
        assertThat(sluice.ones(DType.F32, 1).add(0.5).dtype()).isEqualTo(DType.F32);
        assertThat(sluice.ones(DType.I32, 1).add(0.5).dtype()).isEqualTo(DType.F64);
        assertThat(sluice.ones(DType.F32, 1).mul(new Complex(0, 1)).dtype()).isEqualTo(DType.C64);
        assertThat(sluice.ones(DType.F16, 1).add(1).dtype()).isEqualTo(DType.F32);
        assertThat(sluice.of(new int[] {7}).div(2).item()).isEqualTo(3.5);
    }

    @Test
    void aTensorUpdatedInPlaceKeepsItsType() {
        Tensor x = sluice.of(new int[] {1, 2});
        assertThatThrownBy(() -> x.scale(Scalar.of(2.5))).isInstanceOf(DTypeException.class);
        assertThatThrownBy(() -> x.axpy(Scalar.of(1L), sluice.ones(DType.F64, 2)))
                .isInstanceOf(DTypeException.class);
        assertThat(x.scale(Scalar.of(3L)).toLongArray()).containsExactly(3, 6);
        Tensor half = sluice.ones(DType.BF16, 2).axpy(Scalar.of(0.5), sluice.ones(DType.F16, 2));
        assertThat(half.dtype()).isEqualTo(DType.BF16);
        assertThat(half.toDoubleArray()).containsExactly(1.5, 1.5);
    }

    @Test
    void textShowsTypeShapeDeviceAndTheEnds() {
        assertThat(sluice.arange(9).toString()).isEqualTo("I64[9] on cpu:0 [0, 1, 2, …, 6, 7, 8]");
        assertThat(sluice.ofComplex(new float[] {1, -2}).toString()).isEqualTo("C64[1] on cpu:0 [1.0-2.0i]");
        assertThat(sluice.zeros(DType.F64, 0, 3).toString()).isEqualTo("F64[0,3] on cpu:0 []");
    }
}
