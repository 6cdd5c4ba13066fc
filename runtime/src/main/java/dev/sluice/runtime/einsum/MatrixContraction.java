package dev.sluice.runtime.einsum;

import dev.sluice.Shape;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A contraction as a batched matrix product: [batch…, left, contracted] times [batch…, contracted, right]. Batch indices
 * stay axes of their own; the other groups are fused into one axis each, which costs a copy of an operand whose axes
 * are not neighbours, and the result is copied when its axes come out in another order than is wanted. All orders that
 * can save a copy are tried, on the assumption that operands are row-major; when one is not, it may be copied after all.
 */
final class MatrixContraction implements Contraction {
    private final boolean swapped;
    private final Arrangement left;
    private final Arrangement right;
    private final @Nullable Shape resultShape;
    private final int[] result;

    private MatrixContraction(Candidate candidate, long[] extents) {
        this.swapped = candidate.swapped;
        this.left = candidate.arrangeLeft(extents);
        this.right = candidate.arrangeRight(extents);
        this.result = candidate.result();
        this.resultShape = candidate.fusesResult() ? Indices.shape(result, extents) : null;
    }

    static MatrixContraction plan(int[] left, int[] right, long kept, int[] wanted, long[] extents) {
        Candidate best = null;
        double bestCost = Double.POSITIVE_INFINITY;
        for (boolean swapped : wanted.length > 0 ? new boolean[] {false, true} : new boolean[] {false}) {
            int[] first = swapped ? right : left;
            int[] second = swapped ? left : right;
            for (int[] contractedOrder : new int[][] {first, second}) {
                for (int[] leftOrder : wanted.length > 0 ? new int[][] {first, wanted} : new int[][] {first}) {
                    for (int[] rightOrder : wanted.length > 0 ? new int[][] {second, wanted} : new int[][] {second}) {
                        Candidate candidate = new Candidate(
                                swapped, first, second, kept, contractedOrder, leftOrder, rightOrder, wanted);
                        double cost = candidate.copies(wanted, extents);
                        if (cost < bestCost) {
                            best = candidate;
                            bestCost = cost;
                        }
                    }
                }
            }
        }
        if (best == null) {
            throw new AssertionError("no candidate");
        }
        return new MatrixContraction(best, extents);
    }

    @Override
    public int[] result() {
        return result;
    }

    @Override
    public Intermediate apply(Intermediate first, Intermediate second) {
        Intermediate a = swapped ? second : first;
        Intermediate b = swapped ? first : second;
        left.apply(a);
        right.apply(b);
        Intermediate product = Intermediate.owned(a.seen().matmul(b.seen()));
        a.close();
        b.close();
        if (resultShape != null) {
            product.view(product.seen().reshape(resultShape.extents()));
        }
        return product;
    }

    /** One way to order the axes. */
    private static final class Candidate {
        private final boolean swapped;
        private final int[] first;
        private final int[] second;
        private final int[] batch;
        private final int[] leftOnly;
        private final int[] rightOnly;
        private final int[] contracted;

        Candidate(
                boolean swapped,
                int[] first,
                int[] second,
                long kept,
                int[] contractedOrder,
                int[] leftOrder,
                int[] rightOrder,
                int[] wanted) {
            long inFirst = Indices.set(first);
            long inSecond = Indices.set(second);
            this.swapped = swapped;
            this.first = first;
            this.second = second;
            this.batch = Indices.within(wanted.length > 0 ? wanted : first, inFirst & inSecond & kept);
            this.leftOnly = Indices.within(leftOrder, inFirst & ~inSecond);
            this.rightOnly = Indices.within(rightOrder, inSecond & ~inFirst);
            this.contracted = Indices.within(contractedOrder, inFirst & inSecond & ~kept);
        }

        int[] result() {
            return Indices.concat(batch, leftOnly, rightOnly);
        }

        /** The number of elements that are copied before or after the product. */
        double copies(int[] wanted, long[] extents) {
            double copies = 0;
            if (needsCopy(first, leftOnly, contracted, extents)) {
                copies += Indices.product(first, extents);
            }
            if (needsCopy(second, contracted, rightOnly, extents)) {
                copies += Indices.product(second, extents);
            }
            if (wanted.length > 0 && !Arrays.equals(result(), wanted)) {
                copies += Indices.product(wanted, extents);
            }
            return copies;
        }

        Arrangement arrangeLeft(long[] extents) {
            int[] order = Indices.concat(batch, leftOnly, contracted);
            return new Arrangement(
                    first, order, matrixShape(leftOnly, contracted, extents, leftVanishes(), false), extents);
        }

        Arrangement arrangeRight(long[] extents) {
            int[] order = Indices.concat(batch, contracted, rightOnly);
            return new Arrangement(
                    second, order, matrixShape(contracted, rightOnly, extents, false, rightVanishes()), extents);
        }

        /** Without batch axes, a vector can be a vector; with them it must be a matrix of one row or column. */
        private boolean leftVanishes() {
            return batch.length == 0 && leftOnly.length == 0;
        }

        private boolean rightVanishes() {
            return batch.length == 0 && rightOnly.length == 0;
        }

        private Shape matrixShape(int[] rows, int[] columns, long[] extents, boolean noRows, boolean noColumns) {
            long[] shape = Arrays.copyOf(Indices.shape(batch, extents).extents(), batch.length + 2);
            int rank = batch.length;
            if (!noRows) {
                shape[rank++] = Indices.product(rows, extents);
            }
            if (!noColumns) {
                shape[rank++] = Indices.product(columns, extents);
            }
            return Shape.of(Arrays.copyOf(shape, rank));
        }

        /** Whether the axes of the product are not those of the result. */
        boolean fusesResult() {
            boolean vector = batch.length == 0 && (leftOnly.length == 0 || rightOnly.length == 0);
            return vector ? leftOnly.length + rightOnly.length > 1 : leftOnly.length != 1 || rightOnly.length != 1;
        }

        /**
         * Whether a row-major operand must be copied: when the axes of a group are not neighbours in the order of the
         * group, or neither group has the contiguous axis.
         */
        private static boolean needsCopy(int[] operand, int[] rows, int[] columns, long[] extents) {
            int[] axes = withoutUnits(operand, extents);
            int[] rowAxes = withoutUnits(rows, extents);
            int[] columnAxes = withoutUnits(columns, extents);
            boolean fused = areNeighbours(axes, rowAxes) && areNeighbours(axes, columnAxes);
            return !fused || axes.length > 0 && !endsWith(axes, rowAxes) && !endsWith(axes, columnAxes);
        }

        private static int[] withoutUnits(int[] indices, long[] extents) {
            return Arrays.stream(indices).filter(index -> extents[index] != 1).toArray();
        }

        private static boolean areNeighbours(int[] axes, int[] group) {
            for (int first = 0; first + group.length <= axes.length; first++) {
                if (Arrays.equals(axes, first, first + group.length, group, 0, group.length)) {
                    return true;
                }
            }
            return false;
        }

        private static boolean endsWith(int[] axes, int[] group) {
            return group.length > 0 && group[group.length - 1] == axes[axes.length - 1];
        }
    }
}
