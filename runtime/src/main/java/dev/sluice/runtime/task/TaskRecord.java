package dev.sluice.runtime.task;

import dev.sluice.async.TaskState;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the registry remembers of a task. Written by whoever changes the task's state, read by whoever dumps; a dump may
 * be a moment old.
 */
final class TaskRecord {
    private final ResumableTask task;
    private final long created;
    private volatile @Nullable String name;
    private volatile TaskState state = TaskState.CREATED;
    private volatile int transitions;
    private volatile List<StackTraceElement> site = List.of();

    /**
     * Creates a record.
     *
     * @param created the position of the task among all tracked ones, or 0 when it is not tracked
     */
    TaskRecord(ResumableTask task, long created) {
        this.task = task;
        this.created = created;
    }

    /** Whether the record was there from the start; otherwise it only carries a name, and its counts mean nothing. */
    boolean isTracked() {
        return created != 0;
    }

    long created() {
        return created;
    }

    ResumableTask task() {
        return task;
    }

    void name(String newName) {
        name = newName;
    }

    @Nullable
    String name() {
        return name;
    }

    /** Called in the order that the task's protocol gives its transitions, so the count needs no atomic update. */
    void changed(TaskState to) {
        int before = transitions;
        transitions = before + 1;
        state = to;
    }

    TaskState state() {
        return state;
    }

    int transitions() {
        return transitions;
    }

    void createdAt(List<StackTraceElement> frames) {
        site = frames;
    }

    /** The frames that created the task, innermost first; empty when creation sites are not recorded. */
    List<StackTraceElement> site() {
        return site;
    }
}
