package dev.sluice.device;

import dev.sluice.Storage;
import java.util.List;

/**
 * A logical buffer in device memory: a value with delayed completion. Reads may overlap; a write overlaps nothing. An
 * access that breaks this rule fails at once and waits for nobody: who may come when is decided by program order or by an
 * asynchronous value, and the buffer only checks it. Work of an ended access may still be running; the next access makes
 * its stream wait for it. Thread-safe.
 */
public interface DeviceBuffer extends Storage, AutoCloseable {
    /**
     * Opens a read access: later work on the stream waits for the latest write. Never waits on the host.
     *
     * @throws dev.sluice.AccessException when a write access is open
     * @throws dev.sluice.ClosedException when the buffer is closed
     */
    ReadAccess read(Stream stream);

    /**
     * Opens a write access: later work on the stream waits for the latest write and all reads since. Never waits on the
     * host.
     *
     * @throws dev.sluice.AccessException when another access is open
     * @throws dev.sluice.ClosedException when the buffer is closed
     */
    WriteAccess write(Stream stream);

    /**
     * Divides the buffer into logical buffers over the same memory, each with its own accesses and completions. This
     * buffer is closed by it; the memory is freed when all parts are. Bytes outside the ranges become unreachable.
     *
     * @param ranges disjoint ranges within the buffer
     * @return a buffer for each range, in their order
     * @throws IllegalArgumentException when a range is not within the buffer or overlaps another
     * @throws dev.sluice.AccessException when an access is open
     */
    List<? extends DeviceBuffer> partition(List<ByteRange> ranges);

    /**
     * Forbids further accesses and gives the memory back once the open ones have ended and all work on it has finished.
     * Closing twice is harmless.
     */
    @Override
    void close();
}
