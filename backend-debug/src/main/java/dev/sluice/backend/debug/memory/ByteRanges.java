package dev.sluice.backend.debug.memory;

import dev.sluice.spi.SegmentedPlan;
import java.util.Arrays;

/**
 * A set of addresses as disjoint, ascending, non-adjacent ranges: exactly the bytes that an operation accesses, not
 * their hull, so that two views interleaved in one allocation do not conflict. Immutable.
 */
public final class ByteRanges {
    /** No byte. */
    public static final ByteRanges EMPTY = new ByteRanges(new long[0], new long[0]);

    private final long[] starts;
    private final long[] ends;

    private ByteRanges(long[] starts, long[] ends) {
        this.starts = starts;
        this.ends = ends;
    }

    /** The bytes {@code [address, address + bytes)}. */
    public static ByteRanges span(long address, long bytes) {
        return bytes == 0 ? EMPTY : new ByteRanges(new long[] {address}, new long[] {address + bytes});
    }

    /** The elements of a vector; a negative increment counts as its magnitude, as {@code address} is the lowest one. */
    public static ByteRanges vector(long address, long elements, long increment, int size) {
        return elements == 0
                ? EMPTY
                : new Builder()
                        .add(address, new long[] {elements}, new long[] {Math.abs(increment)}, size)
                        .build();
    }

    /** The elements of a batch of column-major matrices. */
    public static ByteRanges matrices(
            long address, long rows, long columns, long leading, long batch, long stride, int size) {
        return rows == 0 || columns == 0 || batch == 0
                ? EMPTY
                : new Builder()
                        .add(address, new long[] {batch, columns, rows}, new long[] {stride, leading, 1}, size)
                        .build();
    }

    /**
     * The elements of one triangle of a column-major square matrix.
     *
     * @param lower whether it is the triangle below the diagonal
     * @param strict whether the diagonal is left out
     */
    public static ByteRanges triangle(long address, long order, long leading, boolean lower, boolean strict, int size) {
        Builder builder = new Builder();
        int skipped = strict ? 1 : 0;
        for (long column = 0; column < order; column++) {
            long first = lower ? column + skipped : 0;
            long end = lower ? order : column + 1 - skipped;
            if (first < end) {
                long start = address + column * leading * size;
                builder.addRange(start + first * size, start + end * size);
            }
        }
        return builder.build();
    }

    /** The elements of one operand of a plan. */
    public static ByteRanges operand(SegmentedPlan plan, int operand, long address, int size) {
        Builder builder = new Builder();
        int rank = plan.rank();
        long[] extents = new long[rank];
        long[] strides = new long[rank];
        for (int segment = 0; segment < plan.segments(); segment++) {
            for (int axis = 0; axis < rank; axis++) {
                extents[axis] = plan.extent(segment, axis);
                strides[axis] = plan.stride(segment, operand, axis);
            }
            builder.add(address + plan.base(segment, operand) * size, extents, strides, size);
        }
        return builder.build();
    }

    /** Whether both have a byte in common. */
    public boolean intersects(ByteRanges other) {
        int mine = 0;
        int theirs = 0;
        while (mine < starts.length && theirs < other.starts.length) {
            if (ends[mine] <= other.starts[theirs]) {
                mine++;
            } else if (other.ends[theirs] <= starts[mine]) {
                theirs++;
            } else {
                return true;
            }
        }
        return false;
    }

    /** The number of ranges. */
    public int size() {
        return starts.length;
    }

    /** The first byte of a range. */
    public long start(int range) {
        return starts[range];
    }

    /** One past the last byte of a range. */
    public long end(int range) {
        return ends[range];
    }

    /** The number of bytes. */
    public long bytes() {
        long bytes = 0;
        for (int range = 0; range < starts.length; range++) {
            bytes += ends[range] - starts[range];
        }
        return bytes;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (int range = 0; range < Math.min(starts.length, 3); range++) {
            text.append(range == 0 ? "" : ", ").append(String.format("[0x%x, 0x%x)", starts[range], ends[range]));
        }
        return starts.length > 3
                ? text + " and " + (starts.length - 3) + " more, " + bytes() + " bytes together"
                : text.toString();
    }

    /** Collects ranges in any order. */
    static final class Builder {
        private long[] starts = new long[4];
        private long[] ends = new long[4];
        private int count;

        /** Adds a strided box of elements whose first element lies at {@code address}. */
        Builder add(long address, long[] extents, long[] strides, int size) {
            Integer[] axes = new Integer[extents.length];
            for (int axis = 0; axis < axes.length; axis++) {
                axes[axis] = axis;
            }
            Arrays.sort(axes, (a, b) -> Long.compare(Math.abs(strides[a]), Math.abs(strides[b])));
            long lowest = address;
            long run = size;
            long[] outerExtents = new long[extents.length];
            long[] outerSteps = new long[extents.length];
            int outer = 0;
            for (int axis : axes) {
                long step = Math.abs(strides[axis]) * size;
                long extent = extents[axis];
                if (strides[axis] < 0) {
                    lowest -= (extent - 1) * step;
                }
                if (outer == 0 && step <= run) {
                    run += (extent - 1) * step;
                } else if (extent > 1) {
                    outerExtents[outer] = extent;
                    outerSteps[outer] = step;
                    outer++;
                }
            }
            addRuns(lowest, run, outerExtents, outerSteps, outer);
            return this;
        }

        Builder addRange(long start, long end) {
            if (count == starts.length) {
                starts = Arrays.copyOf(starts, 2 * count);
                ends = Arrays.copyOf(ends, 2 * count);
            }
            starts[count] = start;
            ends[count] = end;
            count++;
            return this;
        }

        private void addRuns(long start, long run, long[] extents, long[] steps, int axes) {
            if (axes == 0) {
                addRange(start, start + run);
                return;
            }
            int axis = axes - 1;
            for (long index = 0; index < extents[axis]; index++) {
                addRuns(start + index * steps[axis], run, extents, steps, axis);
            }
        }

        ByteRanges build() {
            sort();
            int merged = 0;
            for (int range = 1; range < count; range++) {
                if (starts[range] <= ends[merged]) {
                    ends[merged] = Math.max(ends[merged], ends[range]);
                } else {
                    merged++;
                    starts[merged] = starts[range];
                    ends[merged] = ends[range];
                }
            }
            int size = count == 0 ? 0 : merged + 1;
            return new ByteRanges(Arrays.copyOf(starts, size), Arrays.copyOf(ends, size));
        }

        private void sort() {
            boolean ascending = true;
            for (int range = 1; range < count; range++) {
                ascending &= starts[range - 1] <= starts[range];
            }
            if (ascending) {
                return;
            }
            Integer[] order = new Integer[count];
            for (int range = 0; range < count; range++) {
                order[range] = range;
            }
            long[] unsortedStarts = starts;
            long[] unsortedEnds = ends;
            Arrays.sort(order, (a, b) -> Long.compare(unsortedStarts[a], unsortedStarts[b]));
            starts = new long[count];
            ends = new long[count];
            for (int range = 0; range < count; range++) {
                starts[range] = unsortedStarts[order[range]];
                ends[range] = unsortedEnds[order[range]];
            }
        }
    }
}
