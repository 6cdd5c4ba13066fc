package dev.sluice.backend.debug.simulation;

import dev.sluice.backend.debug.causality.VectorClock;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** One stream: its work that has not taken effect, and its place in the causal order. Guarded by the lock of the simulation. */
public final class SimulatedStream {
    private final long token;
    private final int device;
    private final Timeline timeline;
    private final int component;
    private final VectorClock clock;
    private final Deque<Operation> pending = new ArrayDeque<>();
    private long tickets;
    private @Nullable Operation tail;
    private double slowdown = 1;
    private int fruitlessQueries;

    SimulatedStream(long token, int device, Timeline timeline, int component, long firstTicket, VectorClock clock) {
        this.token = token;
        this.device = device;
        this.timeline = timeline;
        this.component = component;
        this.tickets = firstTicket;
        this.clock = clock;
    }

    /** The token the driver hands out. */
    public long token() {
        return token;
    }

    /** The ordinal of its device. */
    public int device() {
        return device;
    }

    Timeline timeline() {
        return timeline;
    }

    int component() {
        return component;
    }

    /** What precedes the next operation. */
    public VectorClock clock() {
        return clock;
    }

    /** The last operation, or null before the first. */
    public @Nullable Operation tail() {
        return tail;
    }

    long tickets() {
        return tickets;
    }

    long nextTicket() {
        tickets++;
        clock.advance(component, tickets);
        return tickets;
    }

    void append(Operation operation) {
        tail = operation;
        fruitlessQueries = 0;
        pending.add(operation);
    }

    Deque<Operation> pending() {
        return pending;
    }

    double slowdown() {
        return slowdown;
    }

    /** Makes later operations take {@code factor} times as long. */
    public void slowdown(double factor) {
        slowdown = factor;
    }

    /** Counts a query that found the work unfinished, since the last submission; the first one counts 0. */
    int countFruitlessQuery() {
        return fruitlessQueries++;
    }

    @Override
    public String toString() {
        return "stream " + (token & 0xFFFFFFFFL) + " of debug:" + device;
    }
}
