package dev.sluice.backend.cpu;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * The cores of the device, shared by everything that can use more than one: parallel kernels and the native BLAS. Who
 * wants help claims cores beyond its own thread, gets as many as are free, and gives them back; nobody waits. So the
 * threads that compute for one call never outnumber the cores, and calls from several threads share them.
 *
 * <p>The thread that makes a call needs no claim: it is there anyway.
 */
public final class CoreBudget {
    private final int cores;
    private final AtomicInteger free;

    /**
     * Creates a budget.
     *
     * @param cores the number of cores, at least 1
     */
    public CoreBudget(int cores) {
        if (cores < 1) {
            throw new IllegalArgumentException("a budget of " + cores + " cores");
        }
        this.cores = cores;
        this.free = new AtomicInteger(cores - 1);
    }

    /** The number of cores, the caller's included. */
    public int cores() {
        return cores;
    }

    /**
     * Claims up to {@code wanted} cores beyond the caller's.
     *
     * @return how many were granted, from 0 to {@code wanted}; give them back with {@link #release}
     */
    public int claim(int wanted) {
        if (wanted <= 0) {
            return 0;
        }
        int available = free.get();
        while (available > 0) {
            int granted = Math.min(available, wanted);
            int seen = free.compareAndExchange(available, available - granted);
            if (seen == available) {
                return granted;
            }
            available = seen;
        }
        return 0;
    }

    /** Gives back cores that {@link #claim} granted. */
    public void release(int granted) {
        if (granted != 0) {
            free.addAndGet(granted);
        }
    }
}
