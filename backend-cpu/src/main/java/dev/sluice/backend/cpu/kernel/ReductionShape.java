package dev.sluice.backend.cpu.kernel;

import dev.sluice.spi.ReductionPlan;
import dev.sluice.spi.SegmentedPlan;

/**
 * How one segment of a reduction is walked. Either all combined axes are walked for one output after the other, or one
 * kept axis, the column axis, is walked innermost, so that a row of outputs is accumulated at once: whichever passes
 * through memory in order.
 */
final class ReductionShape {
    /** The most outputs that are accumulated at once; their states stay in the first-level cache. */
    private static final int MOST_COLUMNS = 1024;
    /** The same where there are few elements to combine, so that a block of scratch memory holds all of them. */
    private static final int MOST_SHORT_COLUMNS = 128;
    /** A chunk is the unit of work, and of the fixed tree in which partial results are combined. */
    private static final long CHUNK = 1L << 16;
    /** With fewer combined elements than this, the work for each output outweighs a better memory order. */
    private static final long SHORT = 32;

    private static final int CACHE_LINE = 64;

    private final SegmentedPlan plan;
    private final int segment;
    private final int keptRank;
    private final CompiledMap elements;
    private final int columnAxis;
    private final int[] combinedAxes;
    private final int[] outerAxes;
    private final long combined;
    private final long columns;
    private final int mostColumns;
    private final long outer;

    ReductionShape(ReductionPlan reduction, int segment, CompiledMap elements, boolean ordered) {
        this.plan = reduction.iteration();
        this.segment = segment;
        this.keptRank = reduction.keptRank();
        this.elements = elements;
        this.combined = reduction.combined(segment);
        this.columnAxis = chooseColumnAxis();
        this.combinedAxes = axes(keptRank, plan.rank());
        if (!ordered) {
            sortByCost(combinedAxes);
        }
        this.columns = columnAxis < 0 ? 1 : plan.extent(segment, columnAxis);
        this.mostColumns = combined < SHORT ? MOST_SHORT_COLUMNS : MOST_COLUMNS;
        this.outerAxes = axes(0, keptRank);
        this.outer = reduction.outputs(segment) / columns;
    }

    /** The axes of a range with more than one element, without the column axis. */
    private int[] axes(int first, int last) {
        int count = 0;
        int[] found = new int[last - first];
        for (int axis = first; axis < last; axis++) {
            if (axis != columnAxis && plan.extent(segment, axis) > 1) {
                found[count++] = axis;
            }
        }
        return java.util.Arrays.copyOf(found, count);
    }

    private int chooseColumnAxis() {
        int best = -1;
        int bestKept = -1;
        for (int axis = plan.rank() - 1; axis >= 0; axis--) {
            if (plan.extent(segment, axis) == 1) {
                continue;
            }
            if (best < 0 || cost(axis) < cost(best)) {
                best = axis;
            }
            if (axis < keptRank && (bestKept < 0 || cost(axis) < cost(bestKept))) {
                bestKept = axis;
            }
        }
        boolean shortRows = combined < SHORT && bestKept >= 0 && plan.extent(segment, bestKept) >= 2 * SHORT;
        return best >= 0 && (best < keptRank || shortRows) ? bestKept : -1;
    }

    /** How many bytes of memory traffic a step along an axis costs. */
    private long cost(int axis) {
        long cost = 0;
        for (int k = 1; k < elements.operands(); k++) {
            cost += Math.min(Math.abs(plan.stride(segment, k, axis)) * elements.elementBytes(k), CACHE_LINE);
        }
        return cost;
    }

    private long distance(int axis) {
        long distance = 0;
        for (int k = 1; k < elements.operands(); k++) {
            distance += Math.abs(plan.stride(segment, k, axis));
        }
        return distance;
    }

    private void sortByCost(int[] axes) {
        for (int i = 1; i < axes.length; i++) {
            for (int j = i; j > 0 && distance(axes[j - 1]) < distance(axes[j]); j--) {
                int swapped = axes[j];
                axes[j] = axes[j - 1];
                axes[j - 1] = swapped;
            }
        }
    }

    /** Whether rows of outputs are accumulated at once. */
    boolean hasColumns() {
        return columnAxis >= 0;
    }

    /** Whether rows of elements can be accumulated where they lie. */
    boolean isDirect(CompiledReduction kernel) {
        int operand = kernel.direct();
        return operand != 0 && (columns == 1 || plan.stride(segment, operand, columnAxis) == 1);
    }

    /** The number of elements combined into each output. */
    long combined() {
        return combined;
    }

    /** The most outputs of one unit. */
    int unitColumns() {
        return (int) Math.min(columns, mostColumns);
    }

    private long unitsInRow() {
        return (columns + mostColumns - 1) / mostColumns;
    }

    /** The number of units: single outputs, or stretches of a row of outputs. */
    long units() {
        return outer * unitsInRow();
    }

    /** The number of combined elements of each output that make a chunk. */
    long chunkLength() {
        return Math.max(1, CHUNK / unitColumns());
    }

    /** The number of chunks of each unit. */
    long chunks() {
        return (combined + chunkLength() - 1) / chunkLength();
    }

    /** The number of outputs of a unit. */
    int columnsOf(long unit) {
        return (int) Math.min(mostColumns, columns - unit % unitsInRow() * mostColumns);
    }

    /** The bytes between the outputs of a unit. */
    long outputStride(int outputBytes) {
        return columnAxis < 0 ? 0 : plan.stride(segment, 0, columnAxis) * outputBytes;
    }

    /** The address of an operand's first element of a unit. */
    long origin(long unit, int operand, long address, int bytes) {
        long offset = plan.base(segment, operand);
        if (columnAxis >= 0) {
            offset += unit % unitsInRow() * mostColumns * plan.stride(segment, operand, columnAxis);
        }
        long rest = unit / unitsInRow();
        for (int i = outerAxes.length - 1; i >= 0; i--) {
            long extent = plan.extent(segment, outerAxes[i]);
            offset += rest % extent * plan.stride(segment, operand, outerAxes[i]);
            rest /= extent;
        }
        return address + offset * bytes;
    }

    /** Describes the inputs of a unit; what the combiner writes is not part of the walk. */
    void describe(BoxWalk walk, long unit, long[] addresses) {
        int rank = combinedAxes.length + (columnAxis < 0 ? 0 : 1);
        walk.reset(elements.operands(), rank);
        walk.origin(0, 0);
        for (int k = 1; k < elements.operands(); k++) {
            walk.origin(k, origin(unit, k, addresses[k], elements.elementBytes(k)));
        }
        for (int i = 0; i < rank; i++) {
            int axis = i < combinedAxes.length ? combinedAxes[i] : columnAxis;
            walk.extent(i, axis == columnAxis ? columnsOf(unit) : plan.extent(segment, axis));
            walk.stride(0, i, 0);
            for (int k = 1; k < elements.operands(); k++) {
                walk.stride(k, i, plan.stride(segment, k, axis) * elements.elementBytes(k));
            }
        }
    }
}
