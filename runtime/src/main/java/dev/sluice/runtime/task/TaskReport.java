package dev.sluice.runtime.task;

import dev.sluice.async.TaskState;
import dev.sluice.runtime.async.Awaitable;
import dev.sluice.runtime.async.Epoch;
import dev.sluice.runtime.async.Place;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who waits for what, and who holds that: a walk over suspended tasks, their awaited events and the places they own. A
 * snapshot; tasks that run meanwhile may be shown as they were a moment ago.
 */
final class TaskReport {
    private final List<ResumableTask> tasks;

    TaskReport(List<ResumableTask> tasks) {
        this.tasks = tasks;
    }

    static TaskReport ofRecords(List<TaskRecord> records) {
        return new TaskReport(records.stream().map(TaskRecord::task).toList());
    }

    String text() {
        StringBuilder text = new StringBuilder();
        text.append(tasks.size()).append(tasks.size() == 1 ? " task" : " tasks");
        for (ResumableTask task : tasks) {
            append(text, task);
        }
        return text.toString();
    }

    private void append(StringBuilder text, ResumableTask task) {
        text.append("\n  ").append(task).append(" [").append(task.state().name().toLowerCase(Locale.ROOT));
        TaskRecord record = task.record();
        if (record != null && record.isTracked()) {
            text.append(", ").append(record.transitions()).append(" transitions");
        }
        text.append(']');
        Awaitable awaited = awaited(task);
        if (awaited != null) {
            text.append(" waits for ").append(explain(awaited));
        }
        for (Place place : places(task)) {
            if (place != awaited) {
                text.append("\n    holds ").append(place.describe());
            }
        }
        if (record != null) {
            for (StackTraceElement frame : record.site()) {
                text.append("\n    created at ").append(frame);
            }
        }
    }

    /** What is waited for and who would make it happen. */
    String explain(Awaitable awaited) {
        String what = awaited.describe();
        if (!(awaited instanceof Place place)) {
            return what + (awaited.isExternal() ? " (comes from outside the scheduler)" : "");
        }
        Set<Object> holders = holders(place);
        if (!holders.isEmpty()) {
            List<String> names = holders.stream().map(Object::toString).toList();
            return what + ", held up by " + String.join(", ", names);
        }
        if (place instanceof Epoch<?>) {
            return what + ", held up by an access that belongs to no task shown here";
        }
        return place.epoch().isUnclaimed()
                ? what + ", which nothing is submitted to write"
                : what + ", whose write place belongs to no task";
    }

    /** The tasks whose places have to be given up before {@code place} is ready. */
    private Set<Object> holders(Place place) {
        Set<Object> holders = new LinkedHashSet<>();
        if (place instanceof Epoch<?> written) {
            for (ResumableTask task : tasks) {
                for (Place held : places(task)) {
                    if (held.epoch().isFollowedBy(written) && !(held instanceof Epoch<?> e && e.isWritten())) {
                        holders.add(task);
                    }
                }
            }
        } else {
            Object writer = place.epoch().owner();
            if (writer != null) {
                holders.add(writer);
            }
        }
        return holders;
    }

    String dot() {
        StringBuilder dot = new StringBuilder("digraph tasks {\n  rankdir=LR;\n  node [shape=box];\n");
        for (ResumableTask task : tasks) {
            dot.append("  ").append(quoted(task)).append(" [label=").append(quoted(task + "\\n" + task.state()));
            dot.append("];\n");
            Awaitable awaited = awaited(task);
            if (awaited != null) {
                appendEdges(dot, task, awaited);
            }
        }
        return dot.append("}\n").toString();
    }

    private void appendEdges(StringBuilder dot, ResumableTask task, Awaitable awaited) {
        if (awaited instanceof ResumableTask child) {
            dot.append("  ").append(quoted(task)).append(" -> ").append(quoted(child));
            dot.append(" [label=\"child\"];\n");
            return;
        }
        String event = quoted(awaited.describe());
        dot.append("  ").append(event).append(" [shape=ellipse];\n");
        dot.append("  ").append(quoted(task)).append(" -> ").append(event).append(";\n");
        if (awaited instanceof Place place) {
            for (Object holder : holders(place)) {
                dot.append("  ")
                        .append(event)
                        .append(" -> ")
                        .append(quoted(holder))
                        .append(";\n");
            }
        }
    }

    private static String quoted(Object text) {
        return '"' + text.toString().replace("\"", "\\\"") + '"';
    }

    private static @Nullable Awaitable awaited(ResumableTask task) {
        return task.state() == TaskState.SUSPENDED ? task.waitingFor() : null;
    }

    private static List<Place> places(ResumableTask task) {
        List<Place> places = new ArrayList<>();
        task.forEachPlace(places::add);
        return places;
    }
}
