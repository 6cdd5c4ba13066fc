package dev.sluice.backend.debug.causality;

import java.util.Arrays;

/**
 * For each stream, the last operation that is known to precede the owner of the clock. The order it gives is that of
 * Fidge and Mattern: a moment precedes the owner exactly when the owner's component for its stream is at least its
 * ticket. Not thread-safe.
 */
public final class VectorClock {
    private static final int INITIAL_COMPONENTS = 8;

    private long[] tickets;

    /** A clock before everything. */
    public VectorClock() {
        this(new long[INITIAL_COMPONENTS]);
    }

    private VectorClock(long[] tickets) {
        this.tickets = tickets;
    }

    /** Whether the owner comes after, or is, the moment. */
    public boolean covers(Moment moment) {
        return covers(moment.component(), moment.ticket());
    }

    /** Whether the owner comes after the operation {@code ticket} of a stream. */
    public boolean covers(int component, long ticket) {
        return ticket == 0 || component < tickets.length && tickets[component] >= ticket;
    }

    /** Moves a component forward. */
    public void advance(int component, long ticket) {
        if (component >= tickets.length) {
            tickets = Arrays.copyOf(tickets, Math.max(component + 1, 2 * tickets.length));
        }
        tickets[component] = Math.max(tickets[component], ticket);
    }

    /** Makes the owner come after everything that precedes the owner of another clock, and after that owner. */
    public void join(VectorClock other) {
        if (other.tickets.length > tickets.length) {
            tickets = Arrays.copyOf(tickets, other.tickets.length);
        }
        for (int component = 0; component < other.tickets.length; component++) {
            tickets[component] = Math.max(tickets[component], other.tickets[component]);
        }
    }

    /** A clock with the same past that changes independently. */
    public VectorClock copy() {
        return new VectorClock(tickets.clone());
    }

    @Override
    public String toString() {
        return Arrays.toString(tickets);
    }
}
