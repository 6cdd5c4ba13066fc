package dev.sluice.runtime.task;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Where any thread leaves queued activations for the threads of a scheduler: a stack linked through the tasks, swapped out
 * as a whole. Pushing is one compare-and-set, taking one swap; a task is on at most one intake, because it is QUEUED once.
 */
final class Intake {
    private static final VarHandle HEAD;

    static {
        try {
            HEAD = MethodHandles.lookup().findVarHandle(Intake.class, "head", ResumableTask.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private volatile @Nullable ResumableTask head;

    void push(ResumableTask task) {
        ResumableTask seen;
        do {
            seen = head;
            task.nextQueued = seen;
        } while (!HEAD.compareAndSet(this, seen, task));
    }

    boolean isEmpty() {
        return head == null;
    }

    /** Takes everything; the result is linked in the order of arrival. */
    @Nullable
    ResumableTask takeAll() {
        if (head == null) {
            return null;
        }
        ResumableTask newest = (ResumableTask) HEAD.getAndSet(this, null);
        ResumableTask oldest = null;
        while (newest != null) {
            ResumableTask before = newest.nextQueued;
            newest.nextQueued = oldest;
            oldest = newest;
            newest = before;
        }
        return oldest;
    }
}
