package dev.sluice.backend.debug.simulation;

import dev.sluice.backend.debug.Defect;
import dev.sluice.backend.debug.Report;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs callbacks, one at a time and without the lock of the simulation.
 *
 * <p><b>Protocol.</b> {@code delivering} is set, under the lock, by the thread that runs a callback; others leave the rest
 * to it. It looks for a next one after it has cleared the flag, so a callback that became due meanwhile is not forgotten.
 * {@code runner} is that thread, for noticing a callback that calls the driver.
 */
public final class CallbackDelivery {
    private static final Logger LOG = LoggerFactory.getLogger(CallbackDelivery.class);

    private final Simulator simulator;
    private final boolean ownThread;
    private final Condition changed;
    private boolean delivering;
    private boolean closed;
    private final Map<Integer, Long> delivered = new HashMap<>();
    private @Nullable Thread thread;
    private volatile @Nullable Thread runner;

    CallbackDelivery(Simulator simulator, boolean ownThread) {
        this.simulator = simulator;
        this.ownThread = ownThread;
        this.changed = simulator.lock().newCondition();
    }

    /** Runs the callbacks that are due, unless a thread of its own does that. Called without the lock. */
    public void deliver() {
        if (!ownThread) {
            deliverDue();
        }
    }

    private void deliverDue() {
        while (true) {
            CallbackQueue.Entry entry;
            try (SimulationLock.Held _ = simulator.lock().hold()) {
                if (delivering) {
                    return;
                }
                entry = simulator.takeDueCallback();
                if (entry == null) {
                    return;
                }
                delivering = true;
            }
            run(entry);
        }
    }

    private void run(CallbackQueue.Entry entry) {
        runner = Thread.currentThread();
        RuntimeException failure = null;
        try {
            entry.callback().run();
            if (simulator.defects().contains(Defect.CALLBACK_TWICE)) {
                entry.callback().run();
            }
        } catch (RuntimeException e) {
            LOG.debug("A callback on debug:{} failed", entry.device(), e);
            failure = e;
        }
        runner = null;
        try (SimulationLock.Held _ = simulator.lock().hold()) {
            delivering = false;
            delivered.merge(entry.device(), 1L, Long::sum);
            if (failure != null) {
                simulator.report(Report.Kind.CALLBACK_MISUSE, entry.device(), "a callback threw " + failure);
            }
        }
    }

    /** Whether the calling thread is running a callback. */
    public boolean isInCallback() {
        return runner == Thread.currentThread();
    }

    /** How many callbacks of a device were run. Called with the lock. */
    public long delivered(int device) {
        return delivered.getOrDefault(device, 0L);
    }

    void callbackAdded() {
        if (!ownThread) {
            return;
        }
        if (thread == null) {
            thread = Thread.ofPlatform().daemon().name("sluice-debug-callbacks").start(this::deliverAsTheyFinish);
        }
        changed.signalAll();
    }

    /** A device that nobody waits for still finishes its work: that is what this thread stands for. */
    private void deliverAsTheyFinish() {
        while (true) {
            try (SimulationLock.Held _ = simulator.lock().hold()) {
                while (!closed && !simulator.reachNextCallback()) {
                    changed.awaitUninterruptibly();
                }
                if (closed) {
                    return;
                }
            }
            deliverDue();
        }
    }

    /** Ends the thread. Called with the lock. */
    public void close() {
        closed = true;
        changed.signalAll();
    }
}
