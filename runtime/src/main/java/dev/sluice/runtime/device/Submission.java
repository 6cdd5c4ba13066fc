package dev.sluice.runtime.device;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The scope in which one operation is enqueued: the stream it goes to and its accesses to buffers. Open it, name every
 * buffer, enqueue, close it, also when the leaf throws:
 *
 * {@snippet :
 * try (Submission submission = resources.submit()) {
 *     long in = submission.read(a);
 *     long out = submission.write(c);
 *     kernels.map(kernel, plan, new long[] {out, in}, parameters, submission.stream());
 * }
 * }
 *
 * <p>A submission has one access to a buffer, the strongest it asked for: reading what it also writes, as an operation in
 * place does, is legal in either order of asking. Not thread-safe; used and closed by the thread that opened it.
 */
public final class Submission implements AutoCloseable {
    /** The stream of a device that executes inline, where order needs no stream. */
    private static final long INLINE = 0;

    private static final int TYPICAL_OPERANDS = 4;

    private final @Nullable ExecutionPool pool;
    private final long handle;
    private DeviceBuffer[] buffers = new DeviceBuffer[TYPICAL_OPERANDS];
    private boolean[] writes = new boolean[TYPICAL_OPERANDS];
    private int accesses;
    private boolean closed;

    Submission() {
        this.pool = null;
        this.handle = 0;
    }

    Submission(ExecutionPool pool) {
        this.pool = pool;
        this.handle = pool.take();
    }

    /**
     * Opens a read access.
     *
     * @return the device address
     * @throws dev.sluice.AccessException when a write of somebody else is open
     * @throws dev.sluice.ClosedException when the buffer is closed
     */
    public long read(DeviceBuffer buffer) {
        if (find(buffer) < 0) {
            buffer.beginRead();
            add(buffer, false);
        }
        return buffer.address();
    }

    /**
     * Opens a write access.
     *
     * @return the device address
     * @throws dev.sluice.AccessException when an access of somebody else is open
     * @throws dev.sluice.ClosedException when the buffer is closed
     */
    public long write(DeviceBuffer buffer) {
        int known = find(buffer);
        if (known < 0) {
            buffer.beginWrite();
            add(buffer, true);
        } else if (!writes[known]) {
            buffer.upgrade();
            writes[known] = true;
        }
        return buffer.address();
    }

    /** The stream to enqueue on. */
    public long stream() {
        return INLINE;
    }

    /**
     * The provider handle, bound to the stream.
     *
     * @throws IllegalStateException when the submission was not opened on an execution pool
     */
    public long handle() {
        if (pool == null) {
            throw new IllegalStateException("the submission was opened without an execution pool");
        }
        return handle;
    }

    /** Ends the accesses and returns what was leased. Closing twice is harmless. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        for (int i = 0; i < accesses; i++) {
            if (writes[i]) {
                buffers[i].endWrite();
            } else {
                buffers[i].endRead();
            }
        }
        if (pool != null) {
            pool.give(handle);
        }
    }

    private int find(DeviceBuffer buffer) {
        for (int i = 0; i < accesses; i++) {
            if (buffers[i] == buffer) {
                return i;
            }
        }
        return -1;
    }

    private void add(DeviceBuffer buffer, boolean write) {
        if (accesses == buffers.length) {
            buffers = Arrays.copyOf(buffers, 2 * accesses);
            writes = Arrays.copyOf(writes, 2 * accesses);
        }
        buffers[accesses] = buffer;
        writes[accesses++] = write;
    }
}
