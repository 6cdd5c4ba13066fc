package dev.sluice.runtime.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.ContractViolationException;
import dev.sluice.async.AsyncVariable;
import dev.sluice.async.DeviceTask;
import dev.sluice.async.HostTask;
import dev.sluice.async.ReadBuffer;
import dev.sluice.async.WriteBuffer;
import dev.sluice.runtime.async.Awaitable;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** On which device a task runs, and what may change that. */
class DeviceAffinityTest {
    private final List<Object> seen = new CopyOnWriteArrayList<>();

    @AnyScheduler
    void anUnboundTaskRunsOnTheDefaultDeviceWithoutBecomingBound(TaskScheduler scheduler) {
        scheduler.schedule(DeviceTask.of(task -> {
            seen.add(task.affinity());
            seen.add(task.device().ordinal());
        }));
        scheduler.runAll();
        assertThat(seen).containsExactly(Optional.empty(), 0);
    }

    @AnyScheduler
    void aTaskAdmittedToADeviceRunsThere(TaskScheduler scheduler) {
        scheduler.schedule(DeviceTask.of(task -> seen.add(task.device().ordinal())), SimulatedDevice.device(3));
        scheduler.runAll();
        assertThat(seen).containsExactly(3);
    }

    @AnyScheduler
    void everyActivationOfAnOperationFindsItsDeviceSelected(TaskScheduler scheduler) {
        for (int device = 0; device < 4; device++) {
            scheduler.schedule(new Touring(seen), SimulatedDevice.device(device));
        }
        scheduler.runAll();
        assertThat(seen).containsExactlyInAnyOrder("0000", "1111", "2222", "3333");
    }

    /** Looks at the selected device in each step, after waiting for a lease in between. */
    private static final class Touring extends Operation<Object> {
        private final List<Object> seen;
        private final StringBuilder selected = new StringBuilder();
        private int waits;

        Touring(List<Object> seen) {
            super(List.of(), List.of());
            this.seen = seen;
        }

        @Override
        protected Awaitable execute() {
            selected.append(SimulatedDevice.selected());
            if (waits++ < 3) {
                return this.<AutoCloseable>request("grant", waiter -> waiter.granted(() -> {}), () -> true);
            }
            seen.add(selected.toString());
            return null;
        }
    }

    @AnyScheduler
    void setDeviceMovesTheTaskAndTheNextSetDeviceToTheSameDeviceContinuesAtOnce(TaskScheduler scheduler) {
        scheduler.schedule(DeviceTask.of(task -> {
            task.setDevice(SimulatedDevice.device(2));
            seen.add(task.device().ordinal());
            task.setDevice(SimulatedDevice.device(2));
            seen.add(task.device().ordinal());
            task.setDevice(SimulatedDevice.device(1));
            seen.add(task.affinity());
        }));
        scheduler.runAll();
        assertThat(seen).containsExactly(2, 2, Optional.of(SimulatedDevice.device(1)));
    }

    @Test
    void selectingTheDeviceThatTheTaskIsOnAlreadyRecordsItAndQueuesNothing() {
        try (DebugScheduler scheduler = new DebugScheduler(0, SimulatedDevice.several(2))) {
            ActivationTrace trace = scheduler.record();
            scheduler.schedule(DeviceTask.of(task -> {
                task.setDevice(SimulatedDevice.device(0));
                seen.add(task.affinity());
            }));
            scheduler.schedule(DeviceTask.of(task -> task.setDevice(SimulatedDevice.device(1))));
            scheduler.runAll();
            assertThat(trace.tasks()).containsExactly(1, 2, 2);
        }
        assertThat(seen).containsExactly(Optional.of(SimulatedDevice.device(0)));
    }

    @AnyScheduler
    void anUnknownDeviceIsRejectedBeforeTheBindingChanges(TaskScheduler scheduler) {
        scheduler.schedule(
                DeviceTask.of(task -> {
                    try {
                        task.setDevice(SimulatedDevice.device(9));
                    } catch (ContractViolationException e) {
                        seen.add(e.getMessage());
                    }
                    seen.add(task.affinity());
                }),
                SimulatedDevice.device(1));
        scheduler.runAll();
        assertThat(seen.getFirst().toString()).contains("simulated:9 is not enrolled");
        assertThat(seen.getLast()).isEqualTo(Optional.of(SimulatedDevice.device(1)));
        assertThatThrownBy(() -> scheduler.schedule(DeviceTask.of(task -> {}), SimulatedDevice.device(9)))
                .isInstanceOf(ContractViolationException.class);
    }

    @AnyScheduler
    void aTaskThatHoldsAResourceOfItsDeviceCannotLeaveIt(TaskScheduler scheduler) {
        scheduler.schedule(DeviceTask.of(task -> {
            task.holds("stream 7");
            try {
                task.setDevice(SimulatedDevice.device(1));
            } catch (ContractViolationException e) {
                seen.add(e.getMessage());
            }
            seen.add(task.affinity());
            task.released("stream 7");
            task.setDevice(SimulatedDevice.device(1));
            seen.add(task.device().ordinal());
        }));
        scheduler.runAll();
        assertThat(seen.getFirst().toString()).contains("while it holds [stream 7] of simulated:0");
        assertThat(seen.subList(1, 3)).containsExactly(Optional.empty(), 1);
    }

    @AnyScheduler
    void aTaskResumesOnItsDeviceAfterWaitingForAValue(TaskScheduler scheduler) {
        AsyncVariable<Integer> value = scheduler.async();
        WriteBuffer<Integer> write = value.write();
        ReadBuffer<Integer> read = value.read();
        scheduler.schedule(
                DeviceTask.of(
                        task -> {
                            seen.add(task.device().ordinal());
                            task.await(read);
                            seen.add(task.device().ordinal());
                        },
                        read),
                SimulatedDevice.device(2));
        scheduler.schedule(HostTask.supply(write, () -> 1));
        scheduler.runAll();
        assertThat(seen).containsExactly(2, 2);
    }

    @AnyScheduler
    void theCallingThreadKeepsItsDeviceWhileItDrivesOrHelps(TaskScheduler scheduler) {
        SimulatedDevice mine = new SimulatedDevice(SimulatedDevice.device(3));
        long before = mine.enter();
        AsyncVariable<Integer> value = scheduler.async();
        WriteBuffer<Integer> write = value.write();
        scheduler.schedule(DeviceTask.of(task -> task.set(write, task.device().ordinal()), write));
        assertThat(value.get()).isZero();
        assertThat(SimulatedDevice.selected()).isEqualTo(3);
        mine.leave(before);
    }

    @AnyScheduler
    void anErrorCrossesDomainsAndDevices(TaskScheduler scheduler) {
        AsyncVariable<Integer> value = scheduler.async();
        WriteBuffer<Integer> write = value.write();
        scheduler.schedule(
                DeviceTask.of(
                        task -> {
                            throw new IllegalStateException("on the device");
                        },
                        write),
                SimulatedDevice.device(1));
        AsyncVariable<Integer> next = scheduler.async();
        scheduler.schedule(HostTask.map(value.read(), next.write(), v -> v));
        assertThatThrownBy(next::get).hasMessage("on the device");
    }

    @Test
    void aHostOnlySchedulerRefusesDeviceTasks() {
        try (DebugScheduler scheduler = new DebugScheduler()) {
            assertThatThrownBy(() -> scheduler.schedule(DeviceTask.of(task -> {})))
                    .isInstanceOf(ContractViolationException.class)
                    .hasMessageContaining("accepts host tasks only");
        }
    }

    @Test
    void theDefaultDeviceMustBeEnrolled() {
        assertThatThrownBy(() -> new DebugScheduler(
                        ActivationOrder.ofSeed(0), SimulatedDevice.several(1), SimulatedDevice.device(4)))
                .isInstanceOf(ContractViolationException.class);
    }

    @AnyScheduler
    void migrationContinuesOnTheTargetSchedulerExactlyOnce(TaskScheduler scheduler) {
        try (DebugScheduler target = new DebugScheduler(0, SimulatedDevice.several(2))) {
            HostTask task = scheduler.schedule(HostTask.of(t -> {
                seen.add(t.scheduler());
                t.migrate(target);
                seen.add(t.scheduler());
            }));
            scheduler.runAll();
            assertThat(seen).containsExactly(scheduler);
            assertThat(task.isDone()).isFalse();
            target.runAll();
            assertThat(task.isDone()).isTrue();
            assertThat(seen).containsExactly(scheduler, target);
            assertThat(target.activations()).isEqualTo(1);
        }
    }

    @AnyScheduler
    void migrationToASchedulerThatDoesNotAcceptTheTaskIsRejectedAndChangesNothing(TaskScheduler scheduler) {
        try (DebugScheduler hostOnly = new DebugScheduler()) {
            scheduler.schedule(DeviceTask.of(task -> {
                try {
                    task.migrate(hostOnly);
                } catch (ContractViolationException e) {
                    seen.add("rejected");
                }
                seen.add(task.scheduler());
            }));
            scheduler.runAll();
        }
        assertThat(seen).containsExactly("rejected", scheduler);
    }
}
