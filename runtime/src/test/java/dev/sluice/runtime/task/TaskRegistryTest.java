package dev.sluice.runtime.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.async.AsyncVariable;
import dev.sluice.async.HostTask;
import dev.sluice.async.WriteBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the registry knows of tasks, and how it says so. */
class TaskRegistryTest {
    private final TaskRegistry.Level before = TaskRegistry.level();
    private final DebugScheduler scheduler = new DebugScheduler();

    @BeforeEach
    void track() {
        TaskRegistry.setLevel(TaskRegistry.Level.SITES);
    }

    @AfterEach
    void restore() {
        TaskRegistry.setLevel(before);
        scheduler.close();
    }

    @ParameterizedTest
    @CsvSource({
        "'',OFF",
        "off,OFF",
        "0,OFF",
        "No,OFF",
        "states,STATES",
        "'  YeS  ',STATES",
        "unknown,STATES",
        "2,SITES",
        "verbose,SITES",
        "Sites,SITES"
    })
    void theLevelIsReadFromTextWhateverItsCase(String text, TaskRegistry.Level level) {
        assertThat(TaskRegistry.Level.parse(text)).isEqualTo(level);
    }

    @Test
    void aFreshTaskIsListedWithItsStateAndCreationSiteUntilItEnds() {
        HostTask task = HostTask.run(() -> {}).named("fresh");
        assertThat(TaskRegistry.dump())
                .startsWith("1 task")
                .contains("task 'fresh' [created, 0 transitions]")
                .contains("created at " + TaskRegistryTest.class.getName());
        scheduler.schedule(task);
        assertThat(TaskRegistry.dump()).contains("task 'fresh' [queued, 1 transitions]");
        scheduler.runAll();
        assertThat(TaskRegistry.dump()).isEqualTo("0 tasks");
    }

    @Test
    void aSuspendedReaderIsListedWithTheEpochItWaitsForAndThePlacesItHolds() {
        AsyncVariable<Integer> in = scheduler.<Integer>async().named("in");
        AsyncVariable<Integer> out = scheduler.<Integer>async().named("out");
        WriteBuffer<Integer> write = in.write();
        scheduler.schedule(HostTask.map(in.read(), out.write(), v -> v).named("reader"));
        scheduler.runAll();
        assertThat(TaskRegistry.dump())
                .contains("task 'reader' [suspended, 3 transitions] waits for read of in epoch 0")
                .contains("holds write of out epoch 0");
        scheduler.schedule(HostTask.supply(write, () -> 1));
        scheduler.runAll();
        assertThat(TaskRegistry.dump()).isEqualTo("0 tasks");
    }

    @Test
    void theGraphLeadsFromTheWaiterThroughTheEpochToItsHolder() {
        AsyncVariable<Integer> in = scheduler.<Integer>async().named("in");
        HostTask writer = HostTask.supply(in.write(), () -> 1).named("writer");
        scheduler.schedule(HostTask.consume(in.read(), v -> {}).named("reader"));
        scheduler.runAll();
        assertThat(TaskRegistry.dot())
                .startsWith("digraph tasks {")
                .contains("\"task 'reader'\" -> \"read of in epoch 0\"")
                .contains("\"read of in epoch 0\" -> \"task 'writer'\"")
                .endsWith("}\n");
        scheduler.schedule(writer);
        scheduler.runAll();
    }

    @Test
    void nothingIsTrackedWhenTrackingIsOff() {
        TaskRegistry.setLevel(TaskRegistry.Level.OFF);
        HostTask task = HostTask.run(() -> {});
        assertThat(TaskRegistry.dump()).isEqualTo("0 tasks");
        task.cancel();
    }
}
