package dev.sluice.backend.debug.simulation;

import java.util.ArrayList;
import java.util.List;

/** The time one resource is taken, as ascending intervals that neither overlap nor touch. */
final class Lane {
    private record Busy(long start, long end) {}

    private final List<Busy> busy = new ArrayList<>();

    /** The earliest start, not before {@code ready}, of a gap of the given length. */
    long earliestStart(long ready, long duration) {
        long start = ready;
        for (Busy interval : busy) {
            if (start + duration <= interval.start) {
                return start;
            }
            start = Math.max(start, interval.end);
        }
        return start;
    }

    /** Takes a gap. */
    void reserve(long start, long end) {
        int position = 0;
        while (position < busy.size() && busy.get(position).end < start) {
            position++;
        }
        long mergedStart = start;
        long mergedEnd = end;
        while (position < busy.size() && busy.get(position).start <= mergedEnd) {
            Busy touching = busy.remove(position);
            mergedStart = Math.min(mergedStart, touching.start);
            mergedEnd = Math.max(mergedEnd, touching.end);
        }
        busy.add(position, new Busy(mergedStart, mergedEnd));
    }

    /** Forgets what lies before {@code now}, where nothing can be placed any more. */
    void forget(long now) {
        while (!busy.isEmpty() && busy.getFirst().end <= now) {
            busy.removeFirst();
        }
    }
}
