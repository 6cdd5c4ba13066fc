package dev.sluice.backend.cuda;

import dev.sluice.backend.cuda.context.CudaContext;
import dev.sluice.backend.cuda.lwjgl.DriverStatus;
import dev.sluice.device.DeviceException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs callbacks when the work before them has finished: an event marks the place, and a thread of this object asks for it.
 *
 * <p>Why not a host function of the driver: it costs the stream up to 49 µs, ten times a kernel, and the thread that calls
 * it belongs to the driver. Once such a thread has run Java code it is attached to the virtual machine, and a process that
 * ends then waits for ever: the driver joins the thread while the ending virtual machine does not let it detach.
 *
 * <p>Protocol: what is pending is kept for each stream in the order of submission and guarded by this object's monitor. Only
 * the thread removes entries, and it runs callbacks outside the monitor, so that a callback may take any lock. On one stream
 * it never looks past an event that has not happened, which keeps the order even when both happen between two queries. The
 * thread exists from the first callback on, is parked while nothing is pending, and otherwise asks at intervals that double
 * from a few microseconds to half a millisecond. A poisoned device drops what is pending: nothing after it will happen.
 */
final class TailCallbacks {
    private static final Logger LOG = LoggerFactory.getLogger(TailCallbacks.class);

    private static final long SHORTEST_PAUSE = 5_000;
    private static final long LONGEST_PAUSE = 500_000;

    private record Pending(long event, Runnable callback) {}

    private final CudaContext context;
    private final Map<Long, Queue<Pending>> pendingOfStreams = new HashMap<>();
    private @Nullable Thread thread;
    private boolean closed;

    TailCallbacks(CudaContext context) {
        this.context = context;
    }

    /** Runs a callback once all work submitted to the stream so far has finished. */
    void add(long stream, Runnable callback) {
        long event = record(stream);
        Thread waiting;
        synchronized (this) {
            if (closed) {
                destroy(event);
                throw new IllegalStateException("the driver of " + context.device() + " is closed");
            }
            pendingOfStreams
                    .computeIfAbsent(stream, unused -> new ArrayDeque<>())
                    .add(new Pending(event, callback));
            if (thread == null) {
                thread = Thread.ofPlatform()
                        .name("sluice-callbacks-" + context.device())
                        .daemon()
                        .start(this::run);
            }
            waiting = thread;
        }
        LockSupport.unpark(waiting);
    }

    private long record(long stream) {
        long previous = context.enter();
        try {
            long event = context.result(context.calls().createEvent(), "cuEventCreate");
            int status = context.calls().recordEvent(event, stream);
            if (status != DriverStatus.SUCCESS) {
                destroy(event);
                throw context.failure(status, "cuEventRecord");
            }
            return event;
        } finally {
            context.leave(previous);
        }
    }

    private void run() {
        long pause = SHORTEST_PAUSE;
        List<Runnable> due = new ArrayList<>();
        while (true) {
            boolean more;
            synchronized (this) {
                if (closed) {
                    return;
                }
                collect(due);
                more = !pendingOfStreams.isEmpty();
            }
            if (!due.isEmpty()) {
                due.forEach(this::call);
                due.clear();
                pause = SHORTEST_PAUSE;
            } else if (more) {
                LockSupport.parkNanos(this, pause);
                pause = Math.min(2 * pause, LONGEST_PAUSE);
            } else {
                LockSupport.park(this);
                pause = SHORTEST_PAUSE;
            }
        }
    }

    /** Takes the callbacks whose events have happened. */
    private void collect(List<Runnable> due) {
        if (pendingOfStreams.isEmpty()) {
            return;
        }
        try {
            long previous = context.enter();
            try {
                Iterator<Queue<Pending>> streams = pendingOfStreams.values().iterator();
                while (streams.hasNext()) {
                    Queue<Pending> pending = streams.next();
                    for (Pending next = pending.peek();
                            next != null && hasHappened(next.event);
                            next = pending.peek()) {
                        pending.remove();
                        due.add(next.callback);
                        destroy(next.event);
                    }
                    if (pending.isEmpty()) {
                        streams.remove();
                    }
                }
            } finally {
                context.leave(previous);
            }
        } catch (DeviceException e) {
            LOG.debug("{} runs no further callbacks", context.device(), e);
            forgetAll();
        }
    }

    private boolean hasHappened(long event) {
        int status = context.calls().queryEvent(event);
        if (status == DriverStatus.NOT_READY) {
            return false;
        }
        context.check(status, "cuEventQuery");
        return true;
    }

    private void call(Runnable callback) {
        try {
            callback.run();
        } catch (RuntimeException | Error e) {
            // The next callback belongs to somebody else, who must not suffer for this one.
            LOG.error("a stream callback of {} failed", context.device(), e);
        }
    }

    private void forgetAll() {
        for (Queue<Pending> pending : pendingOfStreams.values()) {
            pending.forEach(entry -> destroy(entry.event));
        }
        pendingOfStreams.clear();
    }

    /** A failure here only says that the context is gone, and its events with it. */
    private void destroy(long event) {
        int status = context.calls().destroyEvent(event);
        if (status != DriverStatus.SUCCESS) {
            LOG.debug("an event of {} was not destroyed: status {}", context.device(), status);
        }
    }

    /** Forgets what is pending and ends the thread. */
    void close() {
        @Nullable Thread running;
        synchronized (this) {
            closed = true;
            running = thread;
            if (!pendingOfStreams.isEmpty()) {
                long previous = context.enter();
                try {
                    forgetAll();
                } finally {
                    context.leave(previous);
                }
            }
        }
        if (running == null) {
            return;
        }
        LockSupport.unpark(running);
        boolean interrupted = false;
        while (running.isAlive() && running != Thread.currentThread()) {
            try {
                running.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
