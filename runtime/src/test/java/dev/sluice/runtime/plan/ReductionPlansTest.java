package dev.sluice.runtime.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.Layout;
import dev.sluice.Shape;
import dev.sluice.spi.ReductionPlan;
import org.junit.jupiter.api.Test;

class ReductionPlansTest {
    private static final Shape SHAPE = Shape.of(3, 4, 5);

    private static ReductionPlan plan(IterationOrder order, Layout input, boolean... combined) {
        int kept = 0;
        long[] extents = new long[combined.length];
        for (int axis = 0; axis < combined.length; axis++) {
            if (!combined[axis]) {
                extents[kept++] = input.shape().extent(axis);
            }
        }
        Layout output = Layout.rowMajor(Shape.of(java.util.Arrays.copyOf(extents, kept)));
        return ReductionPlans.of(order, input.shape(), combined, output, input);
    }

    @Test
    void combinedAxesComeLastAndDoNotMoveTheOutput() {
        ReductionPlan plan = plan(IterationOrder.ANY, Layout.rowMajor(SHAPE), true, false, false);
        assertThat(PlanText.of(plan.iteration())).isEqualTo("0, 0: (20; 1, 1) (3; 0, 20)");
        assertThat(plan.keptRank()).isEqualTo(1);
        assertThat(plan.outputs(0)).isEqualTo(20);
        assertThat(plan.combined(0)).isEqualTo(3);
    }

    @Test
    void combinedAxesThatAreOneRunMerge() {
        ReductionPlan plan = plan(IterationOrder.ANY, Layout.rowMajor(SHAPE), false, true, true);
        assertThat(PlanText.of(plan.iteration())).isEqualTo("0, 0: (3; 1, 20) (20; 0, 1)");
    }

    @Test
    void everythingCombinedLeavesNoKeptAxis() {
        ReductionPlan plan = plan(IterationOrder.ANY, Layout.rowMajor(SHAPE), true, true, true);
        assertThat(PlanText.of(plan.iteration())).isEqualTo("0, 0: (60; 0, 1)");
        assertThat(plan.keptRank()).isZero();
    }

    @Test
    void combinedAxesFollowTheInputUnlessPositionsCount() {
        Layout backwards = Layout.of(Shape.of(4, 5), 1, -4);
        assertThat(PlanText.of(plan(IterationOrder.ANY, backwards, true, true).iteration()))
                .isEqualTo("0, -16: (20; 0, 1)");
        assertThat(PlanText.of(
                        plan(IterationOrder.LOGICAL, backwards, true, true).iteration()))
                .isEqualTo("0, 0: (4; 0, 1) (5; 0, -4)");
    }

    @Test
    void nothingToCombineGivesTheNumberOfOutputsInstead() {
        ReductionPlan plan = plan(IterationOrder.ANY, Layout.rowMajor(Shape.of(3, 0)), false, true);
        assertThat(plan.iteration().segments()).isZero();
        assertThat(plan.emptyOutputs()).isEqualTo(3);
    }

    @Test
    void axesOfExtentOneAreLeftOutOnBothSides() {
        ReductionPlan plan = plan(IterationOrder.ANY, Layout.rowMajor(Shape.of(1, 4, 1, 1)), false, false, true, true);
        assertThat(PlanText.of(plan.iteration())).isEqualTo("0, 0: (4; 1, 1)");
        assertThat(plan.keptRank()).isEqualTo(1);
        assertThat(plan.combined(0)).isEqualTo(1);
    }
}
