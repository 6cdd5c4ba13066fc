package dev.sluice.tck.golden;

import dev.sluice.DType;
import dev.sluice.Sluice;
import dev.sluice.Tensor;
import dev.sluice.expression.Expression;
import dev.sluice.spi.scalar.Philox4x64;
import dev.sluice.tck.Chapter;
import dev.sluice.tck.Feature;
import dev.sluice.tck.Rule;
import dev.sluice.tck.RuleCase;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Random words against those of NumPy, which counts before it generates. The shared generator is compared for every key
 * and counter; the backend's own for those that an expression can name: second word of the key zero, counter from zero.
 */
final class PhiloxChapter implements Chapter {
    private static final Rule RULE =
            Rule.of("OPS-8", "Random words are, bit for bit, those of NumPy's Philox generator.", Feature.DEVICE);

    private final GoldenDirectory directory;

    PhiloxChapter(GoldenDirectory directory) {
        this.directory = directory;
    }

    @Override
    public String title() {
        return "Golden values: random words";
    }

    @Override
    public List<RuleCase> cases() {
        List<RuleCase> cases = new ArrayList<>();
        for (GoldenCase golden : directory.cases("philox")) {
            cases.add(new RuleCase(
                    RULE, golden.name() + " " + golden.operation(), subject -> verify(subject.sluice(), golden)));
        }
        return cases;
    }

    private void verify(Sluice sluice, GoldenCase golden) {
        long[] key = words(golden, "key");
        long[] counter = words(golden, "counter");
        long[] expected = sluice.loadArchive(directory.archive("philox"))
                .get(golden.name() + "/out0")
                .toLongArray();
        requireEqual(golden, "the generator", expected, generate(key, counter, expected.length));
        if (key[1] == 0 && Arrays.stream(counter).allMatch(word -> word == 0)) {
            Tensor positions = sluice.arange(expected.length);
            Expression word = new Expression.Philox(Expression.input(0, DType.I64), Expression.constant(key[0]));
            requireEqual(
                    golden, "the backend", expected, sluice.map(word, positions).toLongArray());
        }
    }

    private static long[] words(GoldenCase golden, String name) {
        return GoldenDirectory.asList(golden.arguments().get(name)).stream()
                .mapToLong(word -> Long.parseUnsignedLong(String.valueOf(word)))
                .toArray();
    }

    private static long[] generate(long[] key, long[] start, int count) {
        long[] counter = start.clone();
        long[] words = new long[count];
        for (int first = 0; first < count; first += counter.length) {
            increment(counter);
            long[] block = counter.clone();
            Philox4x64.generate(block, key[0], key[1]);
            System.arraycopy(block, 0, words, first, Math.min(block.length, count - first));
        }
        return words;
    }

    /** Adds one to a number of four words, the least significant first. */
    private static void increment(long[] counter) {
        for (int word = 0; word < counter.length && ++counter[word] == 0; word++) {
            // The carry goes on to the next word.
        }
    }

    private static void requireEqual(GoldenCase golden, String who, long[] expected, long[] actual) {
        if (!Arrays.equals(expected, actual)) {
            throw new AssertionError(golden.name() + " (" + golden.arguments() + "): " + who + " differs from word "
                    + Arrays.mismatch(expected, actual) + " on");
        }
    }
}
