package dev.sluice.device;

/**
 * A range of bytes within a buffer.
 *
 * @param offset the first byte
 * @param bytes the length, possibly 0
 */
public record ByteRange(long offset, long bytes) {
    /** Checks that the range is one. */
    public ByteRange {
        if (offset < 0 || bytes < 0 || offset + bytes < 0) {
            throw new IllegalArgumentException("no range of " + bytes + " bytes starts at " + offset);
        }
    }

    /** The first byte after the range. */
    public long end() {
        return offset + bytes;
    }
}
