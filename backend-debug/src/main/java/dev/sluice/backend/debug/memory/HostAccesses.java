package dev.sluice.backend.debug.memory;

import dev.sluice.backend.debug.Report;
import dev.sluice.backend.debug.causality.Moment;
import dev.sluice.backend.debug.causality.VectorClock;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The host memory that submitted copies use. A copy whose end the host knows of is forgotten, because everything
 * submitted afterwards comes after it; so this holds no more than what is under way.
 */
public final class HostAccesses {
    private record Use(@Nullable Object array, long start, long end, boolean write, Moment moment) {
        boolean overlaps(MemorySegment host) {
            return array == host.heapBase().orElse(null)
                    && start < host.address() + host.byteSize()
                    && host.address() < end;
        }
    }

    private final ReportSink sink;
    private List<Use> uses = new ArrayList<>();

    /** No access yet. */
    public HostAccesses(ReportSink sink) {
        this.sink = sink;
    }

    /** Enters a copy from or to host memory. */
    public void enter(MemorySegment host, boolean write, int device, Moment moment, VectorClock clock) {
        for (Use earlier : uses) {
            if ((write || earlier.write) && earlier.overlaps(host) && !clock.covers(earlier.moment)) {
                sink.report(
                        Report.Kind.RACE,
                        device,
                        (write ? "write" : "read") + " by " + moment + " and " + (earlier.write ? "write" : "read")
                                + " by " + earlier.moment + " of the same host memory have no order between them");
            }
        }
        uses.add(
                new Use(host.heapBase().orElse(null), host.address(), host.address() + host.byteSize(), write, moment));
    }

    /** An unfinished use of host memory, as far as the host knows, or null. */
    public @Nullable Moment userOf(MemorySegment host) {
        for (Use use : uses) {
            if (use.overlaps(host)) {
                return use.moment;
            }
        }
        return null;
    }

    /** Forgets what the host knows to be finished. */
    public void forget(VectorClock host) {
        if (!uses.isEmpty()) {
            List<Use> remaining = new ArrayList<>(uses.size());
            for (Use use : uses) {
                if (!host.covers(use.moment)) {
                    remaining.add(use);
                }
            }
            uses = remaining;
        }
    }
}
