package dev.sluice.runtime.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.async.AsyncVariable;
import dev.sluice.async.DeviceTask;
import dev.sluice.async.HostTask;
import dev.sluice.async.ReadBuffer;
import dev.sluice.async.Task;
import dev.sluice.async.TaskState;
import dev.sluice.async.WriteBuffer;
import dev.sluice.runtime.async.AsyncCell;
import dev.sluice.runtime.async.Awaitable;
import dev.sluice.runtime.async.Epoch;
import dev.sluice.runtime.async.ValueLifecycle;
import dev.sluice.runtime.device.PoolWaiter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * One mixed program under many orders: functions, direct style, nesting across domains, device changes, an exhausted pool,
 * cancellations. Whatever the order, every task ends, every place and lease comes back, and what was not cancelled is
 * right.
 */
class ScheduleExplorationTest {
    private static final int ORDERS = 200;
    private static final int CHAINS = 4;
    private static final int LINKS = 3;

    /** Lends one lease at a time. */
    private static final class Pool {
        private boolean lent;
        private final Queue<PoolWaiter<AutoCloseable>> waiting = new ArrayDeque<>();

        void acquire(PoolWaiter<AutoCloseable> waiter) {
            if (lent) {
                waiting.add(waiter);
            } else {
                lent = true;
                waiter.granted(this::release);
            }
        }

        private void release() {
            PoolWaiter<AutoCloseable> next = waiting.poll();
            lent = next != null;
            if (next != null) {
                next.granted(this::release);
            }
        }
    }

    /** Adds one, on a given device, with a lease of it. */
    private static final class Increment extends Operation<Integer> {
        private final Pool pool;
        private final int ordinal;
        private @Nullable LeaseWait<AutoCloseable> request;

        Increment(AsyncCell<Integer> x, Pool pool, int ordinal) {
            super(List.of(x), List.of(x));
            this.pool = pool;
            this.ordinal = ordinal;
        }

        @Override
        protected @Nullable Awaitable execute() {
            Awaitable elsewhere = select(SimulatedDevice.device(ordinal));
            if (elsewhere != null) {
                return elsewhere;
            }
            if (request == null) {
                request = request("the only lease", pool::acquire, () -> false);
                return request;
            }
            assertThat(SimulatedDevice.selected()).isEqualTo(ordinal);
            assertThat(request.lease()).isNotNull();
            publish(0, value(0) + 1);
            return null;
        }
    }

    @Test
    void everyOrderEndsEveryTaskReturnsEveryResourceAndComputesTheSame() {
        for (long seed = 0; seed < ORDERS; seed++) {
            explore(seed);
        }
    }

    private static void explore(long seed) {
        DebugScheduler scheduler = new DebugScheduler(seed, SimulatedDevice.several(4));
        SplittableRandom random = new SplittableRandom(seed);
        Pool pool = new Pool();
        List<AsyncCell<Integer>> cells = new ArrayList<>();
        List<List<Task>> chains = new ArrayList<>();
        for (int chain = 0; chain < CHAINS; chain++) {
            AsyncCell<Integer> x = AsyncCell.of(0, scheduler, ValueLifecycle.immutable());
            cells.add(x);
            chains.add(submitChain(scheduler, x, pool, chain));
        }
        // The last chain is disturbed, the others must not notice.
        List<Task> disturbed = chains.getLast();
        for (int i = 0; i < 2; i++) {
            scheduler.run();
            disturbed.get(random.nextInt(disturbed.size())).cancel();
        }
        scheduler.runAll();
        for (int chain = 0; chain < CHAINS; chain++) {
            for (Task task : chains.get(chain)) {
                TaskState state = task.state();
                assertThat(state.isFinal())
                        .describedAs("seed %s: %s is %s", seed, task, state)
                        .isTrue();
                if (chain < CHAINS - 1) {
                    assertThat(task.failure())
                            .describedAs("seed %s: %s", seed, task)
                            .isEmpty();
                }
            }
            AsyncCell<Integer> x = cells.get(chain);
            if (chain < CHAINS - 1) {
                assertThat(x.get())
                        .describedAs("seed %s, chain %s", seed, chain)
                        .isEqualTo(4 * LINKS);
            }
            try (Epoch<Integer> last = x.write()) {
                assertThat(last.isReady())
                        .describedAs("seed %s: all places of chain %s", seed, chain)
                        .isTrue();
            }
        }
        assertThat(pool.lent).describedAs("seed %s: the lease is back", seed).isFalse();
        scheduler.close();
    }

    private static List<Task> submitChain(DebugScheduler scheduler, AsyncCell<Integer> x, Pool pool, int chain) {
        List<Task> tasks = new ArrayList<>();
        for (int link = 0; link < LINKS; link++) {
            int device = (chain + link) % 4;
            tasks.add(scheduler.schedule(new Increment(x, pool, device)));
            tasks.add(scheduler.schedule(HostTask.map(x.read(), x.write(), v -> v + 1)));
            ReadBuffer<Integer> in = x.read();
            WriteBuffer<Integer> out = x.write();
            tasks.add(scheduler.schedule(DeviceTask.of(
                    task -> {
                        int v = task.await(in);
                        in.close();
                        task.setDevice(SimulatedDevice.device(device));
                        AsyncVariable<Integer> local = task.scheduler().async();
                        task.await(HostTask.supply(local.write(), () -> v + 1));
                        task.set(out, task.await(local.read()));
                    },
                    in,
                    out)));
            WriteBuffer<Integer> last = x.write();
            tasks.add(scheduler.schedule(HostTask.of(task -> task.set(last, task.await(last) + 1), last)));
        }
        return tasks;
    }
}
