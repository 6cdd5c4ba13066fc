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
    private volatile boolean retired;
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
        for (Epoch<T> last = tail; ; last = follow(last)) {
            if (last.tryJoin()) {
                return new ReadPlace<>(last);
            }
            if (retired) {
                return null;
            }
        }
    }

    /** Takes the next place for a write; null when the history was retired. */
    public @Nullable Epoch<T> takeWrite() {
        for (Epoch<T> last = tail; ; last = follow(last)) {
            if (last.tryClaim()) {
                return last;
            }
            Epoch<T> appended = last.tryAppend();
            if (appended != null) {
                return appended;
            }
            if (retired) {
                return null;
            }
        }
    }
