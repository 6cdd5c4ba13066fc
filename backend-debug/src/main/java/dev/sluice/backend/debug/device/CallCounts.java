package dev.sluice.backend.debug.device;

import dev.sluice.backend.debug.CallKind;
import dev.sluice.backend.debug.Counters;
import java.util.EnumMap;
import java.util.Map;

/** Counts the calls of one device. Guarded by the lock of the simulation. */
final class CallCounts {
    private static final class Count {
        private long calls;
        private long bytes;
    }

    private final Map<CallKind, Count> counts = new EnumMap<>(CallKind.class);

    void count(CallKind kind) {
        counts.computeIfAbsent(kind, k -> new Count()).calls++;
    }

    void addBytes(CallKind kind, long bytes) {
        counts.computeIfAbsent(kind, k -> new Count()).bytes += bytes;
    }

    Counters snapshot(long callbacksDelivered) {
        Map<CallKind, Long> calls = new EnumMap<>(CallKind.class);
        Map<CallKind, Long> bytes = new EnumMap<>(CallKind.class);
        counts.forEach((kind, count) -> {
            calls.put(kind, count.calls);
            bytes.put(kind, count.bytes);
        });
        return new Counters(calls, bytes, callbacksDelivered);
    }
}
