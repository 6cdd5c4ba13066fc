package dev.sluice.tck.observe;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Which gates stand before the end of each stream and before what each event holds. One table serves all devices of a
 * backend, since streams wait for events of other devices: event tokens are unique in a backend, or a wait for an event
 * of another device could not name it. Stream tokens need not be, so their key names the device too.
 */
final class Gates {
    record Key(int device, long token) {}

    private final Map<Key, Set<Gate>> streams = new HashMap<>();
    private final Map<Long, Set<Gate>> events = new HashMap<>();

    synchronized Gate hold(Key stream) {
        Gate gate = new Gate();
        streams.computeIfAbsent(stream, key -> new HashSet<>()).add(gate);
        return gate;
    }

    synchronized void record(long event, Key stream) {
        events.put(event, closed(streams, stream));
    }

    synchronized void wait(Key stream, Set<Gate> gates) {
        if (!gates.isEmpty()) {
            streams.computeIfAbsent(stream, key -> new HashSet<>()).addAll(gates);
        }
    }

    synchronized void forgetEvent(long event) {
        events.remove(event);
    }

    synchronized Set<Gate> beforeStream(Key stream) {
        return closed(streams, stream);
    }

    synchronized Set<Gate> beforeEvent(long event) {
        return closed(events, event);
    }

    private static <K> Set<Gate> closed(Map<K, Set<Gate>> table, K key) {
        Set<Gate> gates = table.get(key);
        if (gates == null) {
            return new HashSet<>();
        }
        gates.removeIf(Gate::isOpen);
        return new HashSet<>(gates);
    }
}
