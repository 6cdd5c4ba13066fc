package dev.sluice.backend.debug.simulation;

import dev.sluice.DeadlockException;
import dev.sluice.backend.debug.CallKind;
import dev.sluice.backend.debug.CostModel;
import dev.sluice.backend.debug.Defect;
import dev.sluice.backend.debug.ExecutionMode;
import dev.sluice.backend.debug.Interval;
import dev.sluice.backend.debug.Report;
import dev.sluice.backend.debug.causality.VectorClock;
import dev.sluice.backend.debug.memory.HostAccesses;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * The world of all simulated devices of a backend: order, time and causality of the submitted work.
 *
 * <p><b>Protocol.</b> All state, here and in everything reachable from here, is guarded by {@link #lock()}; every method
 * but {@code deliver} and those of the lock is called with it held. Effects run under the lock, so the simulation as a
 * whole is one sequence of steps. Callbacks run without it.
 *
 * <p><b>Causality.</b> An operation gets its vector clock when it is submitted: everything earlier on its stream, what the
 * stream was made to wait for, and everything that the host knew to be finished. The host is one component of the world,
 * not one for each thread: what one thread has learned by a wait, a query or a callback counts as known to all, because
 * how threads order themselves is invisible here. So a race between host threads may pass unnoticed, but no report is
 * false.
 */
public final class Simulator {
    /** Beyond this, the time that a fruitless query lets pass is not doubled any more. */
    private static final int MAXIMUM_DOUBLINGS = 30;

    private final SimulationLock lock = new SimulationLock();
    private final Set<Defect> defects;
    private final int patience;
    private final ReportLog reports;
    private final HostAccesses hostAccesses;
    private final FaultPlan faults = new FaultPlan();
    private final VectorClock hostClock = new VectorClock();
    private final Set<SimulatedStream> streams = new LinkedHashSet<>();
    private final CallbackQueue callbacks = new CallbackQueue();
    private final Deque<long[]> freeComponents = new ArrayDeque<>();
    private final List<Interval> trace = new ArrayList<>();
    private final CallbackDelivery delivery;
    private int components;
    private long sequence;
    private long now;
    private long finishTime;
    private long seed;
    private SplittableRandom random;
    private ExecutionMode mode;
    private CostModel costs;
    private boolean tracksSites;
    private boolean traces;

    /** A world before its first operation. */
    public Simulator(SimulatorSettings settings) {
        this.defects = settings.defects();
        this.patience = settings.patience();
        this.mode = settings.mode();
        this.costs = settings.costs();
        this.seed = settings.seed();
        this.random = new SplittableRandom(seed);
        this.tracksSites = settings.tracksSites();
        this.traces = settings.traces();
        this.reports = new ReportLog(settings.reportMode(), "reproduce with " + settings.reproduction());
        this.hostAccesses = new HostAccesses(reports);
        this.delivery = new CallbackDelivery(this, settings.callbackThread());
    }

    /** The lock of the world. */
    public SimulationLock lock() {
        return lock;
    }

    /** What was found wrong. */
    public ReportLog reports() {
        return reports;
    }

    /** The host memory in use by copies. */
    public HostAccesses hostAccesses() {
        return hostAccesses;
    }

    /** The planned failures. */
    public FaultPlan faults() {
        return faults;
    }

    /** The defects switched on. */
    public Set<Defect> defects() {
        return defects;
    }

    /** What the host knows to be finished. */
    public VectorClock hostClock() {
        return hostClock;
    }

    /** Runs callbacks; called without the lock. */
    public CallbackDelivery delivery() {
        return delivery;
    }

    // --- streams and submission

    /** Creates a stream. What it is given to do comes after everything the host knows to be finished. */
    public SimulatedStream createStream(long token, int device, Timeline timeline) {
        long[] reused = freeComponents.poll();
        int component = reused == null ? components++ : (int) reused[0];
        SimulatedStream stream = new SimulatedStream(
                token, device, timeline, component, reused == null ? 0 : reused[1], hostClock.copy());
        streams.add(stream);
        return stream;
    }

    /** Whether the host knows that all work of a stream is finished. */
    public boolean isKnownIdle(SimulatedStream stream) {
        return hostClock.covers(stream.component(), stream.tickets());
    }

    /** Forgets a stream when its work is done. Its clock component is used again when nothing can refer to it any more. */
    public void destroyStream(SimulatedStream stream) {
        if (stream.pending().isEmpty()) {
            streams.remove(stream);
        }
        if (isKnownIdle(stream)) {
            freeComponents.add(new long[] {stream.component(), stream.tickets()});
        }
    }

    /**
     * Enters an operation into the causal order, before its accesses are checked. It is not submitted yet.
     *
     * @return the operation, whose clock is now the stream's
     */
    public Operation begin(SimulatedStream stream, CallKind kind, Effect effect) {
        stream.clock().join(hostClock);
        sequence++;
        return new Operation(sequence, kind, effect, stream, stream.nextTicket(), site());
    }

    /** Submits an operation that {@link #begin} returned, which takes the given time on a resource. */
    public void submit(Operation operation, Resource resource, double nanoseconds) {
        submit(operation, resource, nanoseconds, null);
    }

    /** Submits an operation that also waits for another one. */
    public void submit(Operation operation, Resource resource, double nanoseconds, @Nullable Operation dependency) {
        SimulatedStream stream = operation.stream();
        now += costs.submit();
        Operation previous = stream.tail();
        long ready = Math.max(now, previous == null ? 0 : previous.end());
        if (!defects.contains(Defect.STREAM_UNORDERED)) {
            operation.follow(previous);
        }
        if (dependency != null) {
            ready = Math.max(ready, dependency.end());
            operation.follow(dependency);
        }
        long duration = (long) Math.ceil(nanoseconds * stream.slowdown());
        long start = stream.timeline().place(resource, ready, duration, now);
        operation.place(start, start + duration);
        finishTime = Math.max(finishTime, operation.end());
        stream.append(operation);
        makeProgress();
    }

    /** The call site outside this backend, to be appended to a description; empty when sites are not tracked. */
    public String site() {
        return tracksSites ? CallSite.current() : "";
    }

    // --- execution

    private void makeProgress() {
        switch (mode) {
            case EAGER -> runAllReady();
            case LATEST -> {}
            case RANDOM -> {
                while (random.nextBoolean()) {
                    if (!runOne()) {
                        return;
                    }
                }
            }
        }
    }

    private void runAllReady() {
        boolean progress = true;
        while (progress) {
            progress = false;
            for (SimulatedStream stream : List.copyOf(streams)) {
                while (!stream.pending().isEmpty()
                        && stream.pending().getFirst().isReady()) {
                    run(stream.pending().getFirst());
                    progress = true;
                }
            }
        }
    }

    private List<Operation> ready() {
        List<Operation> heads = new ArrayList<>();
        for (SimulatedStream stream : streams) {
            if (!stream.pending().isEmpty()) {
                heads.add(stream.pending().getFirst());
            }
        }
        return WorkGraph.ready(heads);
    }

    /** Lets one operation that may take effect do so, chosen by the mode. */
    private boolean runOne() {
        List<Operation> ready = ready();
        if (ready.isEmpty()) {
            return false;
        }
        Operation chosen = ready.getFirst();
        switch (mode) {
            case RANDOM -> chosen = ready.get(random.nextInt(ready.size()));
            case EAGER, LATEST -> {
                boolean latest = mode == ExecutionMode.LATEST;
                for (Operation operation : ready) {
                    if (operation.sequence() > chosen.sequence() == latest) {
                        chosen = operation;
                    }
                }
            }
        }
        run(chosen);
        return true;
    }

    private void run(Operation operation) {
        operation.stream().pending().remove(operation);
        if (traces) {
            trace.add(operation.interval());
        }
        operation.run();
    }

    /** Lets an operation take effect, and before it whatever it needs. */
    private void force(@Nullable Operation target) {
        if (target == null || target.state() == Operation.State.DONE) {
            return;
        }
        Set<Operation> needed = WorkGraph.needed(target);
        List<Operation> order = switch (mode) {
            case EAGER -> WorkGraph.earliestFirst(needed);
            case LATEST -> WorkGraph.latestFirst(needed);
            case RANDOM -> WorkGraph.shuffled(needed, random);
        };
        for (Operation operation : order) {
            // An effect may have made a device unusable, whose work is then gone.
            if (operation.state() == Operation.State.PENDING) {
                run(operation);
            }
        }
    }

    /** Drops the work of a device that has become unusable. What waits for it on other devices goes on. */
    public void abandon(int device) {
        for (SimulatedStream stream : streams) {
            if (stream.device() == device) {
                stream.pending().forEach(Operation::finish);
                stream.pending().clear();
            }
        }
        callbacks.drop(device);
    }

    // --- what the host learns

    private boolean isFinished(@Nullable Operation operation) {
        return operation == null
                || operation.state() == Operation.State.DONE && (mode != ExecutionMode.EAGER || operation.end() <= now);
    }

    /** Whether the effect of an operation is there for everyone to see, without looking. */
    public boolean isVisible(@Nullable Operation operation) {
        return isFinished(operation);
    }

    private void learn(@Nullable Operation operation, VectorClock past) {
        now = Math.max(now, operation == null ? 0 : operation.end());
        hostClock.join(past);
        hostAccesses.forget(hostClock);
    }

    /**
     * Asks whether an operation is finished.
     *
     * @param past what precedes and includes the operation
     */
    public boolean query(@Nullable Operation operation, VectorClock past) {
        if (mode == ExecutionMode.RANDOM) {
            makeProgress();
        }
        if (!isFinished(operation) && operation != null) {
            int earlier = operation.stream().countFruitlessQuery();
            if (mode == ExecutionMode.EAGER) {
                now += costs.query() << Math.min(earlier, MAXIMUM_DOUBLINGS);
                return false;
            }
            now += costs.query();
            if (earlier + 1 < patience || isHopeless(operation)) {
                return false;
            }
            force(operation);
        }
        learn(operation, past);
        return true;
    }

    private static boolean isHopeless(Operation operation) {
        try {
            return WorkGraph.needed(operation).isEmpty();
        } catch (DeadlockException e) {
            return true;
        }
    }

    /** Tells the host that what precedes a moment is finished, whether or not it is: what a defective driver does. */
    public void pretendFinished(VectorClock past) {
        hostClock.join(past);
        hostAccesses.forget(hostClock);
    }

    /**
     * Waits on the host for an operation.
     *
     * @throws DeadlockException when it can never finish
     */
    public void await(@Nullable Operation operation, VectorClock past) {
        force(operation);
        learn(operation, past);
    }

    /** Arranges for a callback when an operation is finished. */
    public void addCallback(int device, @Nullable Operation after, VectorClock past, Runnable callback) {
        callbacks.add(new CallbackQueue.Entry(device, after, past.copy(), callback));
        delivery.callbackAdded();
    }

    /** Takes the next callback that is due out of the queue; the host knows then what it tells. */
    CallbackQueue.@Nullable Entry takeDueCallback() {
        for (CallbackQueue.Entry entry : callbacks.byEnd()) {
            if (isFinished(entry.after())) {
                callbacks.remove(entry);
                learn(entry.after(), entry.past());
                return entry;
            }
        }
        return null;
    }

    /**
     * Lets the work of the next callback that can be reached finish.
     *
     * @return whether there was one
     */
    boolean reachNextCallback() {
        for (CallbackQueue.Entry entry : callbacks.byEnd()) {
            Operation after = entry.after();
            if (after == null || !isHopeless(after)) {
                await(after, entry.past());
                return true;
            }
        }
        return false;
    }

    // --- control

    /** Takes a step, as {@link dev.sluice.backend.debug.Simulation#step()} says, without callbacks. */
    public boolean step() {
        if (runOne()) {
            return true;
        }
        if (now < finishTime) {
            now = finishTime;
            return true;
        }
        return false;
    }

    /** Lets everything take effect that can. */
    public void drain() {
        boolean progress = true;
        while (progress) {
            progress = runOne();
        }
        now = Math.max(now, finishTime);
    }

    /** The order in use. */
    public ExecutionMode mode() {
        return mode;
    }

    /** Changes the order. */
    public void mode(ExecutionMode newMode) {
        mode = newMode;
        if (mode == ExecutionMode.EAGER) {
            runAllReady();
        }
    }

    /** The seed. */
    public long seed() {
        return seed;
    }

    /** Restarts the random choices. */
    public void reseed(long newSeed) {
        seed = newSeed;
        random = new SplittableRandom(newSeed);
    }

    /** The host's time. */
    public long now() {
        return now;
    }

    /** Lets host time pass. */
    public void advance(long nanoseconds) {
        if (nanoseconds < 0) {
            throw new IllegalArgumentException("time cannot advance by " + nanoseconds + " ns");
        }
        now += nanoseconds;
    }

    /** When everything submitted so far has ended. */
    public long finishTime() {
        return finishTime;
    }

    /** The costs in use. */
    public CostModel costs() {
        return costs;
    }

    /** Changes the costs. */
    public void costs(CostModel newCosts) {
        costs = newCosts;
    }

    /** Whether sites are remembered. */
    public void trackSites(boolean on) {
        tracksSites = on;
    }

    /** Whether operations are traced. */
    public void tracing(boolean on) {
        traces = on;
    }

    /** The traced operations. */
    public List<Interval> trace() {
        return List.copyOf(trace);
    }

    /** All work that has not taken effect. */
    public String describe() {
        List<Operation> pending = new ArrayList<>();
        streams.forEach(stream -> pending.addAll(stream.pending()));
        return "virtual time " + now + " ns, " + pending.size() + " operations have not taken effect\n"
                + WorkGraph.describe(pending);
    }

    /** Reports something that a program did wrong. */
    public void report(Report.Kind kind, int device, String message) {
        reports.report(kind, device, message);
    }
}
