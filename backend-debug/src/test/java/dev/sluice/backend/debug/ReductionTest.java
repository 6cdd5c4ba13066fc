package dev.sluice.backend.debug;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.DType;
import dev.sluice.expression.BinaryOperator;
import dev.sluice.expression.Expression;
import dev.sluice.spi.Reducer;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ReductionTest {
    private final World world = World.open();

    @AfterEach
    void nothingIsWrongWithTheProgram() {
        assertThat(world.simulation().reports()).isEmpty();
        world.close();
    }

    private double[] reduce(Reducer reducer, int rows, double... values) {
        MemorySegment result = ReducePrograms.rows(world, DType.F64, reducer, rows, MemorySegment.ofArray(values));
        return World.doubles(result);
    }

    private long[] positions(Reducer reducer, int rows, double... values) {
        return ReducePrograms.rows(world, DType.F64, reducer, rows, MemorySegment.ofArray(values))
                .toArray(ValueLayout.JAVA_LONG_UNALIGNED);
    }

    @Test
    void combinesEachRow() {
        assertThat(reduce(Reducer.SUM, 2, 1, 2, 3, 4)).containsExactly(3, 7);
        assertThat(reduce(Reducer.PRODUCT, 2, 1, 2, 3, 4)).containsExactly(2, 12);
        assertThat(reduce(Reducer.MINIMUM, 2, 1, 2, 4, 3)).containsExactly(1, 3);
        assertThat(reduce(Reducer.MAXIMUM, 1, 1, 2, 4, 3)).containsExactly(4);
    }

    @Test
    void extremesAreNaNWhenAnElementIs() {
        assertThat(reduce(Reducer.MINIMUM, 1, 1, Double.NaN, -1)).containsExactly(Double.NaN);
        assertThat(reduce(Reducer.MAXIMUM, 1, Double.NaN, 3)).containsExactly(Double.NaN);
    }

    @Test
    void positionsAreThoseOfTheFirstExtremeAndOfTheFirstNaN() {
        assertThat(positions(Reducer.ARG_MINIMUM, 1, 3, 1, 1, 2)).containsExactly(1);
        assertThat(positions(Reducer.ARG_MAXIMUM, 1, 3, 3, 1, 2)).containsExactly(0);
        assertThat(positions(Reducer.ARG_MAXIMUM, 1, 1, Double.NaN, 5, Double.NaN))
                .containsExactly(1);
        assertThat(positions(Reducer.ARG_MINIMUM, 2, Double.NaN, 5, 7, 6)).containsExactly(0, 1);
    }

    @Test
    void sumsDoNotLoseAccuracyWithTheNumberOfElements() {
        double[] values = new double[10_001];
        Arrays.fill(values, 1);
        values[0] = 1e16;
        assertThat(reduce(Reducer.SUM, 1, values)).containsExactly(1e16 + 10_000);
    }

    @Test
    void sumsOfInfinitiesAreInfinite() {
        assertThat(reduce(Reducer.SUM, 1, Double.POSITIVE_INFINITY, 1)).containsExactly(Double.POSITIVE_INFINITY);
        assertThat(reduce(Reducer.SUM, 1, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY))
                .containsExactly(Double.NaN);
    }

    @Test
    void nothingGivesTheIdentity() {
        assertThat(ReducePrograms.nothing(world, DType.F64, Reducer.PRODUCT, 3)).containsExactly(1, 1, 1);
        assertThat(ReducePrograms.nothing(world, DType.F64, Reducer.SUM, 2)).containsExactly(0, 0);
    }

    @Test
    void combinesTheValuesOfAnExpression() {
        Expression square = Expression.binary(
                BinaryOperator.MULTIPLY, Expression.input(0, DType.F64), Expression.input(0, DType.F64));
        MemorySegment result =
                ReducePrograms.rows(world, square, Reducer.SUM, 1, MemorySegment.ofArray(new double[] {3, 4}));
        assertThat(World.doubles(result)).containsExactly(25);
    }

    @Test
    void sumsComplexNumbersAndLongs() {
        MemorySegment complex = ReducePrograms.rows(
                world, DType.C128, Reducer.SUM, 1, MemorySegment.ofArray(new double[] {1, 2, 3, 4}));
        assertThat(World.doubles(complex)).containsExactly(4, 6);
        MemorySegment longs = ReducePrograms.rows(
                world, DType.I64, Reducer.SUM, 1, MemorySegment.ofArray(new long[] {1L << 62, 1, 2}));
        assertThat(longs.get(ValueLayout.JAVA_LONG_UNALIGNED, 0)).isEqualTo((1L << 62) + 3);
    }
}
