package dev.sluice.backend.cpu.memory;

/**
 * The block sizes that a pool deals in: multiples of 64 up to 512 bytes, then four for each doubling, so that a block is
 * at most a quarter larger than asked for.
 */
final class SizeClasses {
    private static final int LINEAR = 8;

    private SizeClasses() {}

    /** The class of the smallest blocks that hold {@code bytes}, which are positive. */
    static int indexOf(long bytes) {
        long units = (bytes + 63) >>> 6;
        if (units <= LINEAR) {
            return (int) units - 1;
        }
        int doubling = 63 - Long.numberOfLeadingZeros(units - 1);
        int quarter = (int) ((units - 1) >>> (doubling - 2)) & 3;
        return LINEAR + (doubling - 3) * 4 + quarter;
    }

    /** The bytes of a block of a class. */
    static long bytes(int index) {
        if (index < LINEAR) {
            return (index + 1L) << 6;
        }
        int doubling = (index - LINEAR) / 4 + 3;
        int quarter = (index - LINEAR) % 4;
        return (long) (quarter + 5) << (doubling - 2 + 6);
    }
}
