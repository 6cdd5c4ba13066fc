package dev.sluice.backend.debug;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.Complex;
import dev.sluice.DType;
import dev.sluice.Scalar;
import dev.sluice.expression.BinaryOperator;
import dev.sluice.expression.Expression;
import dev.sluice.expression.UnaryOperator;
import dev.sluice.spi.MapProgram;
import dev.sluice.spi.SegmentedPlan;
import dev.sluice.spi.scalar.Philox4x64;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ElementwiseTest {
    private final World world = World.open();

    @AfterEach
    void nothingIsWrongWithTheProgram() {
        assertThat(world.simulation().reports()).isEmpty();
        world.close();
    }

    private MemorySegment map(Expression output, long count, MemorySegment... inputs) {
        MapProgram program = MapProgram.of(output, MapPrograms.inputTypes(output), List.of());
        return MapPrograms.run(world, program, World.dense(program.operands(), count), count, new long[0], inputs);
    }

    @Test
    void addsDoubles() {
        MemorySegment sum = map(
                Expression.binary(BinaryOperator.ADD, Expression.input(0, DType.F64), Expression.input(1, DType.F64)),
                3,
                MemorySegment.ofArray(new double[] {1, 2, Double.NaN}),
                MemorySegment.ofArray(new double[] {0.5, -2, 1}));
        assertThat(World.doubles(sum)).containsExactly(1.5, 0.0, Double.NaN);
    }

    @Test
    void roundsSinglePrecisionOnce() {
        MemorySegment quotient = map(
                Expression.binary(
                        BinaryOperator.DIVIDE, Expression.input(0, DType.F32), Expression.input(1, DType.F32)),
                2,
                MemorySegment.ofArray(new float[] {1, 2}),
                MemorySegment.ofArray(new float[] {3, 7}));
        assertThat(quotient.toArray(ValueLayout.JAVA_FLOAT_UNALIGNED)).containsExactly(1f / 3f, 2f / 7f);
    }

    @Test
    void wrapsIntegers() {
        MemorySegment product = map(
                Expression.binary(
                        BinaryOperator.MULTIPLY, Expression.input(0, DType.I32), Expression.input(1, DType.I32)),
                1,
                MemorySegment.ofArray(new int[] {123_456_789}),
                MemorySegment.ofArray(new int[] {987_654_321}));
        assertThat(product.get(ValueLayout.JAVA_INT_UNALIGNED, 0)).isEqualTo((int) (123_456_789L * 987_654_321L));
    }

    @Test
    void saturatesConversionsToIntegers() {
        MemorySegment integers =
                map(Expression.input(0, DType.F64).cast(DType.I32), 4, MemorySegment.ofArray(new double[] {
                    1e20, -1e20, Double.NaN, -2.9
                }));
        assertThat(integers.toArray(ValueLayout.JAVA_INT_UNALIGNED))
                .containsExactly(Integer.MAX_VALUE, Integer.MIN_VALUE, 0, -2);
    }

    @Test
    void convertsLongsToSinglePrecisionWithOneRounding() {
        long value = (1L << 60) + (1L << 36) + 1;
        MemorySegment single =
                map(Expression.input(0, DType.I64).cast(DType.F32), 1, MemorySegment.ofArray(new long[] {value}));
        assertThat(single.get(ValueLayout.JAVA_FLOAT_UNALIGNED, 0)).isEqualTo((float) value);
    }

    @Test
    void computesWithComplexNumbers() {
        Expression z = Expression.input(0, DType.C128);
        MemorySegment result = map(
                Expression.binary(
                        BinaryOperator.MULTIPLY,
                        Expression.unary(UnaryOperator.CONJ, z),
                        Expression.constant(Scalar.of(new Complex(0, 1)), DType.C128)),
                1,
                MemorySegment.ofArray(new double[] {3, 4}));
        assertThat(World.doubles(result)).containsExactly(4, 3);
    }

    @Test
    void storesTruthValuesAsZeroAndOne() {
        MemorySegment less = map(
                Expression.binary(BinaryOperator.LESS, Expression.input(0, DType.F64), Expression.constant(2.0)),
                3,
                MemorySegment.ofArray(new double[] {1, 2, Double.NaN}));
        assertThat(less.toArray(ValueLayout.JAVA_BYTE)).containsExactly(1, 0, 0);
    }

    @Test
    void drawsTheWordsOfTheGenerator() {
        MemorySegment words = map(new Expression.Philox(Expression.index(), Expression.constant(42L)), 9);
        for (int word = 0; word < 9; word++) {
            assertThat(words.getAtIndex(ValueLayout.JAVA_LONG_UNALIGNED, word)).isEqualTo(Philox4x64.word(word, 42));
        }
    }

    @Test
    void keepsStorageTypesInTheirPrecision() {
        MemorySegment doubled = map(
                Expression.binary(BinaryOperator.ADD, Expression.input(0, DType.F16), Expression.input(0, DType.F16))
                        .cast(DType.F16),
                1,
                MemorySegment.ofArray(new short[] {Float.floatToFloat16(1.5f)}));
        assertThat(Float.float16ToFloat(doubled.get(ValueLayout.JAVA_SHORT_UNALIGNED, 0)))
                .isEqualTo(3f);
    }

    @Test
    void readsParametersAsRawBits() {
        Expression alpha = Expression.parameter(0, DType.C64);
        Expression beta = Expression.parameter(1, DType.F32);
        MapProgram program = MapProgram.of(
                Expression.binary(BinaryOperator.MULTIPLY, alpha, beta), List.of(), List.of(DType.C64, DType.F32));
        long[] words = {Float.floatToIntBits(1.5f), Float.floatToIntBits(-2f), Float.floatToIntBits(2f)};
        MemorySegment product = MapPrograms.run(world, program, World.dense(1, 1), 1, words);
        assertThat(product.toArray(ValueLayout.JAVA_FLOAT_UNALIGNED)).containsExactly(3f, -4f);
    }

    @Test
    void walksNegativeZeroAndPermutedStridesOfSeveralSegments() {
        long target = world.memory(10 * 8);
        long source = world.values(1, 2, 3, 4, 5, 6);
        // Segment 0: 2×3 of the transposed source, the first axis reversed; segment 1: its element 0 four times.
        SegmentedPlan plan = new SegmentedPlan(
                2, 2, new long[] {2, 3, 1, 4}, new long[] {3, 1, -1, 2, 4, 1, 0, 0}, new long[] {0, 1, 6, 0});
        long stream = world.stream();
        MapProgram identity = MapProgram.of(Expression.input(0, DType.F64), List.of(DType.F64), List.of());
        world.device()
                .kernels()
                .map(
                        world.device().kernels().compile(identity),
                        plan,
                        new long[] {target, source},
                        new long[0],
                        stream);
        world.device().synchronizeStream(stream);
        assertThat(world.read(target, 10)).containsExactly(2, 4, 6, 1, 3, 5, 1, 1, 1, 1);
    }

    @Test
    void computesAllOutputsOfAnElementBeforeItStoresAny() {
        long x = world.values(1, 2);
        long y = world.values(10, 20);
        MapProgram swap = new MapProgram(
                List.of(Expression.input(1, DType.F64), Expression.input(0, DType.F64)),
                List.of(DType.F64, DType.F64),
                List.of());
        long stream = world.stream();
        world.device()
                .kernels()
                .map(
                        world.device().kernels().compile(swap),
                        World.dense(4, 2),
                        new long[] {x, y, x, y},
                        new long[0],
                        stream);
        world.device().synchronizeStream(stream);
        assertThat(world.read(x, 2)).containsExactly(10, 20);
        assertThat(world.read(y, 2)).containsExactly(1, 2);
    }
}
