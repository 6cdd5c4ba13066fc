package dev.sluice.runtime.einsum;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The order in which operands are contracted in pairs.
 *
 * <p>The cost of contracting two operands is the number of multiplications: the product of the extents of all indices of
 * either. An index is summed when the last two operands that have it meet, unless the output has it; so an index shared
 * by three operands or kept by the output counts as it should. Up to {@value #EXHAUSTIVE_OPERANDS} operands the order
 * is the cheapest of all binary trees, outer products included, found by dynamic programming over subsets, with the
 * total size of the intermediate results as the tie-breaker. Beyond, it is greedy: the pair whose contraction shrinks
 * the total size most comes next.
 *
 * @param steps the contractions; step {@code k} of n operands makes operand {@code n+k}
 * @param cost the number of multiplications of all steps
 */
record ContractionPath(List<Step> steps, double cost) {
    /** Dynamic programming takes 3ⁿ steps: some 60 thousand here, about a millisecond. */
    static final int EXHAUSTIVE_OPERANDS = 10;

    /**
     * One contraction.
     *
     * @param left the number of the operand whose axes come first
     * @param right the number of the other operand
     */
    record Step(int left, int right) {}

    /** Copies the list. */
    ContractionPath {
        steps = List.copyOf(steps);
    }

    /**
     * Finds the order.
     *
     * @param operands the set of indices of each operand, as bit masks
     * @param output the set of indices of the output
     * @param extents the extents by index
     */
    static ContractionPath optimize(long[] operands, long output, long[] extents) {
        return operands.length <= EXHAUSTIVE_OPERANDS
                ? exhaustive(operands, output, extents)
                : greedy(operands, output, extents);
    }

    static ContractionPath exhaustive(long[] operands, long output, long[] extents) {
        return new SubsetSearch(operands, output, extents).path();
    }

    static ContractionPath greedy(long[] operands, long output, long[] extents) {
        long[] sets = Arrays.copyOf(operands, 2 * operands.length - 1);
        List<Integer> open = new ArrayList<>();
        for (int operand = 0; operand < operands.length; operand++) {
            open.add(operand);
        }
        List<Step> steps = new ArrayList<>();
        double cost = 0;
        while (open.size() > 1) {
            Step best = cheapest(open, sets, output, extents);
            cost += size(sets[best.left()] | sets[best.right()], extents);
            int made = operands.length + steps.size();
            open.remove(Integer.valueOf(best.left()));
            open.remove(Integer.valueOf(best.right()));
            sets[made] = (sets[best.left()] | sets[best.right()]) & (output | union(open, sets));
            open.add(made);
            steps.add(best);
        }
        return new ContractionPath(steps, cost);
    }

    /** Pairs without a common index come last, the smallest results first. */
    private static Step cheapest(List<Integer> open, long[] sets, long output, long[] extents) {
        Step best = new Step(open.get(0), open.get(1));
        double bestGrowth = Double.POSITIVE_INFINITY;
        boolean bestShares = false;
        for (int i = 0; i < open.size(); i++) {
            for (int j = i + 1; j < open.size(); j++) {
                long left = sets[open.get(i)];
                long right = sets[open.get(j)];
                boolean shares = (left & right) != 0;
                if (bestShares && !shares) {
                    continue;
                }
                long result = (left | right) & (output | unionWithout(open, sets, i, j));
                double growth = size(result, extents) - size(left, extents) - size(right, extents);
                if (shares && !bestShares || growth < bestGrowth) {
                    best = new Step(open.get(i), open.get(j));
                    bestGrowth = growth;
                    bestShares = shares;
                }
            }
        }
        return best;
    }

    private static long union(List<Integer> open, long[] sets) {
        return unionWithout(open, sets, -1, -1);
    }

    private static long unionWithout(List<Integer> open, long[] sets, int i, int j) {
        long union = 0;
        for (int position = 0; position < open.size(); position++) {
            if (position != i && position != j) {
                union |= sets[open.get(position)];
            }
        }
        return union;
    }

    /** The number of elements over a set of indices; a real number, since it may exceed every integer type. */
    static double size(long indices, long[] extents) {
        double size = 1;
        for (long rest = indices; rest != 0; rest &= rest - 1) {
            size *= extents[Long.numberOfTrailingZeros(rest)];
        }
        return size;
    }

    /** Dynamic programming over the subsets of operands, each a bit mask. */
    private static final class SubsetSearch {
        private final int operands;
        private final long output;
        private final long[] extents;
        private final long[] unions;
        private final double[] costs;
        private final double[] sizes;
        private final int[] splits;

        SubsetSearch(long[] operands, long output, long[] extents) {
            this.operands = operands.length;
            this.output = output;
            this.extents = extents;
            int subsets = 1 << operands.length;
            this.unions = new long[subsets];
            this.costs = new double[subsets];
            this.sizes = new double[subsets];
            this.splits = new int[subsets];
            for (int subset = 1; subset < subsets; subset++) {
                int lowest = Integer.numberOfTrailingZeros(subset);
                unions[subset] = unions[subset & subset - 1] | operands[lowest];
            }
            // Every proper subset of a subset is a smaller number, so this order visits parts before the whole.
            for (int subset = 1; subset < subsets; subset++) {
                if (Integer.bitCount(subset) > 1) {
                    split(subset);
                }
            }
        }

        /** The indices that the contraction of a subset still has; an operand by itself has all of its own. */
        private long result(int subset) {
            if ((subset & subset - 1) == 0) {
                return unions[subset];
            }
            int others = unions.length - 1 & ~subset;
            return unions[subset] & (output | unions[others]);
        }

        private void split(int subset) {
            int lowest = Integer.lowestOneBit(subset);
            double bestCost = Double.POSITIVE_INFINITY;
            double bestSize = Double.POSITIVE_INFINITY;
            // Each split is met once: the left part is the one with the first operand.
            for (int right = subset & subset - 1; right != 0; right = right - 1 & subset & ~lowest) {
                int left = subset & ~right;
                double cost = costs[left] + costs[right] + size(result(left) | result(right), extents);
                double size = sizes[left] + sizes[right];
                if (cost < bestCost || cost == bestCost && size < bestSize) {
                    bestCost = cost;
                    bestSize = size;
                    splits[subset] = left;
                }
            }
            costs[subset] = bestCost;
            sizes[subset] = bestSize + size(result(subset), extents);
        }

        ContractionPath path() {
            List<Step> steps = new ArrayList<>();
            int whole = unions.length - 1;
            if (operands > 1) {
                collect(whole, steps);
            }
            return new ContractionPath(steps, costs[whole]);
        }

        private int collect(int subset, List<Step> steps) {
            if (Integer.bitCount(subset) == 1) {
                return Integer.numberOfTrailingZeros(subset);
            }
            int left = collect(splits[subset], steps);
            int right = collect(subset & ~splits[subset], steps);
            steps.add(new Step(left, right));
            return operands + steps.size() - 1;
        }
    }
}
