package dev.sluice.backend.cuda.kernel;

import dev.sluice.spi.SegmentedPlan;
import java.util.Random;

/** Plans with arbitrary shapes and strides over operands of a fixed number of elements. */
final class RandomPlans {
    private final Random random;

    RandomPlans(long seed) {
        random = new Random(seed);
    }

    /**
     * A plan in which operand 0 is written once everywhere, and the others are read somewhere.
     *
     * @param inputElements the elements of each input
     */
    SegmentedPlan plan(int segments, int rank, int inputs, int largestExtent, long inputElements) {
        long[] extents = new long[segments * rank];
        for (int i = 0; i < extents.length; i++) {
            extents[i] = 1L + random.nextInt(largestExtent);
        }
        int operands = 1 + inputs;
        long[] strides = new long[segments * operands * rank];
        long[] bases = new long[segments * operands];
        long next = 0;
        for (int segment = 0; segment < segments; segment++) {
            int[] order = permutation(rank);
            long stride = 1;
            for (int axis : order) {
                strides[segment * operands * rank + axis] = stride;
                stride *= extents[segment * rank + axis];
            }
            bases[segment * operands] = next;
            next += stride + random.nextInt(3);
            for (int input = 1; input <= inputs; input++) {
                input(extents, strides, bases, segment, input, operands, rank, inputElements);
            }
        }
        return new SegmentedPlan(operands, rank, extents, strides, bases);
    }

    private void input(
            long[] extents,
            long[] strides,
            long[] bases,
            int segment,
            int input,
            int operands,
            int rank,
            long elements) {
        long lowest = 0;
        long highest = 0;
        long stride = 1L + random.nextInt(2);
        for (int axis : permutation(rank)) {
            long extent = extents[segment * rank + axis];
            long chosen = random.nextInt(5) == 0 ? 0 : random.nextInt(5) == 0 ? -stride : stride;
            strides[(segment * operands + input) * rank + axis] = chosen;
            lowest += Math.min(0, chosen * (extent - 1));
            highest += Math.max(0, chosen * (extent - 1));
            stride *= extent;
        }
        long room = elements - (highest - lowest) - 1;
        if (room < 0) {
            throw new IllegalArgumentException("an input of " + elements + " elements is too small");
        }
        bases[segment * operands + input] = -lowest + random.nextLong(room + 1);
    }

    private int[] permutation(int rank) {
        int[] order = new int[rank];
        for (int i = 0; i < rank; i++) {
            int j = random.nextInt(i + 1);
            order[i] = order[j];
            order[j] = i;
        }
        return order;
    }

    /** The offset of an operand's element number {@code number} of a segment. */
    static long offset(SegmentedPlan plan, int segment, int operand, long number) {
        long rest = number;
        long offset = plan.base(segment, operand);
        for (int axis = plan.rank() - 1; axis >= 0; axis--) {
            offset += rest % plan.extent(segment, axis) * plan.stride(segment, operand, axis);
            rest /= plan.extent(segment, axis);
        }
        return offset;
    }

    /** One more than the largest offset of operand 0. */
    static long outputElements(SegmentedPlan plan) {
        long end = 0;
        for (int segment = 0; segment < plan.segments(); segment++) {
            long elements = plan.firstElement(segment + 1) - plan.firstElement(segment);
            for (long number = 0; number < elements; number++) {
                end = Math.max(end, offset(plan, segment, 0, number) + 1);
            }
        }
        return end;
    }
}
