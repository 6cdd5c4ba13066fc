package dev.sluice.runtime.device;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The unfinished work of a logical buffer, as far as a later access must know it: the latest write, and the reads since,
 * of which those that cannot matter any more are dropped when room is needed.
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

    /** Makes a stream wait for what a write must wait for. Of several reads on one stream the latest comes first. */
    void orderWrite(StreamSlot consumer) {
        for (int i = readCount - 1; i >= 0; i--) {
            consumer.waitFor(readers[i], readTickets[i]);
        }
        orderRead(consumer);
    }

    void publishWrite(StreamSlot stream, long ticket) {
        writer = stream;
        writeTicket = ticket;
        readCount = 0;
    }

    synchronized void publishRead(StreamSlot stream, long ticket) {
        if (readCount > 0 && readers[readCount - 1] == stream) {
            readTickets[readCount - 1] = Math.max(ticket, readTickets[readCount - 1]);
            return;
        }
        if (readCount == readers.length) {
            makeRoom();
        }
        readers[readCount] = stream;
        readTickets[readCount++] = ticket;
    }

    /**
     * Drops the reads that are known to be done and those that a later one on the same stream covers, and doubles the room
     * unless that freed half of it. So there are never more than twice as many entries as streams that read, and an entry
     * costs constant time on average.
     */
    private void makeRoom() {
        int kept = 0;
        for (int i = 0; i < readCount; i++) {
            if (!readers[i].isKnownReached(readTickets[i]) && !isCovered(i)) {
                readers[kept] = readers[i];
                readTickets[kept++] = readTickets[i];
            }
        }
        readCount = kept;
        if (2 * kept >= readers.length) {
            int larger = Math.max(4, 2 * readers.length);
            readers = Arrays.copyOf(readers, larger);
            readTickets = Arrays.copyOf(readTickets, larger);
        }
    }

    private boolean isCovered(int read) {
        for (int later = read + 1; later < readCount; later++) {
            if (readers[later] == readers[read] && readTickets[later] >= readTickets[read]) {
                return true;
            }
        }
        return false;
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
