package dev.sluice.backend.debug.memory;

/**
 * Bytes that one operation reads, or writes.
 *
 * @param ranges the addresses
 * @param write whether they are written
 */
public record Access(ByteRanges ranges, boolean write) {
    /** A read. */
    public static Access read(ByteRanges ranges) {
        return new Access(ranges, false);
    }

    /** A write. */
    public static Access write(ByteRanges ranges) {
        return new Access(ranges, true);
    }
}
