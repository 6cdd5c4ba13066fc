package dev.sluice.runtime.device;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The unfinished work of a logical buffer, as far as a later access must know it: the latest write, and for each stream the
 * latest read since.
 *
 * <p>Protocol: the buffer's access state decides who may come here. The write is changed by the holder of the only access,
 * and the reads are read and cleared by him, so the update of the state orders all that. Only reads that end at the same
 * time meet, in {@link #publishRead}, and that is what the lock is for.
 */
final class CompletionLedger {
    private static final StreamSlot[] NO_STREAMS = {};
    private static final long[] NO_TICKETS = {};

    private @Nullable StreamSlot writer;
    private long writeTicket;
    private StreamSlot[] readers = NO_STREAMS;
    private long[] readTickets = NO_TICKETS;
    private int readCount;

    /** Makes a stream wait for what a read must wait for. */
    void orderRead(StreamSlot consumer) {
        if (writer != null) {
            consumer.waitFor(writer, writeTicket);
        }
    }

    /** Makes a stream wait for what a write must wait for. */
    void orderWrite(StreamSlot consumer) {
        orderRead(consumer);
        for (int i = 0; i < readCount; i++) {
            consumer.waitFor(readers[i], readTickets[i]);
        }
    }

    void publishWrite(StreamSlot stream, long ticket) {
        writer = stream;
        writeTicket = ticket;
        readCount = 0;
    }

    synchronized void publishRead(StreamSlot stream, long ticket) {
        for (int i = 0; i < readCount; i++) {
            if (readers[i] == stream) {
                readTickets[i] = Math.max(ticket, readTickets[i]);
                return;
            }
        }
        if (readCount == readers.length) {
            forgetReached();
        }
        if (readCount == readers.length) {
            int larger = Math.max(2, 2 * readCount);
            readers = Arrays.copyOf(readers, larger);
            readTickets = Arrays.copyOf(readTickets, larger);
        }
        readers[readCount] = stream;
        readTickets[readCount++] = ticket;
    }

    private void forgetReached() {
        int kept = 0;
        for (int i = 0; i < readCount; i++) {
            if (!readers[i].isKnownReached(readTickets[i])) {
                readers[kept] = readers[i];
                readTickets[kept++] = readTickets[i];
            }
        }
        readCount = kept;
    }

    /** A ledger with the same entries. */
    CompletionLedger copy() {
        CompletionLedger copy = new CompletionLedger();
        copy.writer = writer;
        copy.writeTicket = writeTicket;
        copy.readers = readers.clone();
        copy.readTickets = readTickets.clone();
        copy.readCount = readCount;
        return copy;
    }

    /** Adds the entries of another ledger, all of them as reads: who follows waits for every one. */
    void absorb(CompletionLedger other) {
        if (other.writer != null) {
            publishRead(other.writer, other.writeTicket);
        }
        for (int i = 0; i < other.readCount; i++) {
            publishRead(other.readers[i], other.readTickets[i]);
        }
    }

    /** Calls for every entry. */
    void forEach(Entry entry) {
        if (writer != null) {
            entry.accept(writer, writeTicket);
        }
        for (int i = 0; i < readCount; i++) {
            entry.accept(readers[i], readTickets[i]);
        }
    }

    /** What is done with an entry. */
    interface Entry {
        void accept(StreamSlot stream, long ticket);
    }
}
