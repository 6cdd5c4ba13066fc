package dev.sluice.backend.debug.device;

import dev.sluice.backend.debug.causality.VectorClock;
import dev.sluice.backend.debug.simulation.Operation;
import dev.sluice.backend.debug.simulation.Simulator;
import java.util.ArrayList;
import java.util.List;

/**
 * How much memory a device has and uses. Memory of a stream-ordered free counts as used until the free has happened, but
 * an allocation that comes after the free in the causal order may already have it. Guarded by the lock of the simulation.
 */
final class MemoryBudget {
    private record PendingFree(Operation free, long bytes) {}

    private final Simulator simulator;
    private final List<PendingFree> pendingFrees = new ArrayList<>();
    private long limit;
    private long used;

    MemoryBudget(Simulator simulator, long limit) {
        this.simulator = simulator;
        this.limit = limit;
    }

    void limit(long bytes) {
        limit = bytes;
    }

    long limit() {
        return limit;
    }

    /** The bytes that are not available now. */
    long used() {
        pendingFrees.removeIf(pending -> {
            boolean happened = simulator.isVisible(pending.free);
            used -= happened ? pending.bytes : 0;
            return happened;
        });
        return used;
    }

    /** Takes memory for an allocation at a place in the causal order, if there is enough. */
    boolean take(long bytes, VectorClock clock) {
        if (used() + bytes > limit) {
            pendingFrees.removeIf(pending -> {
                boolean precedes = clock.covers(pending.free);
                used -= precedes ? pending.bytes : 0;
                return precedes;
            });
        }
        if (used + bytes > limit) {
            return false;
        }
        used += bytes;
        return true;
    }

    void giveBack(long bytes) {
        used -= bytes;
    }

    void giveBackAfter(Operation free, long bytes) {
        pendingFrees.add(new PendingFree(free, bytes));
    }
}
