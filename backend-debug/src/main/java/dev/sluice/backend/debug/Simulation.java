package dev.sluice.backend.debug;

import java.util.List;

/**
 * The control of all simulated devices of one backend, from {@code Backend.service(Simulation.class)}. Thread-safe:
 * everything happens under the one lock of the simulation.
 *
 * <p><b>Time.</b> Virtual time belongs to the program: when an operation starts and ends follows from what was submitted,
 * in which order, and from the {@link CostModel}, never from the {@link ExecutionMode}. Host time passes by submissions,
 * unsuccessful queries, host waits and {@link #advance}.
 *
 * <p><b>Effects.</b> The mode chooses, among the orders that streams and events allow, the one in which operations change
 * memory, and so when a query finds them finished.
 *
 * <p><b>Callbacks</b> are run in the order in which the work before them ends, and of registration where that is the
 * same. By default the thread that runs them is the one that waits on the host or drives the simulation, before its call
 * returns and without the lock; a callback whose work nobody waits for then stays pending. With
 * {@code debug.callbacks=thread} a daemon thread of the simulation, started by the first registration, waits for the
 * work of each callback and runs it, so that a program that relies on callbacks makes progress by itself.
 */
public interface Simulation {
    /** The order in use. */
    ExecutionMode mode();

    /** Changes the order for operations that have not taken effect. */
    void mode(ExecutionMode mode);

    /** The seed that reproduces the choices of {@link ExecutionMode#RANDOM}. */
    long seed();

    /** Restarts the random choices from a seed. */
    void reseed(long seed);

    /** The virtual time of the host in nanoseconds. */
    long now();

    /** Lets host time pass. */
    void advance(long nanoseconds);

    /** When everything submitted so far has ended, in nanoseconds of virtual time. */
    long finishTime();

    /**
     * Takes one step: the next operation in the order of the mode takes effect or, when none is left, time passes to the
     * next end of an operation. Then runs the callbacks that are due.
     *
     * @return whether there was a step to take
     */
    boolean step();

    /** Lets everything submitted take effect, time pass to its end, and all callbacks run. Not a host wait. */
    void drain();

    /** The costs in use. */
    CostModel costs();

    /** Changes the costs of operations submitted from now on. */
    void costs(CostModel costs);

    /** Makes operations submitted to a stream from now on take {@code factor} times as long. */
    void slow(long stream, double factor);

    /** What was asked of all devices. */
    Counters counters();

    /** What was asked of one device. */
    Counters counters(int device);

    /** Plans a failure. Several may be planned. */
    void inject(Fault fault);

    /** Forgets planned failures that have not happened. */
    void clearFaults();

    /** The planned failures that have not happened. */
    List<Fault> pendingFaults();

    /** Makes a device unusable now. */
    void poison(int device);

    /** Changes how much memory a device has; what is allocated stays. */
    void limitMemory(int device, long bytes);

    /** What becomes of reports. */
    void reportMode(ReportMode mode);

    /** The reports so far, in the order in which they arose. */
    List<Report> reports();

    /** The reports so far, which are then forgotten. */
    List<Report> takeReports();

    /** Whether operations, allocations and handles remember the stack that made them. Costs some microseconds each. */
    void trackSites(boolean on);

    /** Whether operations that take effect are added to the {@link #trace()}. */
    void tracing(boolean on);

    /** The operations that have taken effect while tracing was on, in that order. */
    List<Interval> trace();

    /** A report of all work that has not taken effect and of what each stream waits for, for people to read. */
    String describe();
}
