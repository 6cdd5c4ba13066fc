package dev.sluice.backend.cuda.kernel;

import dev.sluice.backend.cuda.context.CudaContext;
import dev.sluice.backend.cuda.lwjgl.DriverCalls;
import dev.sluice.backend.cuda.lwjgl.DriverStatus;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.ref.ReferenceQueue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The tables of plans in the memory of one device, uploaded once for each plan object and kept until the plan is
 * forgotten. Thread-safe; callers have entered the context.
 *
 * <p>A table is uploaded on the stream of its first use; other streams wait for the event behind it until it is known
 * to be done. It is freed on a stream of its own that first waits for everything submitted to any stream. That covers
 * every kernel that uses it, because whoever submits one keeps the plan reachable until it is submitted.
 *
 * @param <P> the kind of plan
 */
final class PlanTables<P> {
    /** Writes the words of a plan's table. */
    interface Builder<P> {
        /** The words of the table. */
        long[] words(P plan);

        /** A number that is kept beside the table. */
        long form(P plan);
    }

    private final CudaContext context;
    private final DriverCalls calls;
    private final boolean streamOrdered;
    private final StreamRegistry streams;
    private final Builder<P> builder;
    private final ReferenceQueue<P> forgotten = new ReferenceQueue<>();
    private final Map<Integer, List<PlanTable<P>>> tables = new HashMap<>();
    private volatile @Nullable PlanTable<P> latest;
    private long freeingStream;

    PlanTables(CudaContext context, boolean streamOrdered, StreamRegistry streams, Builder<P> builder) {
        this.context = context;
        this.calls = context.calls();
        this.streamOrdered = streamOrdered;
        this.streams = streams;
        this.builder = builder;
    }

    /** The table of a plan, for a kernel that is submitted to {@code stream} next. */
    PlanTable<P> table(P plan, long stream) {
        PlanTable<P> table = latest;
        if (table == null || !table.refersTo(plan)) {
            table = find(plan, stream);
            latest = table;
        }
        if (!table.isReady() && table.uploadStream() != stream) {
            int status = calls.queryEvent(table.uploaded());
            if (status == DriverStatus.NOT_READY) {
                context.check(calls.waitEvent(stream, table.uploaded()), "cuStreamWaitEvent");
            } else {
                context.check(status, "cuEventQuery");
                table.markReady();
            }
        }
        return table;
    }

    private synchronized PlanTable<P> find(P plan, long stream) {
        List<PlanTable<P>> bucket = tables.computeIfAbsent(System.identityHashCode(plan), hash -> new ArrayList<>(1));
        for (PlanTable<P> table : bucket) {
            if (table.refersTo(plan)) {
                return table;
            }
        }
        freeForgotten();
        PlanTable<P> table = upload(plan, stream);
        bucket.add(table);
        // Freeing may have removed the bucket when it became empty.
        tables.put(System.identityHashCode(plan), bucket);
        return table;
    }

    private PlanTable<P> upload(P plan, long stream) {
        long[] words = builder.words(plan);
        long bytes = words.length * 8L;
        long address = context.result(
                streamOrdered ? calls.allocateAsync(bytes, stream) : calls.allocate(bytes),
                "allocation of a plan's table of " + bytes + " bytes");
        long event = 0;
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment copy = arena.allocateFrom(ValueLayout.JAVA_LONG, words);
            // The driver has taken a copy of pageable memory when this returns.
            context.check(calls.copyToDevice(address, copy.address(), bytes, stream), "cuMemcpyHtoDAsync(plan)");
            event = context.result(calls.createEvent(), "cuEventCreate");
            context.check(calls.recordEvent(event, stream), "cuEventRecord");
            return new PlanTable<>(plan, forgotten, address, stream, event, builder.form(plan));
        } catch (RuntimeException e) {
            int freed = streamOrdered ? calls.freeAsync(address, stream) : calls.free(address);
            int destroyed = event == 0 ? DriverStatus.SUCCESS : calls.destroyEvent(event);
            if (freed != DriverStatus.SUCCESS || destroyed != DriverStatus.SUCCESS) {
                e.addSuppressed(context.failure(Math.max(freed, destroyed), "freeing a plan's table"));
            }
            throw e;
        }
    }

    @SuppressWarnings("unchecked") // The queue holds this class's own references only.
    private void freeForgotten() {
        List<PlanTable<P>> dead = new ArrayList<>();
        for (Object next = forgotten.poll(); next != null; next = forgotten.poll()) {
            PlanTable<P> table = (PlanTable<P>) next;
            List<PlanTable<P>> bucket = tables.get(table.hashCode());
            if (bucket != null && bucket.remove(table)) {
                if (bucket.isEmpty()) {
                    tables.remove(table.hashCode());
                }
                dead.add(table);
            }
        }
        if (dead.isEmpty()) {
            return;
        }
        if (streamOrdered) {
            if (freeingStream == 0) {
                freeingStream = context.result(calls.createStream(), "cuStreamCreate");
            }
            streams.waitForAll(freeingStream, context);
        }
        for (PlanTable<P> table : dead) {
            free(table);
        }
    }

    private void free(PlanTable<P> table) {
        int status = streamOrdered ? calls.freeAsync(table.address(), freeingStream) : calls.free(table.address());
        if (status != DriverStatus.SUCCESS && !context.isGone(status)) {
            throw context.failure(status, "freeing a plan's table");
        }
        int eventStatus = calls.destroyEvent(table.uploaded());
        if (eventStatus != DriverStatus.SUCCESS && !context.isGone(eventStatus)) {
            throw context.failure(eventStatus, "cuEventDestroy");
        }
    }

    /** Frees all tables. The device is idle. */
    synchronized void close() {
        latest = null;
        if (tables.isEmpty() && freeingStream == 0) {
            return;
        }
        long previous = context.enter();
        try {
            if (streamOrdered && freeingStream == 0) {
                freeingStream = context.result(calls.createStream(), "cuStreamCreate");
            }
            tables.values().forEach(bucket -> bucket.forEach(this::free));
            tables.clear();
            if (freeingStream != 0) {
                int status = calls.synchronizeStream(freeingStream);
                int destroyed = calls.destroyStream(freeingStream);
                freeingStream = 0;
                if (!context.isGone(status)) {
                    context.check(status, "cuStreamSynchronize");
                    context.check(destroyed, "cuStreamDestroy");
                }
            }
        } finally {
            context.leave(previous);
        }
    }
}
