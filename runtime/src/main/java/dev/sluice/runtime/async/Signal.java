package dev.sluice.runtime.async;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * A one-shot event and its waiters.
 *
 * <p><b>Protocol.</b> {@code waiters} is a stack of waiters linked through themselves, or {@link #FIRED}. A waiter is
 * pushed by a compare-and-set that fails once the event has fired; firing swaps the whole stack out. So a waiter is either
 * refused or woken exactly once, and a waiter that sees {@code FIRED} sees everything written before {@link #fire}. The
 * link of a waiter is written only by the waiter itself before it is pushed, and by whoever swapped the stack out before
 * the waiter is woken; a waiter is on at most one stack, unless it was abandoned, and then it is never pushed again.
 */
public abstract class Signal {
    private static final VarHandle WAITERS;
    private static final Object FIRED = new Object();

    static {
        try {
            WAITERS = MethodHandles.lookup().findVarHandle(Signal.class, "waiters", Object.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    @SuppressWarnings("unused") // through WAITERS
    private volatile @Nullable Object waiters;

    /** Creates an event that has not happened, without a fence: publication of the object is the caller's business. */
    protected Signal() {}

    /** Whether {@link #fire} was called. */
    protected final boolean hasFired() {
        return WAITERS.getAcquire(this) == FIRED;
    }

    /** Registers a waiter unless the event has happened. */
    protected final boolean register(Waiter waiter) {
        for (; ; ) {
            Object head = WAITERS.getAcquire(this);
            if (head == FIRED) {
                return false;
            }
            waiter.nextWaiter = (Waiter) head;
            if (WAITERS.compareAndSet(this, head, waiter)) {
                return true;
            }
        }
    }

    /** Marks the event as happened before the object is shared. */
    protected final void fireUnshared() {
        WAITERS.set(this, FIRED);
    }

    /**
     * Makes the event happen. Called once.
     *
     * @return the waiters in the order of their registration, linked; the caller wakes them
     */
    protected final @Nullable Waiter fire() {
        Waiter newest = (Waiter) WAITERS.getAndSet(this, FIRED);
        Waiter oldest = null;
        while (newest != null) {
            Waiter before = newest.nextWaiter;
            newest.nextWaiter = oldest;
            oldest = newest;
            newest = before;
        }
        return oldest;
    }

    /** Wakes a list that {@link #fire} returned. */
    protected static void wakeAll(@Nullable Waiter first) {
        for (Waiter waiter = first; waiter != null; ) {
            Waiter next = waiter.nextWaiter; // read first: a woken waiter may register elsewhere at once
            waiter.nextWaiter = null;
            waiter.wake();
            waiter = next;
        }
    }
}
