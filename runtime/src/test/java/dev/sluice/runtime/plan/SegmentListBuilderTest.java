package dev.sluice.runtime.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.Layout;
import dev.sluice.Shape;
import dev.sluice.ShapeException;
import dev.sluice.spi.SegmentedPlan;
import org.junit.jupiter.api.Test;

class SegmentListBuilderTest {
    private static void addDense(SegmentListBuilder list, Shape shape, long... offsets) {
        Layout layout = Layout.rowMajor(shape);
        list.add(shape, offsets, layout, layout);
    }

    @Test
    void packedBlocksOfDifferentShapesBecomeOneSegment() {
        SegmentListBuilder list = new SegmentListBuilder(2, IterationOrder.ANY);
        addDense(list, Shape.of(2, 3), 0, 100);
        addDense(list, Shape.of(1, 1), 6, 106);
        addDense(list, Shape.of(5), 7, 107);
        assertThat(PlanText.of(list.build())).isEqualTo("0, 100: (12; 1, 1)");
    }

    @Test
    void paddingBetweenBlocksIsNotTouched() {
        SegmentListBuilder list = new SegmentListBuilder(2, IterationOrder.ANY);
        addDense(list, Shape.of(2, 3), 0, 0);
        addDense(list, Shape.of(4), 6, 8);
        assertThat(PlanText.of(list.build())).isEqualTo("0, 0: (6; 1, 1) | 6, 8: (4; 1, 1)");
    }

    @Test
    void emptyBlocksAreLeftOut() {
        SegmentListBuilder list = new SegmentListBuilder(2, IterationOrder.ANY);
        addDense(list, Shape.of(0, 3), 50, 60);
        assertThat(list.build().segments()).isZero();
        addDense(list, Shape.of(2), 0, 0);
        assertThat(list.build().segments()).isEqualTo(1);
    }

    @Test
    void segmentsOfLowerRankArePaddedInFront() {
        SegmentListBuilder list = new SegmentListBuilder(1, IterationOrder.ANY);
        list.add(Shape.of(2, 3), new long[] {10}, Layout.of(Shape.of(2, 3), 5, 1));
        list.add(Shape.of(4), new long[] {0}, Layout.rowMajor(Shape.of(4)));
        assertThat(PlanText.of(list.build())).isEqualTo("10: (2; 5) (3; 1) | 0: (1; 0) (4; 1)");
    }

    @Test
    void rowsOfAStridedBlockThatGoOnFuse() {
        SegmentListBuilder list = new SegmentListBuilder(1, IterationOrder.ANY);
        list.add(Shape.of(2, 3), new long[] {0}, Layout.of(Shape.of(2, 3), 5, 1));
        list.add(Shape.of(4, 3), new long[] {10}, Layout.of(Shape.of(4, 3), 5, 1));
        assertThat(PlanText.of(list.build())).isEqualTo("0: (6; 5) (3; 1)");
    }

    @Test
    void elementsOutsideTheAllocationAreFound() {
        SegmentListBuilder list = new SegmentListBuilder(1, IterationOrder.ANY);
        list.add(Shape.of(4), new long[] {0}, Layout.rowMajor(Shape.of(4)));
        list.add(Shape.of(3), new long[] {7}, Layout.of(Shape.of(3), -3));
        SegmentedPlan plan = list.build();
        PlanBounds.check(plan, new long[] {8});
        assertThatThrownBy(() -> PlanBounds.check(plan, new long[] {7}))
                .isInstanceOf(ShapeException.class)
                .hasMessageContaining("segment 1")
                .hasMessageContaining("to 7");
    }
}
