package dev.sluice.backend.debug;

import java.util.EnumMap;
import java.util.Map;
import java.util.function.LongBinaryOperator;

/**
 * What was asked of one device, or of several, up to one moment. Calls that failed are counted too. Immutable.
 *
 * @param calls the number of calls of each kind
 * @param bytes the bytes moved by each kind of copy, allocated by {@link CallKind#ALLOCATE} and released by
 *     {@link CallKind#FREE}
 * @param callbacksDelivered the number of callbacks that were run
 */
public record Counters(Map<CallKind, Long> calls, Map<CallKind, Long> bytes, long callbacksDelivered) {
    /** Copies the maps; kinds that are absent count 0. */
    public Counters {
        calls = complete(calls);
        bytes = complete(bytes);
    }

    private static Map<CallKind, Long> complete(Map<CallKind, Long> given) {
        Map<CallKind, Long> complete = new EnumMap<>(CallKind.class);
        for (CallKind kind : CallKind.values()) {
            complete.put(kind, given.getOrDefault(kind, 0L));
        }
        return java.util.Collections.unmodifiableMap(complete);
    }

    /** The number of calls of one kind. */
    public long calls(CallKind kind) {
        return calls.getOrDefault(kind, 0L);
    }

    /** The bytes moved, allocated or released by calls of one kind. */
    public long bytes(CallKind kind) {
        return bytes.getOrDefault(kind, 0L);
    }

    /** The number of computations submitted. */
    public long launches() {
        return sum(CallKind::isLaunch);
    }

    /** The number of copies submitted. */
    public long copies() {
        return sum(CallKind::isCopy);
    }

    /** The number of times the host waited. */
    public long hostWaits() {
        return calls(CallKind.SYNCHRONIZE_STREAM) + calls(CallKind.SYNCHRONIZE_EVENT);
    }

    private long sum(java.util.function.Predicate<CallKind> which) {
        long sum = 0;
        for (Map.Entry<CallKind, Long> entry : calls.entrySet()) {
            if (which.test(entry.getKey())) {
                sum += entry.getValue();
            }
        }
        return sum;
    }

    /** What was asked between an earlier snapshot and this one. */
    public Counters minus(Counters earlier) {
        return combine(earlier, (a, b) -> a - b);
    }

    /** What was asked of both together. */
    public Counters plus(Counters other) {
        return combine(other, Long::sum);
    }

    private Counters combine(Counters other, LongBinaryOperator operator) {
        Map<CallKind, Long> combinedCalls = new EnumMap<>(CallKind.class);
        Map<CallKind, Long> combinedBytes = new EnumMap<>(CallKind.class);
        for (CallKind kind : CallKind.values()) {
            combinedCalls.put(kind, operator.applyAsLong(calls(kind), other.calls(kind)));
            combinedBytes.put(kind, operator.applyAsLong(bytes(kind), other.bytes(kind)));
        }
        return new Counters(
                combinedCalls, combinedBytes, operator.applyAsLong(callbacksDelivered, other.callbacksDelivered));
    }
}
