package dev.sluice.runtime.task;

import dev.sluice.ContractViolationException;
import dev.sluice.DeadlockException;
import dev.sluice.TaskCancelledException;
import dev.sluice.device.Device;
import dev.sluice.runtime.async.Awaitable;
import dev.sluice.runtime.async.ReadPlace;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One deterministic queue for host tasks and the device tasks of every device. Nothing runs until a thread drives it: by
 * {@link #run}, {@link #runAll}, or by waiting for a value. The same program with the same order gives the same
 * activations; another seed gives another legal order; a recorded order can be replayed.
 *
 * <p>A wait that nothing queued can satisfy ends at once with a report of who waits for what, unless a suspended task, or
 * the wait itself, waits for something outside the scheduler: then the driving thread waits for that.
 *
 * <p><b>Protocol.</b> Any thread admits through the {@link Intake}. One thread at a time drives, under {@code driving},
 * which is reentrant, because a task may itself wait for a value and so drive on. Queue, suspended tasks, trace and
 * counters belong to the driver. A driver with nothing to do publishes itself in {@code idle}, looks at the intake once
 * more and parks; a thread that pushed and then sees {@code idle} unparks it. One of the two sees the other.
 */
public final class DebugScheduler extends TaskScheduler {
    private final Intake intake = new Intake();
    private final ReentrantLock driving = new ReentrantLock();
    private final List<DeviceContext> contexts;

    private final RunQueue queue = new RunQueue();
    private final ParkedTasks parked = new ParkedTasks();
    private final ActivationOrder order;
    private @Nullable ActivationTrace trace;
    private int numbers;
    private long activations;

    private volatile boolean paused;
    private volatile @Nullable Thread idle;

    /** A scheduler of host tasks only, first in, first out. */
    public DebugScheduler() {
        this(0, List.of());
    }

    /** A scheduler with an order that a seed determines; 0 is first in, first out. The first device is the default. */
    public DebugScheduler(long seed, List<? extends DeviceContext> devices) {
        this(ActivationOrder.ofSeed(seed), devices, null);
    }

    /** A scheduler with an order and a default device, which is one of {@code devices}; null for the first. */
    public DebugScheduler(
            ActivationOrder order, List<? extends DeviceContext> devices, @Nullable Device defaultDevice) {
        super(devices, defaultDevice);
        this.order = order;
        this.contexts = List.copyOf(devices);
    }

    // --- driving

    /** Runs the activations that are queued now, and none that they queue. */
    public void run() {
        driving.lock();
        try {
            admitArrivals();
            for (int batch = queue.size(); batch > 0 && activateNext(); batch--) {}
        } finally {
            driving.unlock();
        }
    }

    @Override
    public void runAll() {
        driving.lock();
        try {
            while (activateNext() || advanceDevices()) {}
        } finally {
            driving.unlock();
        }
    }

    /** The number of activations run so far. */
    public long activations() {
        return activations;
    }

    /** Records the activations from now on. */
    public ActivationTrace record() {
        driving.lock();
        try {
            ActivationTrace started = new ActivationTrace();
            trace = started;
            return started;
        } finally {
            driving.unlock();
        }
    }

    @Override
    void block(Awaitable awaited) {
        driving.lock();
        try {
            ThreadWaiter waiter = null;
            while (!awaited.isReady()) {
                if (activateNext() || advanceDevices()) {
                    continue;
                }
                requireOutside(awaited);
                if (waiter == null) {
                    waiter = new ThreadWaiter(Thread.currentThread());
                    if (!awaited.subscribe(waiter)) {
                        return;
                    }
                }
                parkUntilArrival(awaited);
            }
        } finally {
            driving.unlock();
        }
    }

    private boolean activateNext() {
        admitArrivals();
        int queued = queue.size();
        if (queued == 0 || paused) {
            return false;
        }
        int position = order.next(queued);
        ActivationTrace recording = trace;
        if (recording != null) {
            recording.chose(position);
        }
        for (ResumableTask task = queue.remove(position); task != null; ) {
            parked.remove(task);
            activations++;
            numbered(task); // a child that is entered directly was never queued
            if (recording != null) {
                recording.activated(task.number);
            }
            task = activate(task);
        }
        return true;
    }

    private @Nullable ResumableTask activate(ResumableTask task) {
        Device device = effectiveDevice(task);
        if (device == null) {
            return task.activate();
        }
        DeviceContext context = contexts.get(devices().indexOf(device));
        long token = context.enter();
        try {
            return task.activate();
        } finally {
            context.leave(token);
        }
    }

    private void admitArrivals() {
        for (ResumableTask task = intake.takeAll(); task != null; ) {
            ResumableTask next = task.nextQueued;
            task.nextQueued = null;
            queue.add(numbered(task));
            task = next;
        }
    }

    private ResumableTask numbered(ResumableTask task) {
        if (task.number == 0) {
            task.number = ++numbers;
        }
        return task;
    }

    // --- nothing to run

    /** Lets time pass on the devices, so that a task that waits for a stream or a handle can go on. */
    private boolean advanceDevices() {
        boolean moved = false;
        if (!paused) {
            for (DeviceContext context : contexts) {
                moved |= context.advance();
            }
        }
        return moved || !paused && !intake.isEmpty();
    }

    private void requireOutside(Awaitable awaited) {
        boolean outside = !paused && (comesFromOutside(awaited) || parked.anyMatch(this::comesFromOutside));
        boolean arrived = awaited.isReady() || !paused && !intake.isEmpty(); // by another thread, just now
        if (!outside && !arrived) {
            throw new DeadlockException(report(awaited));
        }
    }

    private void parkUntilArrival(Awaitable awaited) {
        idle = Thread.currentThread();
        try {
            while (intake.isEmpty() && !awaited.isReady()) {
                LockSupport.park(this);
                if (Thread.interrupted()) {
                    Thread.currentThread().interrupt();
                    throw new TaskCancelledException(
                            "the thread was interrupted while it waited for " + awaited.describe());
                }
            }
        } finally {
            idle = null;
        }
    }

    /**
     * Whether an event needs no activation of this scheduler first: it comes from a device or another thread, or the task
     * that makes it happen runs on a scheduler that nobody has to drive. A deadlock that leads through such a task is not
     * noticed.
     */
    private boolean comesFromOutside(Awaitable awaited) {
        Object source = awaited instanceof ReadPlace<?> read ? read.epoch().owner() : awaited;
        if (source instanceof ResumableTask task) {
            TaskScheduler route = task.route();
            return route != null && route != this && route.runsByItself();
        }
        return awaited.isExternal();
    }

    private String report(Awaitable awaited) {
        List<ResumableTask> suspended = parked.inOrderOfAdmission();
        TaskReport report = new TaskReport(suspended);
        StringBuilder text = new StringBuilder("nothing that can run would satisfy the ");
        text.append(report.explain(awaited));
        if (paused) {
            text.append("; the scheduler is paused with ").append(queue.size()).append(" activations queued");
        }
        text.append("; suspended: ").append(report.text());
        return text.append("\n(order: ").append(order).append(')').toString();
    }

    // --- tasks

    @Override
    void enqueue(ResumableTask task) {
        intake.push(task);
        Thread waiting = idle;
        if (waiting != null) {
            LockSupport.unpark(waiting);
        }
    }

    @Override
    void entered(ResumableTask task) {}

    @Override
    void ended(ResumableTask task) {}

    @Override
    void suspending(ResumableTask task) {
        parked.add(task);
    }

    @Override
    void resuming(ResumableTask task) {
        parked.remove(task);
    }

    // --- life

    @Override
    public void pause() {
        paused = true;
    }

    @Override
    public void resume() {
        paused = false;
    }

    @Override
    public boolean isPaused() {
        return paused;
    }

    @Override
    public void close() {
        runAll();
        driving.lock();
        try {
            List<ResumableTask> suspended = parked.inOrderOfAdmission();
            if (!suspended.isEmpty()) {
                throw new ContractViolationException(this + " is closed while tasks routed through it are suspended: "
                        + new TaskReport(suspended).text());
            }
            refuseAdmission();
        } finally {
            driving.unlock();
        }
    }

    @Override
    boolean runsByItself() {
        return false;
    }

    @Override
    public String toString() {
        return "debug scheduler (" + order + ")";
    }
}
