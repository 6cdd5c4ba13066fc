package dev.sluice.backend.debug.simulation;

import dev.sluice.backend.debug.causality.VectorClock;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One event: a point on a stream, once it was recorded. Guarded by the lock of the simulation. */
public final class SimulatedEvent {
    private final long token;
    private final int device;
    private boolean recorded;
    private final List<Operation> fragileWaits = new ArrayList<>();
    private @Nullable Operation operation;
    private VectorClock clock = new VectorClock();

    /** An event that is not recorded. */
    public SimulatedEvent(long token, int device) {
        this.token = token;
        this.device = device;
    }

    /** The token the driver hands out. */
    public long token() {
        return token;
    }

    /** The ordinal of its device. */
    public int device() {
        return device;
    }

    /** Whether it was ever recorded. */
    public boolean isRecorded() {
        return recorded;
    }

    /** Holds the tail of a stream, with everything that precedes it. */
    public void record(SimulatedStream stream) {
        record(stream.tail(), stream.clock());
    }

    /** Holds an operation, or nothing that anybody must wait for, with a past. */
    public void record(@Nullable Operation newOperation, VectorClock past) {
        operation = newOperation;
        clock = past.copy();
        recorded = true;
    }

    /** The operation that must take effect first, or null when there is none. */
    public @Nullable Operation operation() {
        return operation;
    }

    /** What precedes whoever waits. */
    public VectorClock clock() {
        return clock;
    }

    /** Makes a wait end when the event is destroyed: what a driver with that defect does. */
    public void addFragileWait(Operation wait) {
        fragileWaits.add(wait);
    }

    /** Destroys the event. Waits submitted earlier keep what it held, unless they are fragile. */
    public void destroy() {
        fragileWaits.forEach(wait -> wait.unfollow(operation));
    }

    @Override
    public String toString() {
        return "event " + (token & 0xFFFFFFFFL) + " of debug:" + device;
    }
}
