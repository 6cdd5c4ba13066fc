package dev.sluice.backend.cuda.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** The reciprocals by which kernels divide. */
class WordsTest {
    @Test
    void theReciprocalOfAnExtentGivesExactQuotientsBelowTwoToTheThirtyOne() {
        Random random = new Random(5);
        for (int repeat = 0; repeat < 20_000; repeat++) {
            long extent = 1L + (random.nextInt() >>> 1 >>> random.nextInt(31));
            long[] words = new long[2];
            int[] count = new int[1];
            Words.addAxis(word -> words[count[0]++] = word, extent, false);
            for (long numerator : new long[] {
                0, extent - 1, extent, Integer.MAX_VALUE, random.nextInt() >>> 1, Integer.MAX_VALUE / extent * extent
            }) {
                assertThat(quotient(words, numerator))
                        .as("%d / %d", numerator, extent)
                        .isEqualTo(numerator / extent);
            }
        }
    }

    /** What the kernels compute. */
    private static long quotient(long[] words, long numerator) {
        long multiplier = words[0] >>> 32;
        return multiplier == 0 ? numerator : (numerator * multiplier >>> 32) >>> words[1];
    }
}
