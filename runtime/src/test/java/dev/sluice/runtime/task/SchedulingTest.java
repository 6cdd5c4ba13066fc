package dev.sluice.runtime.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.ClosedException;
import dev.sluice.ContractViolationException;
import dev.sluice.async.AsyncVariable;
import dev.sluice.async.DeviceTask;
import dev.sluice.async.HostTask;
import dev.sluice.async.ReadBuffer;
import dev.sluice.async.WriteBuffer;
import dev.sluice.runtime.async.Awaitable;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Admission, quiescence, pause, waiting and closing. */
class SchedulingTest {
    private final AtomicInteger count = new AtomicInteger();

    @AnyScheduler
    void runAllObservesEverythingAdmittedBeforeItAndEverythingThatAdmits(TaskScheduler scheduler) {
        for (int i = 0; i < 100; i++) {
            scheduler.schedule(HostTask.run(() -> {
                count.incrementAndGet();
                scheduler.schedule(DeviceTask.of(task -> count.incrementAndGet()));
            }));
        }
        scheduler.runAll();
        assertThat(count).hasValue(200);
    }

    @AnyScheduler
    void admissionNeverRunsTheTaskOnTheAdmittingThread(TaskScheduler scheduler) {
        scheduler.pause();
        Thread admitting = Thread.currentThread();
        AtomicBoolean admitted = new AtomicBoolean();
        AtomicBoolean tooEarly = new AtomicBoolean();
        scheduler.schedule(HostTask.run(() -> tooEarly.set(Thread.currentThread() == admitting && !admitted.get())));
        admitted.set(true);
        scheduler.resume();
        scheduler.runAll();
        assertThat(tooEarly).isFalse();
    }

    @AnyScheduler
    void nothingRunsWhilePausedAndEverythingRunsOnceAfterwards(TaskScheduler scheduler) {
        scheduler.pause();
        AsyncVariable<Integer> value = scheduler.async();
        for (int i = 0; i < 3; i++) {
            scheduler.schedule(HostTask.run(count::incrementAndGet));
        }
        scheduler.schedule(HostTask.supply(value.write(), () -> 42));
        ReadBuffer<Integer> fresh = value.read();
        scheduler.runAll();
        assertThat(scheduler.isPaused()).isTrue();
        assertThat(count).hasValue(0);
        assertThat(fresh.isReady()).isFalse();
        fresh.close();
        scheduler.resume();
        scheduler.runAll();
        assertThat(count).hasValue(3);
        assertThat(value.get()).isEqualTo(42);
    }

    @AnyScheduler
    void manyThreadsMayAdmitAtOnce(TaskScheduler scheduler) throws InterruptedException {
        List<Thread> producers = new ArrayList<>();
        for (int p = 0; p < 6; p++) {
            producers.add(Thread.ofPlatform().start(() -> {
                for (int i = 0; i < 512; i++) {
                    scheduler.schedule(HostTask.run(count::incrementAndGet));
                }
            }));
        }
        for (Thread producer : producers) {
            producer.join();
        }
        scheduler.runAll();
        assertThat(count).hasValue(3072);
    }

    @AnyScheduler
    void manyThreadsMayWaitForOneValue(TaskScheduler scheduler) throws InterruptedException {
        AsyncVariable<Integer> value = scheduler.async();
        scheduler.schedule(HostTask.supply(value.write(), () -> 11));
        List<Thread> readers = new ArrayList<>();
        for (int r = 0; r < 16; r++) {
            readers.add(Thread.ofPlatform().start(() -> count.addAndGet(value.get())));
        }
        for (Thread reader : readers) {
            reader.join();
        }
        assertThat(count).hasValue(16 * 11);
    }

    @AnyScheduler
    void aFunctionMayBlockOnAValueFromInsideAWorker(TaskScheduler scheduler) {
        AsyncVariable<Integer> result = scheduler.async();
        scheduler.schedule(HostTask.supply(result.write(), () -> {
            AsyncVariable<Integer> a = scheduler.async(10);
            AsyncVariable<Integer> b = scheduler.async();
            scheduler.schedule(HostTask.map(a.read(), b.write(), v -> v + 32));
            return b.get();
        }));
        assertThat(result.get()).isEqualTo(42);
    }

    @AnyScheduler
    void aTreeOfSumsIsRightAndRunsEachNodeOnce(TaskScheduler scheduler) {
        List<AsyncVariable<Integer>> level = new ArrayList<>();
        for (int leaf = 0; leaf < 512; leaf++) {
            level.add(scheduler.async(1));
        }
        while (level.size() > 1) {
            List<AsyncVariable<Integer>> next = new ArrayList<>();
            for (int i = 0; i < level.size(); i += 2) {
                AsyncVariable<Integer> sum = scheduler.async();
                scheduler.schedule(
                        HostTask.combine(level.get(i).read(), level.get(i + 1).read(), sum.write(), (x, y) -> {
                            count.incrementAndGet();
                            return x + y;
                        }));
                next.add(sum);
            }
            level = next;
        }
        assertThat(level.getFirst().get()).isEqualTo(512);
        scheduler.runAll();
        assertThat(count).hasValue(511);
    }

    @AnyScheduler
    void closingASchedulerNamesTheTasksThatStillWaitAndLeavesItUsable(TaskScheduler scheduler) {
        TaskRegistry.Level before = TaskRegistry.level();
        TaskRegistry.setLevel(TaskRegistry.Level.STATES);
        try {
            AsyncVariable<Integer> value = scheduler.async();
            WriteBuffer<Integer> write = value.named("x").write();
            scheduler.schedule(HostTask.consume(value.read(), v -> {}).named("left behind"));
            assertThatThrownBy(scheduler::close)
                    .isInstanceOf(ContractViolationException.class)
                    .hasMessageContaining("task 'left behind'")
                    .hasMessageContaining("waits for read of x epoch 0");
            write.close();
            scheduler.runAll();
            scheduler.close();
            assertThatThrownBy(() -> scheduler.schedule(HostTask.run(() -> {}))).isInstanceOf(ClosedException.class);
        } finally {
            TaskRegistry.setLevel(before);
        }
    }

    @Test
    void aDebugSchedulerIsFirstInFirstOutByDefault() {
        List<Integer> order = new ArrayList<>();
        try (DebugScheduler scheduler = new DebugScheduler()) {
            for (int i = 0; i < 5; i++) {
                int number = i;
                scheduler.schedule(HostTask.run(() -> order.add(number)));
            }
            scheduler.runAll();
        }
        assertThat(order).containsExactly(0, 1, 2, 3, 4);
    }

    @Test
    void runStopsAfterTheActivationsThatWereQueuedWhenItBegan() {
        try (DebugScheduler scheduler = new DebugScheduler()) {
            scheduler.schedule(HostTask.run(() -> scheduler.schedule(HostTask.run(count::incrementAndGet))));
            scheduler.run();
            assertThat(count).hasValue(0);
            scheduler.run();
            assertThat(count).hasValue(1);
        }
    }

    @Test
    void independentTasksOverlapInTheHostArena() throws Exception {
        try (ParallelScheduler scheduler = new ParallelScheduler(2)) {
            CyclicBarrier bothAreRunning = new CyclicBarrier(2);
            for (int i = 0; i < 2; i++) {
                scheduler.schedule(HostTask.run(() -> {
                    try {
                        bothAreRunning.await();
                        count.incrementAndGet();
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                }));
            }
            scheduler.runAll();
            assertThat(count).hasValue(2);
        }
    }

    @Test
    void deviceTasksRunOnWorkersOfTheirDeviceOnlyAlsoWhileAThreadWaits() {
        Set<String> threads = ConcurrentHashMap.newKeySet();
        List<ParallelScheduler.DeviceWorkers> devices = SimulatedDevice.several(2).stream()
                .map(device -> new ParallelScheduler.DeviceWorkers(device, 1))
                .toList();
        try (ParallelScheduler scheduler = new ParallelScheduler(1, devices, null)) {
            for (int i = 0; i < 200; i++) {
                AsyncVariable<Integer> value = scheduler.async();
                WriteBuffer<Integer> write = value.write();
                scheduler.schedule(new Recording(threads), SimulatedDevice.device(i % 2));
                scheduler.schedule(HostTask.supply(write, () -> 1));
                value.get();
            }
            scheduler.runAll();
        }
        assertThat(threads).containsExactlyInAnyOrder("sluice-simulated:0-0 on 0", "sluice-simulated:1-0 on 1");
    }

    /** Notes its thread and the device selected there. */
    private static final class Recording extends Operation<Object> {
        private final Set<String> threads;

        Recording(Set<String> threads) {
            super(List.of(), List.of());
            this.threads = threads;
        }

        @Override
        protected Awaitable execute() {
            threads.add(Thread.currentThread().getName() + " on " + SimulatedDevice.selected());
            return null;
        }
    }

    @Test
    void aWaitingThreadIsWokenByAValueThatAForeignThreadSupplies() throws InterruptedException {
        try (ParallelScheduler scheduler = new ParallelScheduler(1)) {
            AsyncVariable<Integer> value = scheduler.async();
            WriteBuffer<Integer> write = value.write();
            CountDownLatch waiting = new CountDownLatch(1);
            Thread supplier = Thread.ofPlatform().start(() -> {
                try {
                    waiting.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                scheduler.schedule(HostTask.supply(write, () -> 99));
            });
            waiting.countDown();
            assertThat(value.get()).isEqualTo(99);
            supplier.join();
        }
    }

    @Test
    void runAllInsideATaskIsRejected() {
        try (ParallelScheduler scheduler = new ParallelScheduler(1)) {
            HostTask task = scheduler.schedule(HostTask.of(t -> scheduler.runAll()));
            scheduler.runAll();
            assertThat(task.failure()).get().isInstanceOf(ContractViolationException.class);
        }
    }
}
