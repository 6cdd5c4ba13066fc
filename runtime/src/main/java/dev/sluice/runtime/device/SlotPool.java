package dev.sluice.runtime.device;

import dev.sluice.ClosedException;
import dev.sluice.device.DeviceException;
import dev.sluice.device.PoolStatistics;
import dev.sluice.runtime.device.PoolWatcher.Outcome;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Iterator;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The admission protocol that every pool of a device follows, over slots numbered from 0.
 *
 * <p>A slot is idle, leased or pending, which is: given back, but with unfinished work. Nothing tells the pool when the work
 * finishes; it looks. It looks at the pending slots, oldest first, when a slot is asked for and none is idle, when one is
 * given back and somebody waits, and when the {@link PoolWatcher} says so, which it does only while somebody waits. An
 * operation therefore costs no callback and, while slots are idle, not even a query.
 *
 * <p>Who finds the pool exhausted is queued, and while anybody is queued nobody overtakes: slots go to the queue, oldest
 * first. Looking for a slot and queuing is one step under the lock, and so is giving back and looking at the queue; hence a
 * slot that becomes ready meanwhile is either seen by the one who asks or given to him as a waiter. A slot is taken for a
 * waiter under the lock, the waiter is told after it: it is in the queue, or being told, or settled, and never told twice.
 *
 * <p>Under the lock run driver queries and nothing else: no code of a waiter, a lease or a caller.
 *
 * @param <L> the type of lease
 */
abstract class SlotPool<L> implements PoolWatcher.Watched {
    private static final Logger LOG = LoggerFactory.getLogger(SlotPool.class);
    private static final int NONE = -1;

    private final String name;
    private final int capacity;
    private final DeviceStatus status;
    private final PoolWatcher watcher;
    private final Object lock = new Object();
    private final IntQueue idle;
    private final IntQueue pending;
    private final ArrayDeque<PoolWaiter<? super L>> waiters = new ArrayDeque<>();

    /** The queue's length, to be read without the lock: a watcher that finds 0 was, or will be, woken by who queues next. */
    private volatile int waiting;

    private boolean closed;

    SlotPool(String name, int capacity, DeviceStatus status, PoolWatcher watcher) {
        this.name = name;
        this.capacity = capacity;
        this.status = status;
        this.watcher = watcher;
        this.idle = new IntQueue(capacity);
        this.pending = new IntQueue(capacity);
        for (int slot = 0; slot < capacity; slot++) {
            idle.add(slot);
        }
    }

    /** Makes the handle for a slot that was taken. Called without the lock. */
    abstract L lease(int slot);

    /** Whether the work of a pending slot has finished. Called under the lock. */
    abstract boolean isFinished(int slot);

    final String name() {
        return name;
    }

    final int capacity() {
        return capacity;
    }

    // --- taking

    /** Takes an idle slot. @return the slot, or -1 when none is idle or others wait */
    final int tryTake() {
        synchronized (lock) {
            return takeUnlessOthersWait();
        }
    }

    /** Takes a slot if one is free. @return the lease, or null when none is idle or others wait */
    final @Nullable L tryLease() {
        int slot = tryTake();
        return slot == NONE ? null : leaseOf(slot);
    }

    /** Takes a slot, waiting in line for it. */
    public L acquire() {
        int slot = tryTake();
        if (slot != NONE) {
            return leaseOf(slot);
        }
        BlockingWaiter<L> waiter = new BlockingWaiter<>();
        acquire(waiter);
        return waiter.await(this, watcher);
    }

    /** Takes a slot for a waiter: at once when one is free and nobody waits, else in line. */
    public final void acquire(PoolWaiter<? super L> waiter) {
        int slot;
        try {
            synchronized (lock) {
                slot = takeUnlessOthersWait();
                if (slot == NONE) {
                    waiters.add(waiter);
                    waiting = waiters.size();
                }
            }
        } catch (RuntimeException e) {
            waiter.failed(e);
            return;
        }
        if (slot == NONE) {
            watcher.wake();
        } else {
            grant(waiter, slot);
        }
    }

    /** Takes a waiter out of the queue. @return false when it is not there because it was, or is being, settled */
    public final boolean withdraw(PoolWaiter<? super L> waiter) {
        return withdrawFirst(queued -> queued == waiter) != null;
    }

    /** Takes the first waiter that a test accepts out of the queue. The test runs under the lock. */
    final @Nullable PoolWaiter<? super L> withdrawFirst(Predicate<PoolWaiter<? super L>> test) {
        synchronized (lock) {
            for (Iterator<PoolWaiter<? super L>> i = waiters.iterator(); i.hasNext(); ) {
                PoolWaiter<? super L> waiter = i.next();
                if (test.test(waiter)) {
                    i.remove();
                    waiting = waiters.size();
                    return waiter;
                }
            }
            return null;
        }
    }

    // --- giving back

    /** Gives a slot back whose work may be unfinished. */
    final void retire(int slot) {
        giveBack(pending, slot);
    }

    /** Gives a slot back that has no work. */
    final void restore(int slot) {
        giveBack(idle, slot);
    }

    private void giveBack(IntQueue state, int slot) {
        boolean wanted;
        synchronized (lock) {
            state.add(slot);
            wanted = !waiters.isEmpty();
        }
        if (wanted) {
            serve();
        }
    }

    // --- serving the queue

    /** Gives what is free to those who wait. */
    final Outcome serve() {
        if (waiting == 0) {
            return Outcome.NOBODY_WAITS;
        }
        List<PoolWaiter<? super L>> served = new ArrayList<>();
        List<Integer> slots = new ArrayList<>();
        @Nullable RuntimeException failure = null;
        synchronized (lock) {
            try {
                requireOpen();
                while (!waiters.isEmpty()) {
                    int slot = takeFree();
                    if (slot == NONE) {
                        break;
                    }
                    served.add(waiters.remove());
                    slots.add(slot);
                }
            } catch (RuntimeException e) {
                failure = e;
            }
            waiting = waiters.size();
        }
        for (int i = 0; i < served.size(); i++) {
            grant(served.get(i), slots.get(i));
        }
        if (failure != null) {
            fail(failure);
        }
        if (waiting == 0) {
            return Outcome.NOBODY_WAITS;
        }
        return served.isEmpty() && failure == null ? Outcome.NOTHING_FREE : Outcome.SERVED;
    }

    /**
     * Fails those who wait: all of them when the device or the pool is gone, else the first only, so that a driver that
     * keeps failing to answer ends every wait after all.
     */
    private void fail(RuntimeException error) {
        List<PoolWaiter<? super L>> failed = new ArrayList<>();
        synchronized (lock) {
            boolean terminal = closed || status.isPoisoned();
            while (!waiters.isEmpty() && (terminal || failed.isEmpty())) {
                failed.add(waiters.remove());
            }
            waiting = waiters.size();
        }
        for (PoolWaiter<? super L> waiter : failed) {
            tell(() -> waiter.failed(error));
        }
    }

    private void grant(PoolWaiter<? super L> waiter, int slot) {
        L lease;
        try {
            lease = leaseOf(slot);
        } catch (RuntimeException e) {
            tell(() -> waiter.failed(e));
            return;
        }
        tell(() -> waiter.granted(lease));
    }

    private void tell(Runnable settlement) {
        try {
            settlement.run();
        } catch (RuntimeException e) {
            // The waiter broke its contract; the others must still be served.
            LOG.error("a waiter for the {} threw instead of making its owner runnable", name, e);
        }
    }

    private L leaseOf(int slot) {
        boolean done = false;
        try {
            L lease = lease(slot);
            done = true;
            return lease;
        } finally {
            if (!done) {
                putBack(slot);
            }
        }
    }

    /**
     * Undoes a taking. Leaves the queue to the watcher: serving it here would recurse once for each waiter if making leases
     * keeps failing.
     */
    final void putBack(int slot) {
        synchronized (lock) {
            idle.add(slot);
        }
        if (waiting != 0) {
            watcher.wake();
        }
    }

    // --- under the lock

    private int takeUnlessOthersWait() {
        requireOpen();
        return waiters.isEmpty() ? takeFree() : NONE;
    }

    private void requireOpen() {
        if (closed) {
            throw new ClosedException("the " + name + " are closed");
        }
        status.check();
    }

    private int takeFree() {
        if (!idle.isEmpty()) {
            return idle.remove();
        }
        for (int i = 0; i < pending.size(); i++) {
            int slot = pending.get(i);
            if (isFinished(slot)) {
                pending.removeAt(i);
                return slot;
            }
        }
        return NONE;
    }

    /** Waits on the host for the work of a pending slot. Called without the lock. */
    abstract void awaitFinished(int slot);

    @Override
    public final boolean awaitOldest() {
        int oldest;
        synchronized (lock) {
            oldest = waiters.isEmpty() || pending.isEmpty() ? NONE : pending.get(0);
        }
        if (oldest == NONE) {
            return false;
        }
        try {
            awaitFinished(oldest);
        } catch (DeviceException e) {
            fail(e);
        }
        return true;
    }

    private boolean isKnownFinished(int slot) {
        try {
            return isFinished(slot);
        } catch (DeviceException e) {
            return false;
        }
    }

    // --- looking from outside

    /** The state of the slots now; on a poisoned device, as it was last known. */
    public PoolStatistics statistics() {
        synchronized (lock) {
            for (int i = pending.size() - 1; i >= 0; i--) {
                int slot = pending.get(i);
                if (isKnownFinished(slot)) {
                    pending.removeAt(i);
                    idle.add(slot);
                }
            }
            int leased = capacity - idle.size() - pending.size();
            return new PoolStatistics(capacity, idle.size(), leased, pending.size(), waiters.size());
        }
    }

    /** The slots in somebody's hands. */
    final List<Integer> leasedSlots() {
        synchronized (lock) {
            BitSet free = new BitSet(capacity);
            for (IntQueue queue : List.of(idle, pending)) {
                for (int i = 0; i < queue.size(); i++) {
                    free.set(queue.get(i));
                }
            }
            return IntStream.range(0, capacity)
                    .filter(slot -> !free.get(slot))
                    .boxed()
                    .toList();
        }
    }

    @Override
    public final Outcome look() {
        return serve();
    }

    /** Refuses every later acquisition and fails those who wait. */
    final void close() {
        synchronized (lock) {
            closed = true;
        }
        serve();
    }
}
