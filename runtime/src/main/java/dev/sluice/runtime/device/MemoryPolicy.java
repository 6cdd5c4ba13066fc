package dev.sluice.runtime.device;

/**
 * What the allocator keeps.
 *
 * @param primedBytes bytes allocated and freed again before the first allocation, so that the driver has them at hand
 * @param releaseThreshold bytes that the driver may keep for reuse when the memory was drained; what is above goes back to
 *     the system
 */
public record MemoryPolicy(long primedBytes, long releaseThreshold) {
    /** Checks the sizes. */
    public MemoryPolicy {
        if (primedBytes < 0 || releaseThreshold < 0) {
            throw new IllegalArgumentException("neither primed bytes " + primedBytes + " nor release threshold "
                    + releaseThreshold + " may be negative");
        }
    }

    /** Nothing primed, everything kept. */
    public static MemoryPolicy defaults() {
        return new MemoryPolicy(0, Long.MAX_VALUE);
    }
}
