package dev.sluice.backend.debug.memory;

import dev.sluice.backend.debug.causality.Moment;
import dev.sluice.backend.debug.causality.VectorClock;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Who last wrote each byte of an allocation, and who has read it since. Accesses are entered in the order of submission,
 * in which causes precede effects; so two accesses conflict exactly when the later one does not cover the earlier one.
 *
 * <p>The bytes are partitioned into spans with equal history. A read that precedes a later read of the same span is
 * forgotten: whatever comes after the later read comes after it too.
 */
final class AccessHistory {
    /** Receives what an access finds. Offsets are within the allocation. */
    interface Findings {
        /** The access has no order with an earlier one. */
        void unordered(Moment earlier, boolean earlierWrote, long start, long end);

        /** The access reads bytes that hold nothing. */
        void undefined(long start, long end);
    }

    private static final class Span {
        final long end;
        final @Nullable Moment writer;
        final boolean defined;
        final List<Moment> readers;

        Span(long end, @Nullable Moment writer, boolean defined, List<Moment> readers) {
            this.end = end;
            this.writer = writer;
            this.defined = defined;
            this.readers = readers;
        }

        Span endingAt(long newEnd) {
            return new Span(newEnd, writer, defined, new ArrayList<>(readers));
        }
    }

    private final TreeMap<Long, Span> spans = new TreeMap<>();

    /**
     * @param bytes the size of the allocation
     * @param origin what made the bytes usable, or null when that precedes everything
     */
    AccessHistory(long bytes, @Nullable Moment origin) {
        spans.put(0L, new Span(bytes, origin, false, new ArrayList<>(1)));
    }

    void read(long start, long end, Moment reader, VectorClock clock, Findings findings) {
        for (Map.Entry<Long, Span> entry : spansWithin(start, end).entrySet()) {
            Span span = entry.getValue();
            checkWriter(entry.getKey(), span, reader, clock, findings);
            if (!span.defined) {
                findings.undefined(entry.getKey(), span.end);
            }
            span.readers.removeIf(clock::covers);
            span.readers.add(reader);
        }
    }

    void write(long start, long end, boolean defined, Moment writer, VectorClock clock, Findings findings) {
        Map<Long, Span> overwritten = spansWithin(start, end);
        for (Map.Entry<Long, Span> entry : overwritten.entrySet()) {
            checkExclusive(entry.getKey(), entry.getValue(), writer, clock, findings);
        }
        overwritten.clear();
        spans.put(start, new Span(end, writer, defined, new ArrayList<>(1)));
    }

    /** Reports every access to any byte that is not ordered before the moment of a clock. */
    void checkAll(Moment moment, VectorClock clock, Findings findings) {
        spans.forEach((start, span) -> checkExclusive(start, span, moment, clock, findings));
    }

    /** Marks bytes that hold nothing, without an access. */
    void undefine(long start, long end) {
        for (Map.Entry<Long, Span> entry : spansWithin(start, end).entrySet()) {
            Span span = entry.getValue();
            entry.setValue(new Span(span.end, span.writer, false, span.readers));
        }
    }

    private static void checkExclusive(long start, Span span, Moment moment, VectorClock clock, Findings findings) {
        checkWriter(start, span, moment, clock, findings);
        Iterator<Moment> readers = span.readers.iterator();
        while (readers.hasNext()) {
            Moment reader = readers.next();
            if (reader != moment && !clock.covers(reader)) {
                findings.unordered(reader, false, start, span.end);
            }
        }
    }

    private static void checkWriter(long start, Span span, Moment moment, VectorClock clock, Findings findings) {
        Moment writer = span.writer;
        if (writer != null && writer != moment && !clock.covers(writer)) {
            findings.unordered(writer, true, start, span.end);
        }
    }

    private Map<Long, Span> spansWithin(long start, long end) {
        splitAt(start);
        splitAt(end);
        return spans.subMap(start, end);
    }

    private void splitAt(long offset) {
        Map.Entry<Long, Span> entry = spans.lowerEntry(offset);
        if (entry != null && entry.getValue().end > offset) {
            spans.put(entry.getKey(), entry.getValue().endingAt(offset));
            spans.put(offset, entry.getValue());
        }
    }
}
