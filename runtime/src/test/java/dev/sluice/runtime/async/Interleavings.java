package dev.sluice.runtime.async;

/** What tests of explored interleavings share. Plain checks: the explored code is instrumented, assertion libraries too. */
public final class Interleavings {
    private Interleavings() {}

    /** Fails unless a rule holds. */
    public static void require(boolean condition, String rule) {
        if (!condition) {
            throw new AssertionError(rule);
        }
    }

    /** Runs actions on threads of their own, and one more on the calling thread, until all have ended. */
    public static void together(Runnable own, Runnable... others) {
        Thread[] threads = new Thread[others.length];
        for (int i = 0; i < others.length; i++) {
            threads[i] = new Thread(others[i]);
            threads[i].start();
        }
        own.run();
        for (Thread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
