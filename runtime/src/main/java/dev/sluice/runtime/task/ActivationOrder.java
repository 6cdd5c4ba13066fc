package dev.sluice.runtime.task;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Which of the queued activations a deterministic scheduler takes next. Every answer is a legal order, since whatever is
 * queued may run.
 */
public abstract sealed class ActivationOrder {
    private ActivationOrder() {}

    /** The position, from 0, of the next activation among {@code queued} ones in the order of their admission. */
    abstract int next(int queued);

    /** First in, first out for seed 0; for any other seed, a random order that the seed determines. */
    public static ActivationOrder ofSeed(long seed) {
        return seed == 0 ? new Fifo() : new Random(seed);
    }

    /** Repeats recorded choices, then goes on first in, first out. */
    public static ActivationOrder replay(int... choices) {
        return new Replay(choices.clone());
    }

    private static final class Fifo extends ActivationOrder {
        @Override
        int next(int queued) {
            return 0;
        }

        @Override
        public String toString() {
            return "first in, first out";
        }
    }

    private static final class Random extends ActivationOrder {
        private final long seed;
        private final SplittableRandom random;

        Random(long seed) {
            this.seed = seed;
            this.random = new SplittableRandom(seed);
        }

        @Override
        int next(int queued) {
            return queued == 1 ? 0 : random.nextInt(queued);
        }

        @Override
        public String toString() {
            return "seed " + seed;
        }
    }

    private static final class Replay extends ActivationOrder {
        private final int[] choices;
        private int position;

        Replay(int[] choices) {
            this.choices = choices;
        }

        @Override
        int next(int queued) {
            if (position == choices.length) {
                return 0;
            }
            int choice = choices[position++];
            if (choice >= queued) {
                throw new IllegalStateException("the recorded choice " + choice + " at position " + (position - 1)
                        + " does not fit: " + queued + " activations are queued, so this is another program");
            }
            return choice;
        }

        @Override
        public String toString() {
            return "replay of "
                    + IntStream.of(Arrays.copyOf(choices, Math.min(16, choices.length)))
                            .boxed()
                            .toList() + (choices.length > 16 ? "…" : "");
        }
    }
}
