package dev.sluice.runtime.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.async.AsyncVariable;
import dev.sluice.async.DeviceTask;
import dev.sluice.async.HostTask;
import dev.sluice.async.ReadBuffer;
import dev.sluice.async.WriteBuffer;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The same program and seed give the same activations; another seed gives another legal order and equal results. */
class DeterminismTest {
    /** A mixed program: functions, direct style on host and devices, nesting, device changes, a cancellation. */
    private static int program(TaskScheduler scheduler) {
        AsyncVariable<Integer> x = scheduler.async(1);
        AsyncVariable<Integer> y = scheduler.async();
        AsyncVariable<Integer> z = scheduler.async(0);
        HostTask doomed =
                scheduler.schedule(HostTask.consume(scheduler.<Integer>async().read(), v -> {}));
        scheduler.schedule(HostTask.map(x.read(), y.write(), v -> 10 * v));
        for (int i = 0; i < 4; i++) {
            int device = i;
            ReadBuffer<Integer> in = y.read();
            WriteBuffer<Integer> out = z.write();
            scheduler.schedule(
                    DeviceTask.of(
                            task -> {
                                int v = task.await(in);
                                task.setDevice(SimulatedDevice.device((device + 1) % 4));
                                AsyncVariable<Integer> local = task.scheduler().async();
                                task.await(HostTask.supply(local.write(), () -> v + device));
                                task.set(out, task.await(out) + task.await(local.read()));
                            },
                            in,
                            out),
                    SimulatedDevice.device(device));
            x.update(v -> 2 * v);
            scheduler.schedule(HostTask.map(x.read(), y.write(), v -> v));
        }
        doomed.cancel();
        scheduler.runAll();
        return z.get();
    }

    /** 10 + 0, 2 + 1, 4 + 2, 8 + 3. */
    private static final int RESULT = 30;

    private static ActivationTrace trace(ActivationOrder order) {
        try (DebugScheduler scheduler = new DebugScheduler(order, SimulatedDevice.several(4), null)) {
            ActivationTrace trace = scheduler.record();
            assertThat(program(scheduler)).describedAs("result under %s", order).isEqualTo(RESULT);
            return trace;
        }
    }

    @Test
    void oneSeedGivesOneTraceInManyRuns() {
        for (long seed = 0; seed < 5; seed++) {
            ActivationTrace first = trace(ActivationOrder.ofSeed(seed));
            for (int run = 0; run < 1_000; run++) {
                assertThat(trace(ActivationOrder.ofSeed(seed)).tasks())
                        .describedAs("seed %s, run %s", seed, run)
                        .isEqualTo(first.tasks());
            }
        }
    }

    @Test
    void otherSeedsGiveOtherLegalOrdersAndEqualResults() {
        Set<List<Integer>> traces = new HashSet<>();
        for (long seed = 0; seed < 100; seed++) {
            traces.add(Arrays.stream(trace(ActivationOrder.ofSeed(seed)).tasks())
                    .boxed()
                    .toList());
        }
        assertThat(traces).hasSizeGreaterThan(90);
    }

    @Test
    void aRecordedScheduleCanBeReplayed() {
        ActivationTrace recorded = trace(ActivationOrder.ofSeed(17));
        assertThat(trace(ActivationOrder.replay(recorded.choices())).tasks()).isEqualTo(recorded.tasks());
    }

    @Test
    void aScheduleOfAnotherProgramIsRejected() {
        try (DebugScheduler scheduler =
                new DebugScheduler(ActivationOrder.replay(3), SimulatedDevice.several(1), null)) {
            scheduler.schedule(HostTask.run(() -> {}));
            assertThatThrownBy(scheduler::runAll)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("recorded choice 3");
            scheduler.schedule(HostTask.run(() -> {}));
            scheduler.runAll();
        }
    }

    @AnyScheduler
    void theProgramHasOneResultUnderEveryScheduler(TaskScheduler scheduler) {
        for (int run = 0; run < 50; run++) {
            assertThat(program(scheduler)).isEqualTo(RESULT);
        }
    }
}
