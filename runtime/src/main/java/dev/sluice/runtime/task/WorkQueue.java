package dev.sluice.runtime.task;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * The queued activations of one worker, first in first out: the owner appends, anybody takes.
 *
 * <p><b>Protocol.</b> {@code tail} is written by the owner alone, after the slot; {@code head} is advanced by
 * compare-and-set, and whoever advances it owns the task that was read from the slot before. A slot is written again only
 * after the head has passed it, so a task read before a successful advance is the right one, also from a ring that was
 * replaced by a larger one meanwhile. A taken slot is cleared by compare-and-set, because the owner may have reused it.
 */
final class WorkQueue {
    private static final VarHandle HEAD;
    private static final VarHandle TAIL;
    private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(ResumableTask[].class);

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            HEAD = lookup.findVarHandle(WorkQueue.class, "head", int.class);
            TAIL = lookup.findVarHandle(WorkQueue.class, "tail", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private volatile int head;
    private volatile int tail;
    private volatile @Nullable ResumableTask[] ring = new ResumableTask[256];

    boolean isEmpty() {
        return tail - head <= 0;
    }

    /** Appends a task. Called by the owner. */
    void push(ResumableTask task) {
        @Nullable ResumableTask[] present = ring;
        int end = (int) TAIL.get(this);
        int size = end - (int) HEAD.getAcquire(this);
        if (size >= present.length) {
            present = grow(present, end);
        }
        SLOT.set(present, end & (present.length - 1), task);
        TAIL.setRelease(this, end + 1);
    }

    private @Nullable ResumableTask[] grow(@Nullable ResumableTask[] full, int end) {
        @Nullable ResumableTask[] larger = new ResumableTask[2 * full.length];
        // Tasks taken meanwhile are copied too; the head has passed them, so nobody reads them.
        for (int i = end - full.length; i != end; i++) {
            larger[i & (larger.length - 1)] = full[i & (full.length - 1)];
        }
        ring = larger;
        return larger;
    }

    /** Takes the oldest task, or returns null when there is none. Called by any thread. */
    @Nullable
    ResumableTask poll() {
        for (; ; ) {
            int first = head;
            if (tail - first <= 0) {
                return null;
            }
            @Nullable ResumableTask[] present = ring;
            int slot = first & (present.length - 1);
            ResumableTask task = (ResumableTask) SLOT.getAcquire(present, slot);
            if (HEAD.compareAndSet(this, first, first + 1)) {
                SLOT.compareAndSet(present, slot, task, null);
                return task;
            }
        }
    }
}
