package dev.sluice.device;

import java.util.List;

/**
 * The memory of a device as its buffers use it.
 *
 * @param liveBytes bytes of the buffers that are not closed, or closed with accesses open
 * @param liveBuffers the number of such buffers, those without bytes included
 * @param reclaimingBytes bytes of closed buffers that work may still use, as far as the host knows
 * @param reservedBytes bytes that the device has handed out altogether, other programs' included
 * @param peakBytes the greatest {@code liveBytes} so far
 * @param allocations the number of buffers allocated so far
 * @param sites the live buffers by the place that allocated them, greatest first; empty unless allocations are tracked
 */
public record MemoryStatistics(
        long liveBytes,
        long liveBuffers,
        long reclaimingBytes,
        long reservedBytes,
        long peakBytes,
        long allocations,
        List<SiteStatistics> sites) {
    /** Copies the list. */
    public MemoryStatistics {
        sites = List.copyOf(sites);
    }

    /**
     * The live buffers allocated at one place.
     *
     * @param site the place, as the innermost lines of its stack trace
     * @param buffers how many
     * @param bytes how large together
     */
    public record SiteStatistics(String site, long buffers, long bytes) {}
}
