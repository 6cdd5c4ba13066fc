package dev.sluice.runtime.task;

import dev.sluice.runtime.async.Awaitable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;

/** The suspended tasks of a deterministic scheduler, so that it can say who waits. Used by the driving thread alone. */
final class ParkedTasks {
    private final ArrayList<ResumableTask> tasks = new ArrayList<>();

    void add(ResumableTask task) {
        task.parkedAt = tasks.size() + 1;
        tasks.add(task);
    }

    /** Forgets a task, if it is here: the last one takes its place. */
    void remove(ResumableTask task) {
        int at = task.parkedAt;
        if (at == 0) {
            return;
        }
        task.parkedAt = 0;
        ResumableTask last = tasks.removeLast();
        if (last != task) {
            tasks.set(at - 1, last);
            last.parkedAt = at;
        }
    }

    boolean anyMatch(Predicate<? super Awaitable> awaited) {
        for (ResumableTask task : tasks) {
            Awaitable present = task.waitingFor();
            if (present != null && awaited.test(present)) {
                return true;
            }
        }
        return false;
    }

    List<ResumableTask> inOrderOfAdmission() {
        return tasks.stream()
                .sorted(Comparator.comparingInt(task -> task.number))
                .toList();
    }
}
