package dev.sluice.runtime.plan;

import dev.sluice.spi.SegmentedPlan;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Plans as text: {@code base, base: (extent; stride, stride) (extent; …)} for each segment, outermost loop first. */
final class PlanText {
    private PlanText() {}

    static String of(SegmentedPlan plan) {
        return IntStream.range(0, plan.segments())
                .mapToObj(segment -> segment(plan, segment))
                .collect(Collectors.joining(" | "));
    }

    private static String segment(SegmentedPlan plan, int segment) {
        String bases = IntStream.range(0, plan.operands())
                .mapToObj(operand -> Long.toString(plan.base(segment, operand)))
                .collect(Collectors.joining(", "));
        String loops = IntStream.range(0, plan.rank())
                .mapToObj(axis -> IntStream.range(0, plan.operands())
                        .mapToObj(operand -> Long.toString(plan.stride(segment, operand, axis)))
                        .collect(Collectors.joining(", ", " (" + plan.extent(segment, axis) + "; ", ")")))
                .collect(Collectors.joining());
        return bases + ":" + loops;
    }
}
