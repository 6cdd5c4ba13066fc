package dev.sluice.runtime.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.Layout;
import dev.sluice.Shape;
import dev.sluice.ShapeException;
import dev.sluice.spi.SegmentedPlan;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MapPlansTest {
    private static String plan(IterationOrder order, String extents, String... strides) {
        Shape shape = Shape.of(longs(extents));
        Layout[] layouts = new Layout[strides.length];
        for (int operand = 0; operand < layouts.length; operand++) {
            layouts[operand] = Layout.of(shape, longs(strides[operand]));
        }
        return PlanText.of(MapPlans.of(order, shape, layouts));
    }

    private static long[] longs(String text) {
        return text.isEmpty()
                ? new long[0]
                : java.util.Arrays.stream(text.split(" ", -1))
                        .mapToLong(Long::parseLong)
                        .toArray();
    }

    @ParameterizedTest(name = "[{0}] with strides [{1}] is {2}")
    @CsvSource({
        "10, 1, 0: (10; 1)",
        "10 20 30, 1 10 200, 0: (6000; 1)",
        "30 20 10, 200 10 1, 0: (6000; 1)",
        "10, -1, -9: (10; 1)",
        "4 2, -8 1, -24: (4; 8) (2; 1)",
        "4 3 2, 1 -4 20, -8: (2; 20) (12; 1)",
        "4 3, -7 1, -21: (4; 7) (3; 1)",
        "4 5, -1 -4, -19: (20; 1)",
        "1 7 1, 50 3 0, 0: (7; 3)",
    })
    void oneOperandIsWalkedThroughInTheOrderOfMemory(String extents, String strides, String expected) {
        assertThat(plan(IterationOrder.ANY, extents, strides)).isEqualTo(expected);
    }

    @ParameterizedTest(name = "[{0}] with strides [{1}] and [{2}] is {3}")
    @CsvSource({
        "'10 2', '2 1', '20 10', '0, 0: (20; 1, 10)'",
        "'3 4', '4 1', '40 10', '0, 0: (12; 1, 10)'",
        "'4', '-1', '-10', '-3, -30: (4; 1, 10)'",
        "'4 2', '1 -4', '10 40', '-4, 40: (2; 4, -40) (4; 1, 10)'",
        "'5', '-2', '3', '-8, 12: (5; 2, -3)'",
        "'2 3', '6 2', '12 4', '0, 0: (6; 2, 4)'",
        "'2 3', '8 2', '12 4', '0, 0: (2; 8, 12) (3; 2, 4)'",
        "'2 7 5', '0 14 0', '0 21 0', '0, 0: (7; 14, 21) (10; 0, 0)'",
        "'3 4 5', '1 3 12', '5 15 60', '0, 0: (60; 1, 5)'",
        "'3 4 2', '1 3 100', '5 15 500', '0, 0: (2; 100, 500) (12; 1, 5)'",
        "'2 5 3', '15 2 5', '45 7 15', '0, 0: (6; 5, 15) (5; 2, 7)'",
    })
    void orderAndDirectionFollowTheFirstOperandAndLoopsMergeOnlyWhereAllAgree(
            String extents, String first, String second, String expected) {
        assertThat(plan(IterationOrder.ANY, extents, first, second)).isEqualTo(expected);
    }

    @Test
    void logicalOrderIsNeitherReversedNorExchanged() {
        assertThat(plan(IterationOrder.LOGICAL, "4 2", "-8 1")).isEqualTo("0: (4; -8) (2; 1)");
        assertThat(plan(IterationOrder.LOGICAL, "10 20", "1 10")).isEqualTo("0: (10; 1) (20; 10)");
        assertThat(plan(IterationOrder.LOGICAL, "3 1 4", "4 9 1")).isEqualTo("0: (12; 1)");
    }

    @Test
    void noElementsGiveNoSegment() {
        SegmentedPlan plan = MapPlans.of(IterationOrder.ANY, Shape.of(0, 5), Layout.rowMajor(Shape.of(0, 5)));
        assertThat(plan.segments()).isZero();
        assertThat(plan.elements()).isZero();
    }

    @Test
    void aRankZeroTensorIsOneElement() {
        assertThat(plan(IterationOrder.ANY, "", "", "")).isEqualTo("0, 0: (1; 1, 1)");
    }

    @Test
    void axesThatAnOperandLacksOrRepeatsHaveStrideZero() {
        SegmentedPlan plan = MapPlans.of(
                IterationOrder.ANY,
                Shape.of(2, 3),
                Layout.rowMajor(Shape.of(2, 3)),
                Layout.rowMajor(Shape.of(3)),
                Layout.rowMajor(Shape.of(2, 1)));
        assertThat(PlanText.of(plan)).isEqualTo("0, 0, 0: (2; 3, 0, 1) (3; 1, 1, 0)");
    }

    @Test
    void anOperandThatDoesNotBroadcastIsRefusedEvenAlongAnAxisOfExtentOne() {
        Layout output = Layout.rowMajor(Shape.of(2, 1));
        assertThatThrownBy(
                        () -> MapPlans.of(IterationOrder.ANY, Shape.of(2, 1), output, Layout.rowMajor(Shape.of(2, 3))))
                .isInstanceOf(ShapeException.class)
                .hasMessageContaining("[2,3]")
                .hasMessageContaining("[2,1]");
        assertThatThrownBy(() ->
                        MapPlans.of(IterationOrder.ANY, Shape.of(2, 1), output, Layout.rowMajor(Shape.of(1, 2, 1))))
                .isInstanceOf(ShapeException.class);
    }

    @Test
    void plansOfContiguousOperandsAreShared() {
        assertThat(MapPlans.contiguous(64, 3)).isSameAs(MapPlans.contiguous(64, 3));
        assertThat(MapPlans.contiguous(64, 2).operands()).isEqualTo(2);
    }
}
