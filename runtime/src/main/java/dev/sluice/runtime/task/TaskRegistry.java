package dev.sluice.runtime.task;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The tasks that have not ended, when somebody asked for them to be tracked. Off, it costs one field load for each task.
 *
 * <p>The initial level is the system property {@code sluice.trackTasks}: {@code off}, {@code states}, or {@code sites},
 * which also records where each task was created.
 */
public final class TaskRegistry {
    /** How much is recorded of tasks created from now on. */
    public enum Level {
        /** Nothing. */
        OFF,
        /** State, number of transitions, and what is waited for. */
        STATES,
        /** Also where the task was created. */
        SITES;

        /** The level that a property names, whatever its case; an unknown text is {@link #STATES}. */
        static Level parse(String text) {
            return switch (text.strip().toLowerCase(Locale.ROOT)) {
                case "", "off", "none", "false", "no", "0" -> OFF;
                case "sites", "full", "all", "verbose", "2" -> SITES;
                default -> STATES;
            };
        }
    }

    private static final Set<TaskRecord> LIVE = ConcurrentHashMap.newKeySet();
    private static final AtomicLong CREATED = new AtomicLong();

    private static volatile Level level = Level.parse(System.getProperty("sluice.trackTasks", "off"));

    private TaskRegistry() {}

    /** What is recorded now. */
    public static Level level() {
        return level;
    }

    /** Changes what is recorded of tasks created from now on. */
    public static void setLevel(Level newLevel) {
        level = newLevel;
    }

    static boolean isTracking() {
        return level != Level.OFF;
    }

    static TaskRecord add(ResumableTask task) {
        TaskRecord record = new TaskRecord(task, CREATED.incrementAndGet());
        if (level == Level.SITES) {
            record.createdAt(callers());
        }
        LIVE.add(record);
        return record;
    }

    static void remove(TaskRecord record) {
        LIVE.remove(record);
    }

    private static List<StackTraceElement> callers() {
        return StackWalker.getInstance()
                .walk(frames -> frames.map(StackWalker.StackFrame::toStackTraceElement)
                        .dropWhile(frame -> isEngine(frame.getClassName()))
                        .limit(8)
                        .toList());
    }

    private static boolean isEngine(String className) {
        return className.startsWith("dev.sluice.runtime.task.") && !className.endsWith("Test")
                || className.startsWith("dev.sluice.async.")
                || className.startsWith("dev.sluice.engine.");
    }

    static List<TaskRecord> live() {
        return LIVE.stream()
                .sorted(Comparator.comparingLong(TaskRecord::created))
                .toList();
    }

    /** The tracked tasks as text: state, transitions, what each waits for and what it holds. */
    public static String dump() {
        return TaskReport.ofRecords(live()).text();
    }

    /** The tracked tasks as a Graphviz graph: an arrow leads from who waits to what is waited for, and on to who holds it. */
    public static String dot() {
        return TaskReport.ofRecords(live()).dot();
    }
}
