package dev.sluice.runtime.einsum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ContractionPathTest {
    @Test
    void aMatrixChainIsMultipliedInTheKnownBestOrder() {
        // The example of every textbook: extents 30, 35, 15, 5, 10, 20, 25 take 15125 multiplications.
        long[] extents = {30, 35, 15, 5, 10, 20, 25};
        long[] operands = {0b11, 0b110, 0b1100, 0b11000, 0b110000, 0b1100000};
        assertThat(ContractionPath.exhaustive(operands, 0b1000001, extents).cost())
                .isEqualTo(15125);
    }

    @Test
    void aVectorIsAppliedBeforeTheMatricesMeet() {
        // ij,jk,k->i
        ContractionPath path = ContractionPath.optimize(new long[] {0b011, 0b110, 0b100}, 0b001, new long[] {9, 9, 9});
        assertThat(path.steps()).containsExactly(new ContractionPath.Step(1, 2), new ContractionPath.Step(0, 3));
        assertThat(path.cost()).isEqualTo(162);
    }

    @Test
    void anOuterProductComesFirstWhereItIsCheaper() {
        // i,j,ij-> over two short axes and a matrix that repeats: a,b,abX,X->: contracting a·b first costs 4.
        long[] extents = {2, 2, 1000};
        ContractionPath path = ContractionPath.optimize(new long[] {0b001, 0b010, 0b111}, 0b100, extents);
        assertThat(path.cost()).isEqualTo(4004);
        assertThat(path.steps().getFirst()).isEqualTo(new ContractionPath.Step(0, 1));
    }

    @Test
    void anIndexSharedByThreeOperandsStaysUntilTheLast() {
        // ai,bi,ci->abc: whichever pair comes first keeps i.
        ContractionPath path =
                ContractionPath.optimize(new long[] {0b1001, 0b1010, 0b1100}, 0b0111, new long[] {3, 4, 5, 6});
        assertThat(path.cost()).isEqualTo(3 * 4 * 6 + 3 * 4 * 5 * 6);
    }

    @Test
    void oneOperandNeedsNoStep() {
        assertThat(ContractionPath.optimize(new long[] {0b11}, 0b01, new long[] {3, 4})
                        .steps())
                .isEmpty();
    }

    @Test
    void noOtherTreeIsCheaperThanTheExhaustiveResult() {
        Random random = new Random(11);
        for (int trial = 0; trial < 200; trial++) {
            Network network = Network.random(random, 2 + random.nextInt(4));
            double best = cheapestOfAllTrees(network);
            double found = ContractionPath.exhaustive(network.operands, network.output, network.extents)
                    .cost();
            assertThat(found).as("trial %s of seed 11", trial).isCloseTo(best, within(1e-9 * best));
        }
    }

    @Test
    void theGreedyOrderContractsEveryOperandOnceAndIsNeverCheaperThanTheBest() {
        Random random = new Random(12);
        for (int trial = 0; trial < 200; trial++) {
            Network network = Network.random(random, 2 + random.nextInt(6));
            ContractionPath greedy = ContractionPath.greedy(network.operands, network.output, network.extents);
            ContractionPath best = ContractionPath.exhaustive(network.operands, network.output, network.extents);
            assertThat(greedy.steps()).hasSize(network.operands.length - 1);
            assertThat(greedy.steps().stream().flatMap(step -> java.util.stream.Stream.of(step.left(), step.right())))
                    .doesNotHaveDuplicates();
            assertThat(greedy.cost()).isGreaterThanOrEqualTo(best.cost() * (1 - 1e-12));
        }
    }

    @Test
    void aLongChainIsContractedInLinearCostGreedily() {
        int length = 40;
        long[] operands = new long[length];
        long[] extents = new long[length + 1];
        java.util.Arrays.fill(extents, 8);
        for (int operand = 0; operand < length; operand++) {
            operands[operand] = 0b11L << operand;
        }
        ContractionPath path = ContractionPath.optimize(operands, 1L | 1L << length, extents);
        assertThat(path.cost()).isEqualTo((length - 1) * 512.0);
    }

    /** All binary trees, by brute force: every pair first, then the rest. */
    private static double cheapestOfAllTrees(Network network) {
        List<Long> sets = new ArrayList<>();
        for (long operand : network.operands) {
            sets.add(operand);
        }
        return cheapest(sets, network);
    }

    private static double cheapest(List<Long> sets, Network network) {
        if (sets.size() == 1) {
            return 0;
        }
        double best = Double.POSITIVE_INFINITY;
        for (int i = 0; i < sets.size(); i++) {
            for (int j = i + 1; j < sets.size(); j++) {
                List<Long> rest = new ArrayList<>(sets);
                long right = rest.remove(j);
                long left = rest.remove(i);
                long others = rest.stream().reduce(network.output, (a, b) -> a | b);
                rest.add((left | right) & others);
                double cost = ContractionPath.size(left | right, network.extents);
                best = Math.min(best, cost + cheapest(rest, network));
            }
        }
        return best;
    }

    private static final class Network {
        private final long[] operands;
        private final long output;
        private final long[] extents;

        private Network(long[] operands, long output, long[] extents) {
            this.operands = operands;
            this.output = output;
            this.extents = extents;
        }

        static Network random(Random random, int count) {
            int indices = 6;
            long[] extents = random.longs(indices, 2, 9).toArray();
            long[] operands = new long[count];
            long union = 0;
            for (int operand = 0; operand < count; operand++) {
                operands[operand] = 1L + random.nextInt(63);
                union |= operands[operand];
            }
            return new Network(operands, union & random.nextLong(), extents);
        }
    }
}
