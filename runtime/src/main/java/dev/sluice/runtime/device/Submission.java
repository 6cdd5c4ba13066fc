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
 * place does, is legal in either order of asking. Closing records one point of the stream, publishes it to every ledger, ends
 * the accesses, and gives back stream and handle, in this order: whoever opens the next access finds the point.
 *
 * <p>On a device that executes inline there is no stream and nothing to record.
 *
 * <p>The device is current for the thread while the submission is open. Not thread-safe; used and closed by the thread that
 * opened it.
 */
public final class Submission implements AutoCloseable {
    private static final int TYPICAL_OPERANDS = 4;
    private static final int NO_HANDLE = -1;

    private final DeviceResources resources;
    private final @Nullable StreamSlot slot;
    private final @Nullable ExecutionPool pool;
    private final int handle;
    private final long scope;
    private DeviceBuffer[] buffers = new DeviceBuffer[TYPICAL_OPERANDS];

    /** Bit i tells whether access i is a write; of further accesses, {@code moreWrites} tells. */
    private long writes;

    private boolean @Nullable [] moreWrites;
    private int accesses;
    private @Nullable Workspace workspaces;
    private boolean closed;

    private Submission(
            DeviceResources resources,
            @Nullable StreamSlot slot,
            @Nullable ExecutionPool pool,
            int handle,
            long scope) {
        this.resources = resources;
        this.slot = slot;
        this.pool = pool;
        this.handle = handle;
        this.scope = scope;
    }

    /** Opens a submission on a device that executes inline. */
    static Submission inline(DeviceResources resources) {
        return new Submission(resources, null, null, NO_HANDLE, 0);
    }

    /** Opens a submission with a handle on a device that executes inline. */
    static Submission inline(DeviceResources resources, ExecutionPool pool) {
        return new Submission(resources, null, pool, pool.takeHandle(), 0);
    }

    /**
     * Opens a submission on a stream.
     *
     * @param scope what entering the device returned
     */
    static Submission on(DeviceResources resources, StreamSlot slot, long scope) {
        return new Submission(resources, slot, null, NO_HANDLE, scope);
    }

    /** Opens a submission on a stream and a handle. */
    static Submission on(DeviceResources resources, StreamSlot slot, ExecutionPool pool, int handle, long scope) {
        return new Submission(resources, slot, pool, handle, scope);
    }

    /**
     * Opens a read access. Later work on the stream waits for the latest write.
     *
     * @return the device address
     * @throws dev.sluice.AccessException when a write of somebody else is open
     * @throws dev.sluice.ClosedException when the buffer is closed
     */
    public long read(DeviceBuffer buffer) {
        if (find(buffer) < 0) {
            if (slot == null) {
                buffer.beginRead();
            } else {
                buffer.beginRead(slot);
            }
            add(buffer, false);
        }
        return buffer.address();
    }

    /**
     * Opens a write access. Later work on the stream waits for the latest write and the reads since.
     *
     * @return the device address
     * @throws dev.sluice.AccessException when an access of somebody else is open
     * @throws dev.sluice.ClosedException when the buffer is closed
     */
    public long write(DeviceBuffer buffer) {
        int known = find(buffer);
        if (known < 0) {
            if (slot == null) {
                buffer.beginWrite();
            } else {
                buffer.beginWrite(slot);
            }
            add(buffer, true);
        } else if (!isWrite(known)) {
            if (slot == null) {
                buffer.upgrade();
            } else {
                buffer.upgrade(slot);
            }
            markWrite(known);
        }
        return buffer.address();
    }

    /**
     * Lends device memory to this operation only. Nothing is allocated for 0 bytes.
     *
     * @return the device address, or 0
     */
    public long workspace(long bytes) {
        if (bytes == 0) {
            return 0;
        }
        if (slot != null && resources.memoryPool().isStreamOrdered()) {
            long address = resources.memoryPool().allocateOn(slot.stream(), bytes);
            workspaces = new Workspace(address, bytes, null, workspaces);
            return address;
        }
        DeviceBuffer buffer = resources.allocate(bytes);
        workspaces = new Workspace(0, 0, buffer, workspaces);
        return write(buffer);
    }

    /** A list of the workspaces: memory of the stream, or a buffer. */
    private record Workspace(
            long address,
            long bytes,
            @Nullable DeviceBuffer buffer,
            @Nullable Workspace next) {}

    /** The stream to enqueue on; 0 on a device that executes inline. */
    public long stream() {
        return slot == null ? 0 : slot.stream();
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
        return pool.bind(handle, stream());
    }

    /**
     * Ends the accesses and returns what was leased. Closing twice is harmless.
     *
     * @throws dev.sluice.device.DeviceException when the device could not record the end of the work; everything is given
     *     back all the same
     */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        if (slot == null) {
            closeInline();
        } else {
            closeOn(slot);
        }
    }

    private void closeInline() {
        @Nullable RuntimeException failure = null;
        for (int i = 0; i < accesses; i++) {
            try {
                if (isWrite(i)) {
                    buffers[i].endWrite();
                } else {
                    buffers[i].endRead();
                }
            } catch (RuntimeException e) {
                failure = e;
            }
        }
        if (workspaces != null) {
            closeWorkspaces();
        }
        if (pool != null) {
            pool.giveBack(handle);
        }
        if (failure != null) {
            throw failure;
        }
    }

    private void closeOn(StreamSlot stream) {
        Teardown teardown = new Teardown();
        if (workspaces != null) {
            teardown.step(this::freeWorkspaces);
        }
        Enqueued work = Enqueued.end(stream);
        for (int i = 0; i < accesses; i++) {
            DeviceBuffer buffer = buffers[i];
            try {
                if (isWrite(i)) {
                    buffer.endWrite(stream, work.ticket());
                } else {
                    buffer.endRead(stream, work.ticket());
                }
            } catch (RuntimeException e) {
                teardown.keep(e);
            }
        }
        if (workspaces != null) {
            teardown.step(this::closeWorkspaces);
        }
        if (pool != null) {
            pool.giveBack(handle, stream, work.ticket());
        } else {
            resources.streams().release(stream);
        }
        resources.driver().leave(scope);
        work.rethrow();
        teardown.finish();
    }

    private void freeWorkspaces() {
        for (@Nullable Workspace w = workspaces; w != null; w = w.next) {
            if (w.buffer == null) {
                resources.memoryPool().freeOn(stream(), w.address, w.bytes);
            }
        }
    }

    private void closeWorkspaces() {
        for (@Nullable Workspace w = workspaces; w != null; w = w.next) {
            if (w.buffer != null) {
                w.buffer.close();
            }
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
        }
        buffers[accesses++] = buffer;
        if (write) {
            markWrite(accesses - 1);
        }
    }

    private boolean isWrite(int access) {
        if (access < Long.SIZE) {
            return (writes & 1L << access) != 0;
        }
        return moreWrites != null && access < moreWrites.length && moreWrites[access];
    }

    private void markWrite(int access) {
        if (access < Long.SIZE) {
            writes |= 1L << access;
            return;
        }
        boolean[] more = moreWrites == null ? new boolean[buffers.length] : moreWrites;
        if (access >= more.length) {
            more = Arrays.copyOf(more, buffers.length);
        }
        more[access] = true;
        moreWrites = more;
    }
}
