package dev.sluice;

/**
 * What to take of one axis: a range with a step, a single index (which removes the axis), everything, or a new axis of
 * extent one. Indices follow Python: negative ones count from the end, and a range is clipped to the axis.
 */
public sealed interface Slice {
    /** A single index; the axis disappears. */
    record At(long index) implements Slice {}

    /**
     * A range.
     *
     * @param start the first index, or {@link #OPEN} for the natural end in the direction of {@code step}
     * @param stop the first index not taken, or {@link #OPEN}
     * @param step the non-zero distance between taken indices
     */
    record Range(long start, long stop, long step) implements Slice {
        /** Marks an open end of a range. */
        public static final long OPEN = Long.MIN_VALUE;

        /** Checks that the step is not zero. */
        public Range {
            if (step == 0) {
                throw new ShapeException("slice step is 0; use a positive or a negative step");
            }
        }
    }

    /** A new axis of extent one. */
    record NewAxis() implements Slice {}

    /** The whole axis. */
    static Slice all() {
        return new Range(Range.OPEN, Range.OPEN, 1);
    }

    /** The whole axis, every {@code step}-th element; a negative step runs backwards. */
    static Slice every(long step) {
        return new Range(Range.OPEN, Range.OPEN, step);
    }

    /** The half-open range {@code [start, stop)}. */
    static Slice range(long start, long stop) {
        return new Range(start, stop, 1);
    }

    /** The range from {@code start} towards {@code stop} (not taken) with a step. */
    static Slice range(long start, long stop, long step) {
        return new Range(start, stop, step);
    }

    /** From {@code start} to the end. */
    static Slice from(long start) {
        return new Range(start, Range.OPEN, 1);
    }

    /** From the front up to {@code stop} (not taken). */
    static Slice to(long stop) {
        return new Range(Range.OPEN, stop, 1);
    }

    /** The single index {@code index}; the axis disappears. */
    static Slice at(long index) {
        return new At(index);
    }

    /** A new axis of extent one. */
    static Slice newAxis() {
        return new NewAxis();
    }
}
