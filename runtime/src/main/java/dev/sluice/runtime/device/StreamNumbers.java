package dev.sluice.runtime.device;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * Small numbers for the streams of this process, by which a stream remembers what it has waited for. Numbers of the driver
 * cannot serve: it hands them out again. Ours are reused too, but a number's tickets go on rising, so that what was
 * remembered of the stream that had it before is never mistaken for something about the stream that has it now.
 */
final class StreamNumbers {
    private static final List<Long> LAST_TICKETS = new ArrayList<>();
    private static final ArrayDeque<Integer> FREE = new ArrayDeque<>();

    private StreamNumbers() {}

    static synchronized int take() {
        if (!FREE.isEmpty()) {
            return FREE.pop();
        }
        LAST_TICKETS.add(0L);
        return LAST_TICKETS.size() - 1;
    }

    /** The last ticket issued under a number by its previous owners. */
    static synchronized long lastTicket(int number) {
        return LAST_TICKETS.get(number);
    }

    static synchronized void give(int number, long lastTicket) {
        LAST_TICKETS.set(number, lastTicket);
        FREE.push(number);
    }
}
