package dev.sluice.backend.debug.simulation;

import dev.sluice.backend.debug.causality.VectorClock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Callbacks that have not been run, in the order of their registration. Guarded by the lock of the simulation. */
final class CallbackQueue {
    /**
     * A callback.
     *
     * @param after the operation that must be finished, or null
     * @param past what the host knows when it runs
     */
    record Entry(int device, @Nullable Operation after, VectorClock past, Runnable callback) {
        long end() {
            return after == null ? 0 : after.end();
        }
    }

    private final List<Entry> entries = new ArrayList<>();

    void add(Entry entry) {
        entries.add(entry);
    }

    /** The callbacks, those whose work ends first in front, otherwise in the order of registration. */
    List<Entry> byEnd() {
        List<Entry> sorted = new ArrayList<>(entries);
        sorted.sort(Comparator.comparingLong(Entry::end));
        return sorted;
    }

    void remove(Entry entry) {
        entries.remove(entry);
    }

    /** Drops the callbacks of a device that has become unusable. */
    void drop(int device) {
        entries.removeIf(entry -> entry.device == device);
    }
}
