package dev.sluice.backend.cpu.openblas;

import java.util.function.IntConsumer;

/** The thread count of a library, of which the process has one. Thread-safe. */
final class ThreadCount {

    private final int limit;
    private final IntConsumer setter;

    /** Guarded by this object's monitor, and written after the library was told. */
    private int current;

    /**
     * Starts with one thread.
     *
     * @param limit the most threads that the library was built or told to use
     * @param setter tells the library
     */
    ThreadCount(int limit, IntConsumer setter) {
        this.limit = limit;
        this.setter = setter;
        setter.accept(1);
        this.current = 1;
    }

    /** The most threads that are of use. */
    int limit() {
        return limit;
    }

    /** Tells the library, unless it was told so last time. */
    synchronized void set(int threads) {
        if (current != threads) {
            setter.accept(threads);
            current = threads;
        }
    }
}
