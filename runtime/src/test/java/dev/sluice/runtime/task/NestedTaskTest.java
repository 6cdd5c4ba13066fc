package dev.sluice.runtime.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.ContractViolationException;
import dev.sluice.TaskCancelledException;
import dev.sluice.async.AsyncVariable;
import dev.sluice.async.DeviceTask;
import dev.sluice.async.HostTask;
import dev.sluice.async.ReadBuffer;
import dev.sluice.async.Task;
import dev.sluice.async.TaskState;
import dev.sluice.async.WriteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** A task that waits for another: entry, return, inheritance of the route, errors. */
class NestedTaskTest {
    private final RuntimeException broken = new IllegalStateException("broken");

    private final List<Object> seen = new CopyOnWriteArrayList<>();

    @AnyScheduler
    void theParentGoesOnAfterTheEndOfTheChild(TaskScheduler scheduler) {
        AsyncVariable<Integer> a = scheduler.async(123);
        AsyncVariable<Integer> b = scheduler.async();
        HostTask child = HostTask.map(a.read(), b.write(), v -> v);
        scheduler.schedule(HostTask.of(task -> {
            task.await(child);
            seen.add(child.state());
        }));
        assertThat(b.get()).isEqualTo(123);
        scheduler.runAll();
        assertThat(seen).containsExactly(TaskState.SUCCEEDED);
    }

    @AnyScheduler
    void aTaskMayComputeThroughALocalValueThatItsChildWrites(TaskScheduler scheduler) {
        AsyncVariable<Integer> in = scheduler.async(5);
        AsyncVariable<Integer> out = scheduler.async();
        ReadBuffer<Integer> read = in.read();
        WriteBuffer<Integer> write = out.write();
        scheduler.schedule(HostTask.of(
                task -> {
                    AsyncVariable<Integer> local = task.scheduler().async();
                    task.await(HostTask.map(read, local.write(), v -> 2 * v));
                    task.set(write, task.await(local.read()) + 1);
                },
                write));
        assertThat(out.get()).isEqualTo(11);
    }

    @AnyScheduler
    void anErrorOfTheChildReachesTheParentEvenWithoutAnyOutput(TaskScheduler scheduler) {
        HostTask child = HostTask.run(() -> {
            throw broken;
        });
        scheduler.schedule(HostTask.of(task -> {
            try {
                task.await(child);
            } catch (IllegalStateException e) {
                seen.add(e);
            }
        }));
        scheduler.runAll();
        assertThat(seen).containsExactly(broken);
    }

    @AnyScheduler
    void aCancelledChildCancelsAParentThatDoesNotCatchIt(TaskScheduler scheduler) {
        HostTask child = HostTask.run(() -> seen.add("ran"));
        child.cancel();
        HostTask parent = scheduler.schedule(HostTask.of(task -> task.await(child)));
        scheduler.runAll();
        assertThat(parent.state()).isEqualTo(TaskState.CANCELLED);
        assertThat(parent.failure()).get().isInstanceOf(TaskCancelledException.class);
        assertThat(seen).isEmpty();
    }

    @AnyScheduler
    void allFourCombinationsOfParentAndChildWorkAndReturnToTheParentsDomain(TaskScheduler scheduler) {
        for (boolean hostParent : List.of(true, false)) {
            for (boolean hostChild : List.of(true, false)) {
                seen.clear();
                Task child = hostChild
                        ? HostTask.run(() -> seen.add(SimulatedDevice.selected()))
                        : DeviceTask.of(task -> seen.add(task.device().ordinal()));
                if (hostParent) {
                    scheduler.schedule(HostTask.of(task -> {
                        task.await(child);
                        seen.add("host");
                    }));
                } else {
                    scheduler.schedule(DeviceTask.of(task -> {
                        task.await(child);
                        seen.add("device " + task.device().ordinal());
                    }));
                }
                scheduler.runAll();
                assertThat(seen)
                        .describedAs("host parent %s, host child %s", hostParent, hostChild)
                        .containsExactly(hostChild ? -1 : 0, hostParent ? "host" : "device 0");
            }
        }
    }

    @AnyScheduler
    void anUnboundDeviceChildInheritsTheBindingOfItsParentAndABoundOneKeepsItsOwn(TaskScheduler scheduler) {
        scheduler.schedule(
                DeviceTask.of(task -> {
                    task.await(DeviceTask.of(child -> seen.add(child.affinity())));
                    task.await(
                            DeviceTask.of(child -> seen.add(child.affinity())).on(SimulatedDevice.device(3)));
                    seen.add(task.device());
                }),
                SimulatedDevice.device(2));
        scheduler.runAll();
        assertThat(seen)
                .containsExactly(
                        Optional.of(SimulatedDevice.device(2)),
                        Optional.of(SimulatedDevice.device(3)),
                        SimulatedDevice.device(2));
    }

    @AnyScheduler
    void aDeviceChildOfAnUnboundParentStaysUnbound(TaskScheduler scheduler) {
        scheduler.schedule(DeviceTask.of(task -> {
            task.await(DeviceTask.of(child -> {
                seen.add(child.affinity().isPresent());
                seen.add(child.device().ordinal());
            }));
            seen.add(task.affinity().isPresent());
        }));
        scheduler.runAll();
        assertThat(seen).containsExactly(false, 0, false);
    }

    @AnyScheduler
    void aChildAdmittedElsewhereRunsThereAndTheParentReturnsHome(TaskScheduler scheduler) {
        try (ParallelScheduler other = new ParallelScheduler(1)) {
            HostTask child = HostTask.of(task -> seen.add(task.scheduler()));
            scheduler.schedule(HostTask.of(task -> {
                other.schedule(child);
                task.await(child);
                seen.add(task.scheduler());
            }));
            while (!child.isDone()) {
                scheduler.runAll();
            }
            other.runAll();
            scheduler.runAll();
        }
        assertThat(seen.getFirst()).isInstanceOf(ParallelScheduler.class).isNotSameAs(scheduler);
        assertThat(seen.getLast()).isSameAs(scheduler);
    }

    @AnyScheduler
    void severalTasksMayWaitForOne(TaskScheduler scheduler) {
        AsyncVariable<Integer> gate = scheduler.async();
        WriteBuffer<Integer> write = gate.write();
        HostTask shared = scheduler.schedule(HostTask.consume(gate.read(), v -> {}));
        for (int i = 0; i < 3; i++) {
            scheduler.schedule(HostTask.of(task -> {
                task.await(shared);
                seen.add("done");
            }));
        }
        scheduler.runAll();
        assertThat(seen).isEmpty();
        scheduler.schedule(HostTask.supply(write, () -> 1));
        scheduler.runAll();
        assertThat(seen).containsExactly("done", "done", "done");
    }

    @AnyScheduler
    void aDeepNestingOfTasksNeedsNoStack(TaskScheduler scheduler) {
        HostTask innermost = HostTask.run(() -> seen.add("innermost"));
        HostTask task = innermost;
        for (int depth = 0; depth < 500; depth++) {
            HostTask child = task;
            task = HostTask.of(t -> t.await(child));
        }
        HostTask outermost = scheduler.schedule(task);
        scheduler.runAll();
        assertThat(outermost.state()).isEqualTo(TaskState.SUCCEEDED);
        assertThat(seen).containsExactly("innermost");
    }

    @AnyScheduler
    void aTaskIsAdmittedOrAwaitedOnce(TaskScheduler scheduler) {
        HostTask task = scheduler.schedule(HostTask.run(() -> {}).named("once"));
        assertThatThrownBy(() -> scheduler.schedule(task))
                .isInstanceOf(ContractViolationException.class)
                .hasMessageContaining("task 'once'");
        scheduler.runAll();
    }

    @AnyScheduler
    void aTaskCannotWaitForItself(TaskScheduler scheduler) {
        HostTask[] self = new HostTask[1];
        self[0] = HostTask.of(task -> task.await(self[0]));
        scheduler.schedule(self[0]);
        scheduler.runAll();
        assertThat(self[0].failure()).get().isInstanceOf(ContractViolationException.class);
    }

    @Test
    void aHostOnlySchedulerRejectsADeviceChildAndTheParentMayGoOn() {
        try (DebugScheduler hostOnly = new DebugScheduler()) {
            DeviceTask child = DeviceTask.of(task -> seen.add("ran"));
            hostOnly.schedule(HostTask.of(task -> {
                try {
                    task.await(child);
                } catch (ContractViolationException e) {
                    seen.add(e.getMessage());
                }
            }));
            hostOnly.runAll();
            assertThat(child.state()).isEqualTo(TaskState.CREATED);
        }
        assertThat(seen).hasSize(1);
        assertThat(seen.getFirst().toString()).contains("accepts host tasks only");
    }

    @Test
    void anInheritedBindingThatTheSchedulerDoesNotEnrolIsRejected() {
        try (DebugScheduler scheduler = new DebugScheduler(0, SimulatedDevice.several(1))) {
            DeviceTask child = DeviceTask.of(task -> seen.add("ran")).on(SimulatedDevice.device(5));
            HostTask parent = scheduler.schedule(HostTask.of(task -> task.await(child)));
            scheduler.runAll();
            assertThat(parent.failure()).get().isInstanceOf(ContractViolationException.class);
            assertThat(parent.failure().orElseThrow()).hasMessageContaining("simulated:5 is not enrolled");
        }
        assertThat(seen).isEmpty();
    }

    @Test
    void aChildOnTheSameRouteIsEnteredAndLeftWithoutQueueing() {
        try (DebugScheduler scheduler = new DebugScheduler(0, SimulatedDevice.several(2))) {
            ActivationTrace trace = scheduler.record();
            scheduler.schedule(HostTask.of(task -> task.await(HostTask.run(() -> {}))));
            scheduler.schedule(HostTask.run(() -> {}));
            scheduler.runAll();
            // Parent, child and parent again go before the task that was queued meanwhile.
            assertThat(trace.tasks()).containsExactly(1, 3, 1, 2);
            assertThat(trace.choices()).hasSize(2);
        }
    }

    @Test
    void aChildOfAnotherDomainOrDeviceIsQueuedAndSoIsTheReturn() {
        try (DebugScheduler scheduler = new DebugScheduler(0, SimulatedDevice.several(2))) {
            ActivationTrace trace = scheduler.record();
            scheduler.schedule(HostTask.of(task -> task.await(DeviceTask.of(child -> {}))));
            scheduler.schedule(HostTask.run(() -> {}));
            scheduler.runAll();
            assertThat(trace.tasks()).containsExactly(1, 2, 3, 1);
        }
        try (DebugScheduler scheduler = new DebugScheduler(0, SimulatedDevice.several(2))) {
            ActivationTrace trace = scheduler.record();
            scheduler.schedule(
                    DeviceTask.of(task -> task.await(DeviceTask.of(child -> {}).on(SimulatedDevice.device(1)))));
            scheduler.schedule(HostTask.run(() -> {}));
            scheduler.runAll();
            assertThat(trace.tasks()).containsExactly(1, 2, 3, 1);
        }
    }

    @Test
    void anUnboundAndABoundTaskOnTheDefaultDeviceTransferDirectly() {
        try (DebugScheduler scheduler = new DebugScheduler(0, SimulatedDevice.several(2))) {
            ActivationTrace trace = scheduler.record();
            scheduler.schedule(
                    DeviceTask.of(task -> task.await(DeviceTask.of(child -> {}).on(SimulatedDevice.device(0)))));
            scheduler.schedule(HostTask.run(() -> {}));
            scheduler.runAll();
            assertThat(trace.tasks()).containsExactly(1, 3, 1, 2);
        }
    }
}
