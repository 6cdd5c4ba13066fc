package dev.sluice.runtime.async;

import dev.sluice.ClosedException;
import dev.sluice.ContractViolationException;
import dev.sluice.async.WriteBuffer;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * One writer and the readers behind it. There is exactly one writer for each epoch, so the epoch is the writer's place.
 *
 * <p><b>Protocol.</b> Two words carry everything.
 *
 * <p>{@code gate} is the writer's side: null while the accesses before are not done; a {@link Waiter} when the writer
 * waits for them; {@link #OPEN} once they are done; or the <i>outcome</i> that a writer left behind when it gave up its
 * place early ({@link #UNCHANGED}, a {@link Failure}, {@link #RETIRE}), to be applied when the gate would have opened. It
 * is swapped to {@code OPEN} once, by whoever ended the last access before.
 *
 * <p>{@code state} counts the readers' places that are not closed, and has three flags: {@code WRITTEN}, the writer is
 * done and the readers may read; {@code FOLLOWED}, another epoch was appended and no further reader can join; {@code
 * UNCLAIMED}, nobody has taken the write place of the first epoch of an empty queue. Each change is one atomic
 * read-modify-write, and the epoch is <i>drained</i> when it is written, followed, and without readers. Exactly one change
 * makes that true, and the thread that made it opens the gate of the following epoch.
 *
 * <p>The inherited signal fires when the writer is done. It fires before {@code WRITTEN} is set, so a reader that is
 * still counted keeps the next writer out.
 *
 * <p>The value itself is a plain field of the queue. It is written by the one open writer, and published to readers by
 * the signal, to the next writer by {@code state} and {@code gate}.
 */
public final class Epoch<T> extends Signal implements WriteBuffer<T>, Place {
    private static final VarHandle STATE;
    private static final VarHandle GATE;
    private static final VarHandle NEXT;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            STATE = lookup.findVarHandle(Epoch.class, "state", int.class);
            GATE = lookup.findVarHandle(Epoch.class, "gate", Object.class);
            NEXT = lookup.findVarHandle(Epoch.class, "next", Epoch.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private static final int WRITTEN = 1 << 30;
    private static final int FOLLOWED = 1 << 29;
    private static final int UNCLAIMED = 1 << 28;
    private static final int READERS = UNCLAIMED - 1;

    private static final Object OPEN = new Object();
    private static final Object UNCHANGED = new Object();
    private static final Object RETIRE = new Object();

    private final EpochQueue<T> queue;
    private final int number;
    private volatile int state;

    @SuppressWarnings("unused") // through GATE
    private volatile @Nullable Object gate;

    private volatile @Nullable Epoch<T> next;
    private @Nullable Object owner;

    private Epoch(EpochQueue<T> queue, int number) {
        this.queue = queue;
        this.number = number;
    }

    /** The first epoch of a queue that has a value: readable, with no writer. */
    static <T> Epoch<T> written(EpochQueue<T> queue) {
        Epoch<T> epoch = new Epoch<>(queue, 0);
        STATE.set(epoch, WRITTEN);
        GATE.set(epoch, OPEN);
        epoch.fireUnshared();
        return epoch;
    }

    /** The first epoch of an empty queue: the first writer takes it over, and readers may join before. */
    static <T> Epoch<T> unclaimed(EpochQueue<T> queue) {
        Epoch<T> epoch = new Epoch<>(queue, 0);
        STATE.set(epoch, UNCLAIMED);
        GATE.set(epoch, OPEN);
        return epoch;
    }

    // --- taking places, called by the queue

    /** Counts one more reader; false when another epoch follows, or the queue ends here. */
    boolean tryJoin() {
        for (; ; ) {
            int seen = state;
            if ((seen & FOLLOWED) != 0) {
                return false;
            }
            if (STATE.compareAndSet(this, seen, seen + 1)) {
                return true;
            }
        }
    }

    /** Takes over the write place that nobody has claimed. */
    boolean tryClaim() {
        for (; ; ) {
            int seen = state;
            if ((seen & UNCLAIMED) == 0) {
                return false;
            }
            if (STATE.compareAndSet(this, seen, seen & ~UNCLAIMED)) {
                return true;
            }
        }
    }

    /** An epoch to be appended to this one. */
    Epoch<T> successor() {
        return new Epoch<>(queue, number + 1);
    }

    /** The epoch that ends a queue: nothing joins or follows it, and its writer disposes of the value. */
    Epoch<T> terminal() {
        Epoch<T> terminal = successor();
        STATE.set(terminal, FOLLOWED);
        GATE.set(terminal, RETIRE);
        return terminal;
    }

    /** Whether nothing can be appended here: another epoch is behind, or the queue ends here. */
    boolean isFollowed() {
        return next != null || (state & FOLLOWED) != 0;
    }

    /** Appends an epoch; false when another thread did so first. */
    boolean tryAppend(Epoch<T> appended) {
        if (!NEXT.compareAndSet(this, null, appended)) {
            return false;
        }
        queue.advance(this, appended);
        int seen = (int) STATE.getAndBitwiseOr(this, FOLLOWED) | FOLLOWED;
        if (isDrained(seen)) {
            openNext(appended);
        }
        return true;
    }

    /** Whether nobody has taken the write place of an empty history. */
    public boolean isUnclaimed() {
        return (state & UNCLAIMED) != 0;
    }

    @Nullable
    Epoch<T> next() {
        return next;
    }

    // --- readers

    boolean isReadable() {
        return hasFired();
    }

    boolean subscribeReader(Waiter waiter) {
        return register(waiter);
    }

    void releaseReader() {
        int seen = (int) STATE.getAndAdd(this, -1) - 1;
        if (isDrained(seen)) {
            openNext(next);
        }
    }

    // --- the writer

    @Override
    public boolean isReady() {
        return GATE.getAcquire(this) == OPEN;
    }

    @Override
    public boolean subscribe(Waiter waiter) {
        Object seen = GATE.compareAndExchange(this, null, waiter);
        if (seen == null) {
            return true;
        }
        if (seen == OPEN) {
            return false;
        }
        if (seen instanceof Waiter other) {
            throw new ContractViolationException(
                    describe() + " is already waited for by " + other + "; a place has one owner");
        }
        throw new ClosedException(describe() + " was closed; take a new one");
    }

    /** The present value, for a writer whose place is ready. */
    public T value() {
        requireOpen();
        return queue.value();
    }

    /** Replaces the value, for a writer whose place is ready. The old value is disposed of. */
    public void set(T value) {
        requireOpen();
        queue.replace(value);
    }

    /** Moves the value out, for a writer whose place is ready. */
    public T take() {
        requireOpen();
        T value = queue.value();
        queue.forget();
        return value;
    }

    private void requireOpen() {
        if ((state & WRITTEN) != 0 || !isReady()) {
            throw new ClosedException(describe() + " is not open: it was closed, or accesses before it are not done");
        }
    }

    @Override
    public void close() {
        leave(UNCHANGED);
    }

    @Override
    public void closeExceptionally(Throwable error) {
        leave(new Failure(error));
    }

    /** Leaves an outcome: applied now when the gate is open, else by whoever opens it. */
    private void leave(Object outcome) {
        if ((state & WRITTEN) != 0) {
            return;
        }
        for (; ; ) {
            Object seen = GATE.getAcquire(this);
            if (seen == OPEN) {
                openNext(apply(outcome));
                return;
            }
            boolean abandonedOrUnused = seen == null || seen instanceof Waiter;
            if (!abandonedOrUnused || GATE.compareAndSet(this, seen, outcome)) {
                return;
            }
        }
    }

    private @Nullable Epoch<T> apply(Object outcome) {
        if (outcome == RETIRE) {
            queue.disposeValue();
        } else if (outcome instanceof Failure failure) {
            queue.fail(failure);
        }
        wakeAll(fire());
        int seen = (int) STATE.getAndBitwiseOr(this, WRITTEN) | WRITTEN;
        return isDrained(seen) ? next : null;
    }

    /** Opens a gate and, while epochs were given up in advance, the ones behind: a loop, since chains are long. */
    private static <T> void openNext(@Nullable Epoch<T> first) {
        for (Epoch<T> epoch = first; epoch != null; ) {
            Object left = GATE.getAndSet(epoch, OPEN);
            if (left == null) {
                return;
            }
            if (left instanceof Waiter writer) {
                writer.wake();
                return;
            }
            epoch = epoch.apply(left);
        }
    }

    private static boolean isDrained(int state) {
        return (state & (WRITTEN | FOLLOWED | READERS)) == (WRITTEN | FOLLOWED);
    }

    // --- reports

    EpochQueue<T> queue() {
        return queue;
    }

    @Override
    public Epoch<T> epoch() {
        return this;
    }

    @Override
    public @Nullable Object owner() {
        return owner;
    }

    @Override
    public void own(Object newOwner) {
        if (owner != null && owner != newOwner) {
            throw new ContractViolationException(
                    describe() + " belongs to " + owner + " and cannot be given to " + newOwner + " too");
        }
        owner = newOwner;
    }

    /** The number of readers' places that are not closed. */
    public int openReaders() {
        return state & READERS;
    }

    /** Whether the writer of this epoch is done. */
    public boolean isWritten() {
        return (state & WRITTEN) != 0;
    }

    /** Whether {@code other} is the epoch directly behind this one. */
    public boolean isFollowedBy(Epoch<?> other) {
        return next == other;
    }

    /** Value and epoch, for reports. */
    public String label() {
        return queue.label() + " epoch " + number;
    }

    @Override
    public String describe() {
        return "write of " + label();
    }

    @Override
    public String toString() {
        return describe();
    }
}
