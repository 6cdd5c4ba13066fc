package dev.sluice.backend.cpu.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.DType;
import dev.sluice.expression.BinaryOperator;
import dev.sluice.expression.Expression;
import dev.sluice.spi.MapProgram;
import dev.sluice.spi.SegmentedPlan;
import java.lang.foreign.Arena;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Operations large enough to be spread over threads. */
class LargeMapTest {
    private static final int ROWS = 1501;
    private static final int COLUMNS = 703;

    @ParameterizedTest
    @EnumSource
    void aTransposedCopyOfEveryTypeMovesEveryElement(DType type) {
        try (KernelFixture fixture = new KernelFixture(true);
                Arena arena = Arena.ofShared()) {
            Elements source = Elements.allocate(arena, type, (long) ROWS * COLUMNS);
            source.randomize(new java.util.SplittableRandom(1));
            Elements target = Elements.allocate(arena, type, (long) ROWS * COLUMNS);
            SegmentedPlan plan = new SegmentedPlan(
                    2, 2, new long[] {ROWS, COLUMNS}, new long[] {COLUMNS, 1, 1, ROWS}, new long[] {0, 0});

            fixture.kernels.map(
                    fixture.kernels.compile(MapProgram.of(Expression.input(0, type), List.of(type), List.of())),
                    plan,
                    new long[] {target.address(), source.address()},
                    new long[0],
                    0);

            for (int i = 0; i < ROWS; i += 7) {
                for (int j = 0; j < COLUMNS; j++) {
                    assertThat(target.get((long) i * COLUMNS + j)).isEqualTo(source.get((long) j * ROWS + i));
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void everyElementIsComputedOnceWhateverSegmentItsChunkBeginsIn(boolean vector) {
        int segments = 3000;
        try (KernelFixture fixture = new KernelFixture(vector);
                Arena arena = Arena.ofShared()) {
            long[] extents = new long[segments];
            long[] strides = new long[2 * segments];
            long[] bases = new long[2 * segments];
            long elements = 0;
            for (int s = 0; s < segments; s++) {
                extents[s] = 1L + s % 701;
                strides[2 * s] = 1;
                strides[2 * s + 1] = s % 2 == 0 ? 1 : -1;
                bases[2 * s] = elements;
                bases[2 * s + 1] = s % 2 == 0 ? elements : elements + extents[s] - 1;
                elements += extents[s];
            }
            Elements data = Elements.allocate(arena, DType.I64, elements);
            Elements result = Elements.allocate(arena, DType.I64, elements);
            for (long i = 0; i < elements; i++) {
                data.set(i, new Object[] {i});
            }
            Expression sum = Expression.binary(
                    BinaryOperator.ADD,
                    Expression.input(0, DType.I64),
                    Expression.binary(BinaryOperator.MULTIPLY, Expression.index(), Expression.constant(1L << 32)));

            fixture.kernels.map(
                    fixture.kernels.compile(MapProgram.of(sum, List.of(DType.I64), List.of())),
                    new SegmentedPlan(2, 1, extents, strides, bases),
                    new long[] {result.address(), data.address()},
                    new long[0],
                    0);

            long first = 0;
            for (int s = 0; s < segments; s++) {
                for (long e = 0; e < extents[s]; e++) {
                    long read = s % 2 == 0 ? first + e : first + extents[s] - 1 - e;
                    assertThat(result.get(first + e)[0]).isEqualTo(read + ((first + e) << 32));
                }
                first += extents[s];
            }
        }
    }
}
