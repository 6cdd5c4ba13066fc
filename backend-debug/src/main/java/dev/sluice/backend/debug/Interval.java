package dev.sluice.backend.debug;

/**
 * One operation that has taken effect.
 *
 * @param sequence its place in the order of submission over all devices, from 1
 * @param device the ordinal of the device
 * @param stream the stream it was submitted to
 * @param kind the call that submitted it
 * @param description what it does, for people to read
 * @param start when it starts, in nanoseconds of virtual time
 * @param end when it ends
 */
public record Interval(
        long sequence, int device, long stream, CallKind kind, String description, long start, long end) {
    /** Whether both run at the same time for a while. */
    public boolean overlaps(Interval other) {
        return start < other.end && other.start < end;
    }
}
