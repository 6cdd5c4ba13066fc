package dev.sluice.backend.cuda.kernel;

import dev.sluice.spi.SegmentedPlan;

/** The 64-bit words in which a kernel finds axes and strides, in the arguments or in a table. */
final class Words {
    /** Takes words one after the other. */
    @FunctionalInterface
    interface Sink {
        /** Takes the next word. */
        void add(long word);
    }

    private Words() {}

    /** Adds the two words of an axis: with 32-bit indices, extent and reciprocal for {@code quotient} of the sources. */
    static void addAxis(Sink sink, long extent, boolean wide) {
        if (wide || extent == 1) {
            sink.add(extent);
            sink.add(0);
            return;
        }
        // ⌈2^(31+l)/d⌉ with l = ⌈log₂ d⌉ fits 32 bits, and the quotient is exact for numerators below 2³¹.
        int log = 64 - Long.numberOfLeadingZeros(extent - 1);
        long multiplier = Long.divideUnsigned((1L << (31 + log)) + extent - 1, extent);
        sink.add(extent | multiplier << 32);
        sink.add(log - 1);
    }

    /** Adds the axes {@code [from, to)} of a segment. */
    static void addAxes(Sink sink, SegmentedPlan plan, int segment, int from, int to, boolean wide) {
        for (int axis = from; axis < to; axis++) {
            addAxis(sink, plan.extent(segment, axis), wide);
        }
    }

    /** Adds the strides of the axes {@code [from, to)} of a segment, {@code [axis][operand]}. */
    static void addStrides(Sink sink, SegmentedPlan plan, int segment, int from, int to) {
        for (int axis = from; axis < to; axis++) {
            for (int operand = 0; operand < plan.operands(); operand++) {
                sink.add(plan.stride(segment, operand, axis));
            }
        }
    }
}
