package dev.sluice.runtime.task;

import dev.sluice.ClosedException;
import dev.sluice.ContractViolationException;
import dev.sluice.async.AsyncVariable;
import dev.sluice.async.DeviceScheduler;
import dev.sluice.async.DeviceTask;
import dev.sluice.async.HostTask;
import dev.sluice.async.Scheduler;
import dev.sluice.device.Device;
import dev.sluice.runtime.async.AsyncCell;
import dev.sluice.runtime.async.Awaitable;
import dev.sluice.runtime.async.Blocking;
import dev.sluice.runtime.async.ValueLifecycle;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What both schedulers share: typed admission, validation of routes, and the rules of nesting. A subclass decides where
 * and when a queued activation runs.
 *
 * <p>A scheduler accepts host tasks always, and device tasks exactly when it enrols devices. A device task runs on the
 * device it is bound to, else on the default device, which is not recorded in the task: its <i>effective device</i>.
 */
public abstract sealed class TaskScheduler implements DeviceScheduler, Blocking, AutoCloseable
        permits DebugScheduler, ParallelScheduler {
    private final List<Device> devices;
    private final @Nullable Device defaultDevice;
    private volatile boolean closed;

    TaskScheduler(List<? extends DeviceContext> contexts, @Nullable Device defaultDevice) {
        List<Device> enrolled = new ArrayList<>();
        for (DeviceContext context : contexts) {
            if (enrolled.contains(context.device())) {
                throw new IllegalArgumentException("device " + context.device() + " is enrolled twice");
            }
            enrolled.add(context.device());
        }
        this.devices = List.copyOf(enrolled);
        if (defaultDevice == null) {
            this.defaultDevice = enrolled.isEmpty() ? null : enrolled.getFirst();
        } else {
            this.defaultDevice = canonical(defaultDevice);
        }
    }

    // --- admission

    @Override
    public final HostTask schedule(HostTask task) {
        admit(resumable(task), null);
        return task;
    }

    @Override
    public final DeviceTask schedule(DeviceTask task) {
        ResumableTask admitted = resumable(task);
        requireRoutable(admitted, admitted.boundDevice());
        admit(admitted, null);
        return task;
    }

    @Override
    public final DeviceTask schedule(DeviceTask task, Device device) {
        admit(resumable(task), canonical(device));
        return task;
    }

    private void admit(ResumableTask task, @Nullable Device device) {
        if (closed) {
            throw new ClosedException(this + " was closed; " + task + " is not admitted");
        }
        task.admit(this, device);
        entered(task);
        enqueue(task);
    }

    static ResumableTask resumable(Object task) {
        if (Objects.requireNonNull(task, "task") instanceof ResumableTask resumable) {
            return resumable;
        }
        throw new ContractViolationException("a " + task.getClass().getName()
                + " is no task of this engine; create it with HostTask.of or DeviceTask.of");
    }

    @Override
    public final <T> AsyncVariable<T> async() {
        return AsyncCell.empty(this, ValueLifecycle.immutable());
    }

    @Override
    public final <T> AsyncVariable<T> async(T value) {
        return AsyncCell.of(value, this, ValueLifecycle.immutable());
    }

    // --- activations

    /** Queues one activation of a QUEUED task. Called by any thread; never runs it. */
    abstract void enqueue(ResumableTask task);

    /** A task now routed through this scheduler: admitted, entered by a parent, or migrated here. */
    abstract void entered(ResumableTask task);

    /** A task routed through this scheduler ended, or migrated away, on the thread that activates it. */
    abstract void ended(ResumableTask task);

    /** The thread that activates the task is about to suspend it. */
    abstract void suspending(ResumableTask task);

    /** A suspension did not happen, or was ended by a direct transfer, on the thread that activates the task. */
    abstract void resuming(ResumableTask task);

    // --- routes

    /** The device on which the next activation of a device task runs; null for a host task. */
    final @Nullable Device effectiveDevice(ResumableTask task) {
        if (task.domain() == Domain.HOST) {
            return null;
        }
        Device bound = task.boundDevice();
        return bound != null ? bound : defaultDevice;
    }

    /**
     * Whether a thread of this scheduler that activates {@code from} may go on with {@code to} without queueing it: both
     * are routed here, are of one domain, and have one effective device, and activations are not held back. Equality of
     * schedulers is necessary and not sufficient. The same rule governs the entry of a child and the return to a parent.
     */
    final boolean transfersDirectly(ResumableTask from, ResumableTask to) {
        return from.route() == this
                && to.route() == this
                && from.domain() == to.domain()
                && Objects.equals(effectiveDevice(from), effectiveDevice(to))
                && !isPaused();
    }

    /** The enrolled device that equals {@code device}. */
    final Device canonical(Device device) {
        for (Device enrolled : devices) {
            if (enrolled.equals(device)) {
                return enrolled;
            }
        }
        throw new ContractViolationException("device " + device + " is not enrolled in " + this
                + (devices.isEmpty() ? ", which accepts host tasks only" : "; enrolled are " + devices));
    }

    /** Checks that a task bound to {@code device} can be routed here, before anything of it changes. */
    final void requireRoutable(ResumableTask task, @Nullable Device device) {
        if (task.domain() == Domain.HOST) {
            return;
        }
        if (device != null) {
            canonical(device);
        } else if (defaultDevice == null) {
            throw new ContractViolationException(
                    this + " enrols no device and accepts host tasks only; " + task + " is a device task");
        }
    }

    /**
     * Gives a child that was not admitted its route before it is entered. A child of the parent's domain inherits the
     * scheduler, and a device child without a binding also the parent's. A child of the other domain inherits the
     * scheduler where that accepts the child's domain and device.
     */
    final void prepareChild(ResumableTask parent, ResumableTask child) {
        Device device = child.boundDevice();
        if (device == null && child.domain() == Domain.DEVICE && parent.domain() == Domain.DEVICE) {
            device = parent.boundDevice();
        }
        requireRoutable(child, device);
        child.setRoute(this);
        child.bind(device == null ? null : canonical(device));
    }

    /** Replaces the route of a running task by its own step; the step then returns {@link ResumableTask#ROUTE_CHANGED}. */
    final void migrate(ResumableTask task, Scheduler target) {
        if (!(target instanceof TaskScheduler scheduler)) {
            throw new ContractViolationException(
                    task + " cannot migrate to " + target + ", which is no scheduler of this engine");
        }
        scheduler.requireRoutable(task, task.boundDevice());
        ended(task);
        Device bound = task.boundDevice();
        task.bind(bound == null ? null : scheduler.canonical(bound));
        task.setRoute(scheduler);
        scheduler.entered(task);
    }

    @Override
    public final List<Device> devices() {
        return devices;
    }

    // --- waiting

    @Override
    public final void await(Awaitable awaited) {
        if (awaited.isReady()) {
            return;
        }
        DirectTask direct = DirectTask.current();
        if (direct != null && (runsByItself() || direct.route() == this)) {
            direct.suspendUntil(awaited);
        } else {
            block(awaited);
        }
    }

    /** Whether activations run without anybody driving them. */
    abstract boolean runsByItself();

    final void refuseAdmission() {
        closed = true;
    }

    /** Blocks the calling thread, driving or helping this scheduler. */
    abstract void block(Awaitable awaited);

    /**
     * Ends the scheduler. Its queued activations run first.
     *
     * @throws ContractViolationException naming the tasks that are still routed through it and what each waits for; the
     *     scheduler then stays usable
     */
    @Override
    public abstract void close();
}
