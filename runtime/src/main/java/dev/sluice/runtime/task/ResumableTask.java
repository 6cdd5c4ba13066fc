package dev.sluice.runtime.task;

import dev.sluice.ContractViolationException;
import dev.sluice.SluiceException;
import dev.sluice.TaskCancelledException;
import dev.sluice.async.Task;
import dev.sluice.async.TaskState;
import dev.sluice.device.Device;
import dev.sluice.runtime.async.Awaitable;
import dev.sluice.runtime.async.Place;
import dev.sluice.runtime.async.Waiter;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * One task of either domain: a chain of steps, a state, a route.
 *
 * <p><b>Protocol.</b> {@code state} decides who may touch the task.
 *
 * <pre>
 * CREATED ──admit──▶ QUEUED ──activate──▶ RUNNING ──suspend──▶ SUSPENDED
 *                      ▲                  │    ▲                   │
 *                      │              wake│    │suspend fails      │wake
 *                      │                  ▼    │                   │
 *                      │                 NOTIFIED                  │
 *                      └───────────────────────────────────────────┘
 * </pre>
 *
 * <ul>
 *   <li>Only the activating thread writes RUNNING. It registers with what the step waits for <i>while still running</i>,
 *       and then tries RUNNING → SUSPENDED. After that succeeds it does not touch the task again.
 *   <li>A wake that arrives before the suspension finds RUNNING and leaves NOTIFIED; the suspension then fails, and the
 *       same thread goes on with the next step. So the task neither runs on two threads nor sleeps through its wake.
 *   <li>A wake that finds SUSPENDED moves the task to QUEUED; whoever made that transition queues exactly one activation.
 *   <li>A wake in any other state is a leftover of a wait that cancellation abandoned, and is ignored. None is lost by
 *       that: a registration that matters was published by the present activation, after it wrote RUNNING.
 *   <li>Plain stores suffice for RUNNING and QUEUED: the queue of the scheduler, or the registration, publishes them.
 *   <li>The end of the task is the inherited signal. Everything the task wrote is visible to whoever sees it.
 * </ul>
 *
 * <p>Cancellation is a flag that the activating thread looks at before each step. Setting it wakes a task that waits for
 * something it can walk away from; a task that waits for a lease stays until it can give the lease back, and one that waits
 * for its child cancels the child.
 *
 * <p>Nesting follows one rule, {@link TaskScheduler#transfersDirectly}: where it holds, entering a child and returning to a
 * parent stay on the thread by returning the next task to the loop of the scheduler; everywhere else they are queued.
 */
public abstract class ResumableTask extends Waiter implements Awaitable {
    private static final int CREATED = 0;
    private static final int QUEUED = 1;
    private static final int RUNNING = 2;
    private static final int NOTIFIED = 3;
    private static final int SUSPENDED = 4;
    private static final int SUCCEEDED = 5;
    private static final int FAILED = 6;
    private static final int CANCELLED = 7;

    private static final VarHandle STATE;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(ResumableTask.class, "state", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Returned by a step that changed the route: the next activation goes through it. */
    protected static final Awaitable ROUTE_CHANGED = new RouteChange();

    private volatile int state;
    private volatile boolean cancelRequested;
    private boolean nested;

    /** The number of the task in its scheduler, for traces and reports; 0 until it is drawn. */
    int number;

    /** The position among the suspended tasks of a deterministic scheduler. */
    int parkedAt;

    /** The link in the queue of a scheduler; owned by it while the task is QUEUED. */
    @Nullable
    ResumableTask nextQueued;

    /** Null until the task is admitted or entered. */
    private @Nullable TaskScheduler route;

    /** The device that a device task is bound to. */
    private @Nullable Device affinity;

    private @Nullable Awaitable waitingFor;
    private @Nullable Throwable failure;
    private @Nullable TaskRecord record;

    /** Creates a task that nobody has admitted. */
    @SuppressWarnings("this-escape") // the registry only keeps the reference
    protected ResumableTask() {
        if (TaskRegistry.isTracking()) {
            record = TaskRegistry.add(this);
        }
    }

    // --- what a kind of task defines

    /**
     * Runs the next step.
     *
     * @return what to wait for before the step after it, or null at the end of the task
     * @throws Throwable to fail the task
     */
    protected abstract @Nullable Awaitable step() throws Throwable;

    /**
     * Gives back everything the task owns. Called once, on whatever thread ends the task.
     *
     * @param error what ended the task, or null after success
     * @return whether an output carries the error
     */
    protected abstract boolean settle(@Nullable Throwable error);

    /** Shows each place that the task owns, for reports. May race with the task; then it may show a stale picture. */
    protected abstract void forEachPlace(Consumer<? super Place> visitor);

    /** Runs in place of a step once the task is cancelled. */
    protected @Nullable Awaitable cancelled() throws Throwable {
        throw new TaskCancelledException(this + " was cancelled");
    }

    /** Runs in place of a step when what it returned could not be waited for. */
    protected @Nullable Awaitable refused(Throwable error) throws Throwable {
        throw error;
    }

    abstract Domain domain();

    // --- the handle

    /** Where the task stands now. */
    public final TaskState state() {
        return switch (state) {
            case CREATED -> TaskState.CREATED;
            case QUEUED -> TaskState.QUEUED;
            case RUNNING, NOTIFIED -> TaskState.RUNNING;
            case SUSPENDED -> TaskState.SUSPENDED;
            case SUCCEEDED -> TaskState.SUCCEEDED;
            case FAILED -> TaskState.FAILED;
            default -> TaskState.CANCELLED;
        };
    }

    /** The error that ended the task, if one did. */
    public final Optional<Throwable> failure() {
        return hasFired() ? Optional.ofNullable(failure) : Optional.empty();
    }

    /** Asks the task to end; see {@link Task#cancel}. */
    public final void cancel() {
        cancelRequested = true;
        for (; ; ) {
            int seen = state;
            switch (seen) {
                case CREATED -> {
                    if (STATE.compareAndSet(this, CREATED, RUNNING)) {
                        wakeAll(end(new TaskCancelledException(this + " was cancelled before it was admitted")));
                        return;
                    }
                }
                case RUNNING -> {
                    if (STATE.compareAndSet(this, RUNNING, NOTIFIED)) {
                        return;
                    }
                }
                case SUSPENDED -> {
                    // Stable: a later activation sees the flag before it waits again.
                    Awaitable awaited = waitingFor;
                    if (awaited == null || awaited.isAbandonable()) {
                        if (STATE.compareAndSet(this, SUSPENDED, QUEUED)) {
                            changed(TaskState.QUEUED);
                            requireRoute().enqueue(this);
                            return;
                        }
                    } else {
                        cancelChild(awaited);
                        return;
                    }
                }
                default -> {
                    return;
                }
            }
        }
    }

    private static void cancelChild(Awaitable awaited) {
        if (awaited instanceof ResumableTask child) {
            child.cancel();
        }
    }

    final boolean isCancelRequested() {
        return cancelRequested;
    }

    // --- admission and activation, called by schedulers

    /** Moves a new task to QUEUED on a route; the caller queues its first activation. */
    final void admit(TaskScheduler scheduler, @Nullable Device device) {
        if (!STATE.compareAndSet(this, CREATED, QUEUED)) {
            throw new ContractViolationException(this + " is " + state() + " and cannot be admitted to " + scheduler
                    + ": a task is admitted or awaited once");
        }
        route = scheduler;
        if (device != null) {
            affinity = device;
        }
        changed(TaskState.QUEUED);
    }

    /**
     * Runs steps until the task ends or waits. Called by the thread to which a scheduler gave a queued activation.
     *
     * @return the task to which the thread transfers directly, already QUEUED, or null
     */
    final @Nullable ResumableTask activate() {
        STATE.setOpaque(this, RUNNING);
        changed(TaskState.RUNNING);
        Throwable refusal = null;
        for (; ; ) {
            Awaitable awaited;
            try {
                awaited = next(refusal);
                refusal = null;
                if (awaited == null) {
                    return finish(null);
                }
                if (awaited == ROUTE_CHANGED) {
                    STATE.setOpaque(this, QUEUED);
                    changed(TaskState.QUEUED);
                    requireRoute().enqueue(this);
                    return null;
                }
            } catch (Throwable error) {
                return finish(error);
            }
            waitingFor = awaited;
            try {
                if (awaited instanceof ResumableTask child && child.isFresh()) {
                    if (child.register(this)) {
                        if (suspend(child)) {
                            return enter(child);
                        }
                        child.cancel(); // this task was cancelled, and the child is nobody else's
                    }
                } else if (awaited.subscribe(this) && suspend(awaited)) {
                    return null;
                }
            } catch (RuntimeException | Error error) {
                refusal = error;
            }
            waitingFor = null;
        }
    }

    private @Nullable Awaitable next(@Nullable Throwable refusal) throws Throwable {
        if (refusal != null) {
            return refused(refusal);
        }
        return cancelRequested ? cancelled() : step();
    }

    /** Hands the task to what it waits for; false when it was woken meanwhile and this thread goes on. */
    private boolean suspend(Awaitable awaited) {
        TaskScheduler scheduler = requireRoute();
        scheduler.suspending(this);
        for (; ; ) {
            if (record != null) {
                record.changed(TaskState.SUSPENDED);
            }
            if (STATE.compareAndSet(this, RUNNING, SUSPENDED)) {
                return true;
            }
            STATE.setOpaque(this, RUNNING);
            changed(TaskState.RUNNING);
            if (awaited.isReady() || awaited.isAbandonable()) {
                scheduler.resuming(this);
                return false;
            }
            // Cancelled while something is on its way to this task: stay, so that it can be given back.
            cancelChild(awaited);
        }
    }

    private @Nullable ResumableTask finish(@Nullable Throwable thrown) {
        TaskScheduler scheduler = requireRoute();
        Waiter first = end(thrown);
        scheduler.ended(this);
        if (first instanceof ResumableTask parent
                && parent.isLast()
                && scheduler.transfersDirectly(this, parent)
                && STATE.compareAndSet(parent, SUSPENDED, QUEUED)) {
            parent.changed(TaskState.QUEUED);
            scheduler.resuming(parent);
            return parent;
        }
        wakeAll(first);
        return null;
    }

    private @Nullable Waiter end(@Nullable Throwable thrown) {
        boolean reported = false;
        try {
            reported = settle(thrown);
        } catch (RuntimeException | Error error) {
            if (thrown == null) {
                thrown = error;
            } else if (thrown != error) {
                thrown.addSuppressed(error);
            }
        }
        failure = thrown;
        waitingFor = null;
        TaskState ended = thrown == null
                ? TaskState.SUCCEEDED
                : thrown instanceof TaskCancelledException ? TaskState.CANCELLED : TaskState.FAILED;
        STATE.setRelease(
                this, ended == TaskState.SUCCEEDED ? SUCCEEDED : ended == TaskState.FAILED ? FAILED : CANCELLED);
        if (record != null) {
            TaskRegistry.remove(record);
        }
        Waiter first = fire();
        if (ended == TaskState.FAILED && !reported && first == null) {
            LoggerFactory.getLogger(ResumableTask.class)
                    .warn("{} failed, and it has no output and no parent that could carry the error", this, thrown);
        }
        return first;
    }

    @Override
    public final void wake() {
        for (; ; ) {
            int seen = state;
            if (seen == SUSPENDED) {
                if (STATE.compareAndSet(this, SUSPENDED, QUEUED)) {
                    changed(TaskState.QUEUED);
                    requireRoute().enqueue(this);
                    return;
                }
            } else if (seen != RUNNING || STATE.compareAndSet(this, RUNNING, NOTIFIED)) {
                return;
            }
        }
    }

    // --- nesting

    /**
     * Prepares the wait for another task: one that was not admitted yet gets a route, inherited from this task where the
     * domains agree and its own where it was given one.
     *
     * @throws ContractViolationException when the child cannot be routed; nothing has changed then
     */
    final Awaitable child(ResumableTask child) {
        if (child == this) {
            throw new ContractViolationException(this + " cannot wait for itself");
        }
        if (child.isFresh()) {
            requireRoute().prepareChild(this, child);
        }
        return child;
    }

    /** Throws the error that ended the awaited task, if one did. */
    final void rethrowFailure() {
        Throwable error = failure;
        if (error != null) {
            throw unchecked(error, this);
        }
    }

    static RuntimeException unchecked(Throwable error, Object source) {
        if (error instanceof Error fatal) {
            throw fatal;
        }
        return error instanceof RuntimeException unchecked
                ? unchecked
                : new SluiceException(source + " failed: " + error, error);
    }

    private @Nullable ResumableTask enter(ResumableTask child) {
        TaskScheduler childRoute = child.requireRoute();
        if (!STATE.compareAndSet(child, CREATED, QUEUED)) {
            return null; // admitted or cancelled by somebody else since: its end wakes this task all the same
        }
        child.nested = true;
        child.changed(TaskState.QUEUED);
        childRoute.entered(child);
        if (childRoute.transfersDirectly(this, child)) {
            return child;
        }
        childRoute.enqueue(child);
        return null;
    }

    private boolean isFresh() {
        return state == CREATED;
    }

    // --- the route

    final @Nullable TaskScheduler route() {
        return route;
    }

    final TaskScheduler requireRoute() {
        TaskScheduler present = route;
        if (present == null) {
            throw new IllegalStateException(this + " has no scheduler");
        }
        return present;
    }

    /** Replaces the route of a task that the caller owns: its own step, or its parent before it is entered. */
    final void setRoute(TaskScheduler scheduler) {
        route = scheduler;
    }

    final @Nullable Device boundDevice() {
        return affinity;
    }

    /** Binds a task that nobody has admitted; its scheduler checks the device on admission. */
    final void bindBeforeAdmission(Device device) {
        if (!isFresh()) {
            throw new ContractViolationException(
                    this + " is " + state() + "; only a task that was not admitted yet is bound from outside");
        }
        affinity = device;
    }

    final void bind(@Nullable Device device) {
        affinity = device;
    }

    // --- as something to wait for

    @Override
    public final boolean isReady() {
        return hasFired();
    }

    @Override
    public final boolean subscribe(Waiter waiter) {
        return register(waiter);
    }

    @Override
    public final boolean isAbandonable() {
        return !nested;
    }

    @Override
    public final String describe() {
        return "end of " + this;
    }

    // --- reports

    final @Nullable Awaitable waitingFor() {
        return waitingFor;
    }

    final void rename(String name) {
        TaskRecord present = record;
        if (present == null) {
            present = new TaskRecord(this, 0);
            record = present;
        }
        present.name(name);
    }

    final @Nullable TaskRecord record() {
        return record;
    }

    private void changed(TaskState to) {
        TaskRecord present = record;
        if (present != null) {
            present.changed(to);
        }
    }

    @Override
    public String toString() {
        TaskRecord present = record;
        String name = present == null ? null : present.name();
        if (name != null) {
            return "task '" + name + "'";
        }
        return number == 0 ? "task @" + Integer.toHexString(System.identityHashCode(this)) : "task " + number;
    }

    /** Never waited for: a value to compare with. */
    private static final class RouteChange implements Awaitable {
        @Override
        public boolean isReady() {
            return false;
        }

        @Override
        public boolean subscribe(Waiter waiter) {
            throw new AssertionError("a route change is not an event");
        }

        @Override
        public String describe() {
            return "route change";
        }
    }
}
