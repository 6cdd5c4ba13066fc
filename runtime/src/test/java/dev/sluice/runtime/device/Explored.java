package dev.sluice.runtime.device;

import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.Lincheck;

/**
 * What tests of explored interleavings share. The checks are plain, since assertion libraries would be explored too.
 *
 * <p>The model checker takes an object for private to a thread until it is stored in a shared one, and does not see that a
 * lambda which captures it is run by another thread. So what a test shares must pass through {@link #shared}, or nothing of
 * it is explored.
 */
final class Explored {
    private static final int INTERLEAVINGS = 250;

    @SuppressWarnings("unused") // being stored here is what counts
    private static volatile Object root;

    private Explored() {}

    static void explore(Runnable scenario) {
        Lincheck.runConcurrentTest(INTERLEAVINGS, scenario);
    }

    /** Makes an object known as shared. */
    static <T> T shared(T object) {
        root = object;
        return object;
    }

    /** Runs one action on another thread and one on the calling thread; both must end without an error. */
    static void together(Runnable own, Runnable other) {
        AtomicInteger failures = new AtomicInteger();
        Thread thread = new Thread(() -> {
            try {
                other.run();
            } catch (AssertionError e) {
                failures.incrementAndGet();
            }
        });
        thread.start();
        own.run();
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        require(failures.get() == 0, "the other thread saw what it must not see");
    }

    static void require(boolean condition, String rule) {
        if (!condition) {
            throw new AssertionError(rule);
        }
    }
}
