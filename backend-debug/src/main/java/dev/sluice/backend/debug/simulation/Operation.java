package dev.sluice.backend.debug.simulation;

import dev.sluice.backend.debug.CallKind;
import dev.sluice.backend.debug.Interval;
import dev.sluice.backend.debug.causality.Moment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One piece of submitted work: its place in the causal order, in time, and what remains to be done. Guarded by the lock
 * of the simulation.
 */
public final class Operation implements Moment {
    enum State {
        /** It has not taken effect. */
        PENDING,
        /** It will never take effect. */
        STALLED,
        /** It has taken effect. */
        DONE
    }

    private final long sequence;
    private final CallKind kind;
    private final Supplier<String> description;
    private final SimulatedStream stream;
    private final long ticket;
    private final String site;
    private Runnable action;
    private final List<Operation> predecessors = new ArrayList<>(2);
    private long start;
    private long end;
    private State state = State.PENDING;

    Operation(long sequence, CallKind kind, Effect effect, SimulatedStream stream, long ticket, String site) {
        this.sequence = sequence;
        this.kind = kind;
        this.description = effect.description();
        this.action = effect.action();
        this.stream = stream;
        this.ticket = ticket;
        this.site = site;
    }

    @Override
    public int component() {
        return stream.component();
    }

    @Override
    public long ticket() {
        return ticket;
    }

    long sequence() {
        return sequence;
    }

    CallKind kind() {
        return kind;
    }

    SimulatedStream stream() {
        return stream;
    }

    /** When it ends, in virtual time. */
    public long end() {
        return end;
    }

    void place(long newStart, long newEnd) {
        start = newStart;
        end = newEnd;
    }

    State state() {
        return state;
    }

    /** Makes the operation never take effect; to be called before it is submitted. */
    public void stall() {
        state = State.STALLED;
    }

    /** Makes this operation take effect after another one. */
    void follow(@Nullable Operation predecessor) {
        if (predecessor != null && predecessor.state != State.DONE) {
            predecessors.add(predecessor);
        }
    }

    /** Makes this operation take effect without regard to another one. */
    void unfollow(@Nullable Operation predecessor) {
        predecessors.remove(predecessor);
    }

    /** Whether this is the wait of a stream. */
    public boolean isWait() {
        return kind == CallKind.WAIT_EVENT;
    }

    /** What must take effect first and has not. */
    List<Operation> blockers() {
        predecessors.removeIf(predecessor -> predecessor.state == State.DONE);
        return predecessors;
    }

    boolean isReady() {
        return state == State.PENDING && blockers().isEmpty();
    }

    /** Replaces what happens when the operation takes effect; to be called before it is submitted. */
    public void replaceAction(Runnable newAction) {
        action = newAction;
    }

    void run() {
        Runnable due = action;
        finish();
        due.run();
    }

    /** Marks it as done without an effect. */
    void finish() {
        state = State.DONE;
        predecessors.clear();
        // Histories refer to operations for long; what an action holds on to must not live as long.
        action = Operation::nothing;
    }

    private static void nothing() {}

    Interval interval() {
        return new Interval(sequence, stream.device(), stream.token(), kind, description.get(), start, end);
    }

    @Override
    public String toString() {
        return "#" + sequence + " " + description.get() + " on " + stream + site;
    }
}
