package dev.sluice.runtime.device;

import dev.sluice.device.DeviceException;
import dev.sluice.spi.DeviceDriver;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One stream of the driver, and what is known about its progress. A completion is a pair of a slot and a ticket.
 *
 * <p>State: {@code issued} counts the recorded points, {@code reached} is the latest point that the host knows to be done,
 * and {@code waitedFor[n]} is the latest point of stream number n for which this stream's later work waits. A wait for a
 * point that is reached, is this stream's own, or lies before one already waited for costs a comparison.
 *
 * <p>Points are recorded in events: {@code events} is a ring of those of the tickets {@code (oldest - 1, issued]}. An event
 * is recorded anew only when its point is known to be reached, and a waiter looks for its event only when it is not, both
 * under this slot's lock; so nobody ever waits for a later point than it meant to. A host thread that waits for an event
 * outside the lock pins the ring meanwhile.
 *
 * <p>Threads: whoever leases the stream records, waits on other streams and owns {@code waitedFor}; the pool's lock hands it
 * over. Everything else is safe from any thread. Lock order: a pool's or a reclaimer's lock, then a slot's; never two slots'.
 */
final class StreamSlot {
    private static final int INITIAL_EVENTS = 4;

    /** From this many unfinished points on it is worth asking the driver about the oldest before creating an event. */
    private static final int MANY_EVENTS = 8;

    private final DeviceDriver driver;
    private final DeviceStatus status;
    private final EventPool eventPool;
    private final boolean inline;
    private final long stream;
    private final int number;
    private final int index;
    private final AtomicInteger leases = new AtomicInteger();

    private long[] waitedFor = new long[8];

    private volatile long reached;
    private volatile long issued;
    private long[] events = new long[INITIAL_EVENTS];
    private long oldest;
    private int pins;

    private StreamSlot(
            DeviceDriver driver, DeviceStatus status, EventPool eventPool, boolean inline, long stream, int index) {
        this.driver = driver;
        this.status = status;
        this.eventPool = eventPool;
        this.inline = inline;
        this.stream = stream;
        this.index = index;
        this.number = StreamNumbers.take();
        this.issued = StreamNumbers.lastTicket(number);
        this.reached = issued;
        this.oldest = issued + 1;
    }

    /** Creates a stream; on a device that executes inline, one that needs no driver since its points are born reached. */
    static StreamSlot create(DeviceDriver driver, DeviceStatus status, EventPool events, int index) {
        boolean inline = driver.capabilities().executesInline();
        return new StreamSlot(driver, status, events, inline, inline ? 0 : driver.createStream(), index);
    }

    DeviceDriver driver() {
        return driver;
    }

    long stream() {
        return stream;
    }

    /** The place in the pool that the stream belongs to. */
    int index() {
        return index;
    }

    /** How many leases of the stream are open. */
    AtomicInteger leases() {
        return leases;
    }

    /** Records the end of the stream. @return the ticket of the point */
    synchronized long record() {
        long ticket = issued + 1;
        if (inline) {
            issued = ticket;
            reached = ticket;
            oldest = ticket + 1;
            return ticket;
        }
        long event = nextEvent();
        try {
            driver.recordEvent(event, stream);
        } catch (DeviceException e) {
            eventPool.give(event);
            throw failed(e);
        }
        events[(int) (ticket & (events.length - 1))] = event;
        issued = ticket;
        return ticket;
    }

    /** The latest recorded point. */
    long lastTicket() {
        return issued;
    }

    /** Makes later work on this stream wait for a point of another. */
    void waitFor(StreamSlot producer, long ticket) {
        if (producer == this || ticket <= producer.reached) {
            return;
        }
        int index = producer.number;
        if (index >= waitedFor.length) {
            waitedFor = Arrays.copyOf(waitedFor, Math.max(index + 1, 2 * waitedFor.length));
        }
        if (ticket <= waitedFor[index]) {
            return;
        }
        if (producer.makeWait(this, ticket)) {
            waitedFor[index] = ticket;
        }
    }

    private boolean makeWait(StreamSlot consumer, long ticket) {
        // A stream of a working device that waited for a poisoned one would wait forever.
        status.requireUsable();
        synchronized (this) {
            if (ticket <= reached) {
                return false;
            }
            try {
                consumer.driver.waitEvent(consumer.stream, eventOf(ticket));
            } catch (DeviceException e) {
                throw consumer.failed(failed(e));
            }
            return true;
        }
    }

    /** Whether a point is known to be reached, without asking the driver. */
    boolean isKnownReached(long ticket) {
        return ticket <= reached;
    }

    /** Whether a point is reached. */
    boolean isReached(long ticket) {
        if (ticket <= reached) {
            return true;
        }
        status.requireUsable();
        synchronized (this) {
            return ticket <= reached || queryEvent(ticket);
        }
    }

    /** Waits on the host until a point is reached. */
    void awaitReached(long ticket) {
        if (ticket <= reached) {
            return;
        }
        status.requireUsable();
        long event;
        synchronized (this) {
            if (ticket <= reached) {
                return;
            }
            event = eventOf(ticket);
            pins++;
        }
        boolean done = false;
        try {
            driver.synchronizeEvent(event);
            done = true;
        } catch (DeviceException e) {
            throw failed(e);
        } finally {
            synchronized (this) {
                pins--;
                if (done) {
                    advance(ticket);
                }
            }
        }
    }

    /** Whether all work on the stream has finished; if so every recorded point is reached. */
    boolean isFinished() {
        if (inline) {
            return true;
        }
        status.requireUsable();
        long last = issued;
        try {
            if (!driver.queryStream(stream)) {
                return false;
            }
        } catch (DeviceException e) {
            throw failed(e);
        }
        advanceTo(last);
        return true;
    }

    /** Waits on the host until all work on the stream has finished. */
    void awaitFinished() {
        if (inline) {
            return;
        }
        long last = issued;
        try {
            driver.synchronizeStream(stream);
        } catch (DeviceException e) {
            throw failed(e);
        }
        advanceTo(last);
    }

    /** Gives the device up: unfinished work can neither be recorded nor waited for. */
    void abandon(DeviceException error) {
        status.giveUp(error);
    }

    /** Destroys the stream and its events. Every point counts as reached from then on. */
    synchronized void destroy(Teardown teardown) {
        for (long ticket = oldest; ticket <= issued; ticket++) {
            long event = eventOf(ticket);
            teardown.step(() -> driver.destroyEvent(event));
        }
        oldest = issued + 1;
        if (!inline) {
            teardown.step(() -> {
                // Only an idle stream may be destroyed; one that cannot be waited for is left to the driver.
                awaitFinished();
                driver.destroyStream(stream);
            });
        }
        reached = Long.MAX_VALUE;
        StreamNumbers.give(number, issued);
    }

    private synchronized void advanceTo(long ticket) {
        advance(ticket);
    }

    private void advance(long ticket) {
        if (ticket > reached) {
            reached = ticket;
        }
    }

    private boolean queryEvent(long ticket) {
        try {
            boolean done = driver.queryEvent(eventOf(ticket));
            if (done) {
                advance(ticket);
            }
            return done;
        } catch (DeviceException e) {
            throw failed(e);
        }
    }

    private long eventOf(long ticket) {
        return events[(int) (ticket & (events.length - 1))];
    }

    private long nextEvent() {
        long unfinished = issued - oldest + 1;
        if (unfinished > 0 && pins == 0) {
            if (oldest <= reached || (unfinished >= MANY_EVENTS && queryEvent(oldest))) {
                return eventOf(oldest++);
            }
        }
        if (unfinished == events.length) {
            long[] larger = new long[2 * events.length];
            for (long ticket = oldest; ticket <= issued; ticket++) {
                larger[(int) (ticket & (larger.length - 1))] = eventOf(ticket);
            }
            events = larger;
        }
        return eventPool.take();
    }

    private DeviceException failed(DeviceException error) {
        status.observe(error);
        return error;
    }

    @Override
    public String toString() {
        return "stream " + number + " of " + driver.device();
    }
}
