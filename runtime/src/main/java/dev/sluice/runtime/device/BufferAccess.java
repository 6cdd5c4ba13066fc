package dev.sluice.runtime.device;

import dev.sluice.ClosedException;

/** The life of an access that a program opened on a stream: it is ended once, and publishes the end of the stream then. */
final class BufferAccess {
    private final DeviceBuffer buffer;
    private final StreamLease stream;
    private boolean ended;

    /** Takes over an access that is open, and a lease of its stream. */
    BufferAccess(DeviceBuffer buffer, StreamLease stream) {
        this.buffer = buffer;
        this.stream = stream;
    }

    long address() {
        if (ended) {
            throw new ClosedException("the access to " + buffer + " has ended");
        }
        return buffer.address();
    }

    void endRead() {
        if (!ended) {
            ended = true;
            StreamSlot slot = stream.slot();
            Enqueued work = Enqueued.end(slot);
            try {
                buffer.endRead(slot, work.ticket());
            } finally {
                stream.close();
            }
            work.rethrow();
        }
    }

    void endWrite() {
        if (!ended) {
            ended = true;
            StreamSlot slot = stream.slot();
            Enqueued work = Enqueued.end(slot);
            try {
                buffer.endWrite(slot, work.ticket());
            } finally {
                stream.close();
            }
            work.rethrow();
        }
    }
}
