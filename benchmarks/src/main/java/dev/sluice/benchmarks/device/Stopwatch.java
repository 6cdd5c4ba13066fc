package dev.sluice.benchmarks.device;

import java.util.Arrays;
import java.util.Locale;

/** Times work that runs asynchronously: many submissions, then one wait; the median of several rounds. */
final class Stopwatch {
    private static final int ROUNDS = 9;
    private static final double ROUND_SECONDS = 0.02;
    private static final int MOST_SUBMISSIONS = 2000;
    private static final long WARM_UP_NANOSECONDS = 300_000_000;

    private final Runnable wait;

    /** Creates a stopwatch whose {@code wait} returns when everything submitted has finished. */
    Stopwatch(Runnable wait) {
        this.wait = wait;
    }

    /** The seconds of one piece of work. */
    double seconds(Runnable submission) {
        double once = warmUp(submission);
        int count = (int) Math.clamp(ROUND_SECONDS / once, 2, MOST_SUBMISSIONS);
        double[] rounds = new double[ROUNDS];
        for (int i = 0; i < ROUNDS; i++) {
            rounds[i] = round(submission, count);
        }
        Arrays.sort(rounds);
        return rounds[ROUNDS / 2];
    }

    /** Repeats the work until the JVM has compiled what submits it; the seconds of the quickest piece. */
    private double warmUp(Runnable submission) {
        double quickest = Double.MAX_VALUE;
        long end = System.nanoTime() + WARM_UP_NANOSECONDS;
        while (System.nanoTime() < end) {
            quickest = Math.min(quickest, round(submission, quickest < 1e-3 ? 64 : 2));
        }
        return quickest;
    }

    private double round(Runnable submission, int count) {
        wait.run();
        long start = System.nanoTime();
        for (int i = 0; i < count; i++) {
            submission.run();
        }
        wait.run();
        return (System.nanoTime() - start) * 1e-9 / count;
    }

    /** Prints a row with a rate of bytes. */
    void bandwidth(String name, double bytes, Runnable submission) {
        double seconds = seconds(submission);
        print(name, seconds, String.format(Locale.ROOT, "%.0f GB/s", bytes / seconds * 1e-9));
    }

    /** Prints a row with a rate of floating-point operations. */
    void arithmetic(String name, double operations, Runnable submission) {
        double seconds = seconds(submission);
        print(name, seconds, String.format(Locale.ROOT, "%.1f TFLOP/s", operations / seconds * 1e-12));
    }

    /** Prints a row with the time only. */
    void latency(String name, Runnable submission) {
        print(name, seconds(submission), "");
    }

    private static void print(String name, double seconds, String rate) {
        System.out.printf(Locale.ROOT, "| %s | %.2f | %s |%n", name, seconds * 1e6, rate);
    }
}
