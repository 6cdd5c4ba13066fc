package dev.sluice.backend.cpu.kernel;

import dev.sluice.spi.SegmentedPlan;
import java.util.Arrays;
import java.util.random.RandomGenerator;

/** Random plans: any number of segments, any order and sign of strides, inputs that repeat elements. */
final class RandomPlans {
    final SegmentedPlan plan;
    /** The number of elements that each operand needs. */
    final long[] sizes;

    private RandomPlans(SegmentedPlan plan, long[] sizes) {
        this.plan = plan;
        this.sizes = sizes;
    }

    /** A plan whose outputs never meet themselves. */
    static RandomPlans map(RandomGenerator random, int outputs, int operands, int mostElements) {
        int rank = random.nextInt(5);
        int segments = 1 + (random.nextBoolean() ? 0 : random.nextInt(6));
        return random(random, outputs, operands, rank, rank, segments, mostElements);
    }

    /** A plan for a reduction: operand 0 does not move along the axes from {@code keptRank}. */
    static RandomPlans reduction(
            RandomGenerator random, int operands, int rank, int keptRank, int segments, int mostElements) {
        return random(random, 1, operands, rank, keptRank, segments, mostElements);
    }

    private static RandomPlans random(
            RandomGenerator random, int outputs, int operands, int rank, int outputRank, int segments, int most) {
        long[] extents = new long[segments * rank];
        long[] strides = new long[segments * operands * rank];
        long[] bases = new long[segments * operands];
        long[] sizes = new long[operands];
        for (int s = 0; s < segments; s++) {
            long rest = most;
            for (int axis = 0; axis < rank; axis++) {
                long extent = 1 + random.nextLong(Math.max(1, Math.min(rest, random.nextInt(4) == 0 ? most : 12)));
                extents[s * rank + axis] = extent;
                rest /= extent;
            }
            for (int k = 0; k < operands; k++) {
                boolean output = k < outputs;
                sizes[k] = layOut(
                        random,
                        Arrays.copyOfRange(extents, s * rank, (s + 1) * rank),
                        output,
                        output ? outputRank : rank,
                        strides,
                        (s * operands + k) * rank,
                        bases,
                        s * operands + k,
                        sizes[k]);
            }
        }
        return new RandomPlans(new SegmentedPlan(operands, rank, extents, strides, bases), sizes);
    }

    private static long layOut(
            RandomGenerator random,
            long[] extents,
            boolean output,
            int movingAxes,
            long[] strides,
            int at,
            long[] bases,
            int baseAt,
            long start) {
        Integer[] order = new Integer[movingAxes];
        for (int i = 0; i < movingAxes; i++) {
            order[i] = i;
        }
        if (random.nextInt(3) == 0) {
            for (int i = movingAxes - 1; i > 0; i--) {
                int j = random.nextInt(i + 1);
                Integer swapped = order[i];
                order[i] = order[j];
                order[j] = swapped;
            }
        }
        long base = start;
        long span = random.nextInt(4) == 0 ? 1 + random.nextInt(3) : 1;
        for (int i = movingAxes - 1; i >= 0; i--) {
            int axis = order[i];
            int kind = random.nextInt(8);
            long stride = kind == 0 && !output ? 0 : kind == 1 ? -span : span;
            strides[at + axis] = stride;
            if (stride < 0) {
                base += (extents[axis] - 1) * span;
            }
            if (stride != 0) {
                span *= extents[axis] + (random.nextInt(8) == 0 ? 1 : 0);
            }
        }
        bases[baseAt] = base;
        return start + span + 1;
    }
}
