package dev.sluice.runtime.async;

import dev.sluice.UninitializedException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * The history of one value: a chain of epochs, and the slot that holds the value now.
 *
 * <p><b>Protocol.</b> Places are taken at the end of the chain. {@code tail} is a hint that never goes back; the end is
 * found from it along {@link Epoch#next}. A reader joins the last epoch by counting itself in, which fails once that epoch
 * is followed; a writer appends an epoch by one compare-and-set. So taking a place is lock-free, and its order is the
 * order of those two steps. The slot is a plain field: see {@link Epoch} for who may touch it when.
 */
public final class EpochQueue<T> {
    private static final VarHandle TAIL;
    private static final AtomicInteger LABELS = new AtomicInteger();
    private static final Object NOTHING = new Object();

    static {
        try {
            TAIL = MethodHandles.lookup().findVarHandle(EpochQueue.class, "tail", Epoch.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final ValueLifecycle<? super T> lifecycle;
    private Object slot;
    private volatile Epoch<T> tail;
    private volatile @Nullable String label;

    private EpochQueue(ValueLifecycle<? super T> lifecycle, Object slot) {
        this.lifecycle = lifecycle;
        this.slot = slot;
        this.tail = slot == NOTHING ? Epoch.unclaimed(this) : Epoch.written(this);
    }

    /** A history without a value: the first read waits for the first write. */
    public static <T> EpochQueue<T> empty(ValueLifecycle<? super T> lifecycle) {
        return new EpochQueue<>(lifecycle, NOTHING);
    }

    /** A history that starts with a value. */
    public static <T> EpochQueue<T> of(T value, ValueLifecycle<? super T> lifecycle) {
        return new EpochQueue<>(lifecycle, Objects.requireNonNull(value, "value"));
    }

    // --- places

    /** Takes the next place for a read; null when the history was retired. */
    public @Nullable ReadPlace<T> takeRead() {
        for (Epoch<T> last = tail; last != null; last = follow(last)) {
            if (last.tryJoin()) {
                return new ReadPlace<>(last);
            }
        }
        return null;
    }

    /** Takes the next place for a write; null when the history was retired. */
    public @Nullable Epoch<T> takeWrite() {
        for (Epoch<T> last = tail; last != null; last = follow(last)) {
            if (last.tryClaim()) {
                return last;
            }
            if (!last.isFollowed()) {
                Epoch<T> appended = last.successor();
                if (last.tryAppend(appended)) {
                    return appended;
                }
            }
        }
        return null;
    }

    /** Takes the first write place, if no writer ever took it; else null. */
    @Nullable
    Epoch<T> takeFirstWrite() {
        Epoch<T> last = tail;
        return last.tryClaim() ? last : null;
    }

    /** Whether a value was there from the start, or a write place was ever taken. */
    boolean hasWriter() {
        return !tail.isUnclaimed();
    }

    /**
     * Ends the history: no place can be taken any more, and the value is disposed of after every access already taken.
     * Readers that wait for a first write find that there will be none.
     */
    void retire() {
        Epoch<T> first = takeFirstWrite();
        if (first != null) {
            first.close();
        }
        for (Epoch<T> last = tail; last != null; last = follow(last)) {
            if (!last.isFollowed() && last.tryAppend(last.terminal())) {
                return;
            }
        }
    }

    /** The epoch behind; null behind the terminal one. */
    private @Nullable Epoch<T> follow(Epoch<T> epoch) {
        Epoch<T> next = epoch.next();
        if (next != null) {
            advance(epoch, next);
        }
        return next;
    }

    void advance(Epoch<T> from, Epoch<T> to) {
        TAIL.compareAndSet(this, from, to);
    }

    // --- the slot, for whoever the epochs let in

    T value() {
        Object held = slot;
        if (held == NOTHING) {
            throw new UninitializedException("nothing was written to " + label() + " before this access");
        }
        if (held instanceof Failure failure) {
            throw failure.thrown();
        }
        @SuppressWarnings("unchecked") // only values of type T are stored besides the two markers
        T value = (T) held;
        return value;
    }

    @Nullable
    T valueOrNull() {
        Object held = slot;
        boolean absent = held == NOTHING || (held instanceof Failure failure && failure.isCancellation());
        return absent ? null : value();
    }

    @Nullable
    Throwable cancellation() {
        return slot instanceof Failure failure && failure.isCancellation() ? failure.error() : null;
    }

    void replace(T value) {
        Object old = slot;
        slot = Objects.requireNonNull(value, "value");
        if (old != value) {
            dispose(old);
        }
    }

    void forget() {
        slot = NOTHING;
    }

    void fail(Failure failure) {
        Object old = slot;
        slot = failure;
        dispose(old);
    }

    void disposeValue() {
        Object old = slot;
        slot = NOTHING;
        dispose(old);
    }

    private void dispose(Object old) {
        if (old == NOTHING || old instanceof Failure || !lifecycle.isDisposable()) {
            return;
        }
        try {
            @SuppressWarnings("unchecked")
            T value = (T) old;
            lifecycle.dispose(value);
        } catch (RuntimeException e) {
            // The access that ends here succeeded, and nobody waits for the disposal: there is nowhere else to report
            // it.
            LoggerFactory.getLogger(EpochQueue.class).error("disposing of a value of {} failed", label(), e);
        }
    }

    // --- names

    void name(String name) {
        label = name;
    }

    /** Takes over the name of the history that this one replaces. */
    void name(EpochQueue<T> replaced) {
        label = replaced.label;
    }

    /** The name given to the value, or a number that is drawn when it is first asked for. */
    public String label() {
        String known = label;
        if (known == null) {
            known = "value " + LABELS.incrementAndGet();
            label = known;
        }
        return known;
    }
}
