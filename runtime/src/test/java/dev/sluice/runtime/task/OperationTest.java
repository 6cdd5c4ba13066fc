package dev.sluice.runtime.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.ClosedException;
import dev.sluice.ContractViolationException;
import dev.sluice.TaskCancelledException;
import dev.sluice.UninitializedException;
import dev.sluice.async.TaskState;
import dev.sluice.runtime.async.AsyncCell;
import dev.sluice.runtime.async.Awaitable;
import dev.sluice.runtime.async.ReadPlace;
import dev.sluice.runtime.async.ValueLifecycle;
import dev.sluice.runtime.device.PoolWaiter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A device task over values: places, publication, leases, devices, errors, disposal. */
class OperationTest {
    private final List<Object> events = new CopyOnWriteArrayList<>();

    /** A value that says when it is released. */
    private record Resource(int number) {}

    private final ValueLifecycle<Resource> lifecycle = new ValueLifecycle<>() {
        @Override
        public Resource copy(Resource value) {
            return new Resource(value.number() + 100);
        }

        @Override
        public void dispose(Resource value) {
            events.add("disposed " + value.number());
        }
    };

    private AsyncCell<Resource> cell(TaskScheduler scheduler, int number) {
        return AsyncCell.of(new Resource(number), scheduler, lifecycle);
    }

    private AsyncCell<Resource> empty(TaskScheduler scheduler) {
        return AsyncCell.empty(scheduler, lifecycle);
    }

    /** Publishes the sum of what it reads. */
    private static final class Sum extends Operation<Resource> {
        private final int operands;

        Sum(List<AsyncCell<Resource>> from, AsyncCell<Resource> to) {
            super(from, List.of(to));
            operands = from.size();
        }

        @Override
        protected @Nullable Awaitable execute() {
            int sum = 0;
            for (int i = 0; i < operands; i++) {
                sum += value(i).number();
            }
            publish(0, new Resource(sum));
            return null;
        }
    }

    @AnyScheduler
    void anOperationReadsItsOperandsAsTheyWereWhenItWasCreatedAndPublishesItsResult(TaskScheduler scheduler) {
        AsyncCell<Resource> a = cell(scheduler, 1);
        AsyncCell<Resource> b = cell(scheduler, 2);
        AsyncCell<Resource> c = empty(scheduler);
        Sum sum = new Sum(List.of(a, b), c);
        a.assign(new Resource(50));
        scheduler.schedule(sum);
        assertThat(c.get()).isEqualTo(new Resource(3));
    }

    @AnyScheduler
    void aCellThatIsReadAndWrittenIsUpdatedWithoutWaitingForItself(TaskScheduler scheduler) {
        AsyncCell<Resource> x = cell(scheduler, 1);
        AsyncCell<Resource> y = cell(scheduler, 10);
        for (int i = 0; i < 3; i++) {
            scheduler.schedule(new Sum(List.of(x, y, x), x));
        }
        // x ← 2x + 10, three times
        assertThat(x.get()).isEqualTo(new Resource(78));
    }

    @AnyScheduler
    void theErrorOfAnOperandReachesTheOutput(TaskScheduler scheduler) {
        AsyncCell<Resource> a = empty(scheduler);
        a.write().close();
        AsyncCell<Resource> b = empty(scheduler);
        AsyncCell<Resource> c = empty(scheduler);
        scheduler.schedule(new Sum(List.of(a), b));
        scheduler.schedule(new Sum(List.of(b), c));
        assertThatThrownBy(c::get).isInstanceOf(UninitializedException.class);
    }

    @AnyScheduler
    void aCancelledOperandCancelsTheOperation(TaskScheduler scheduler) {
        AsyncCell<Resource> a = empty(scheduler);
        AsyncCell<Resource> b = empty(scheduler);
        Sum producer = new Sum(List.of(cell(scheduler, 1)), a);
        Sum consumer = new Sum(List.of(a), b);
        producer.cancel();
        scheduler.schedule(consumer);
        assertThatThrownBy(b::get).isInstanceOf(TaskCancelledException.class);
        scheduler.runAll();
        assertThat(consumer.state()).isEqualTo(TaskState.CANCELLED);
    }

    @AnyScheduler
    void aClosedOperandIsRejectedBeforeAnyPlaceIsKept(TaskScheduler scheduler) {
        AsyncCell<Resource> open = cell(scheduler, 1);
        AsyncCell<Resource> closed = cell(scheduler, 2);
        closed.close();
        assertThatThrownBy(() -> new Sum(List.of(open, closed), open)).isInstanceOf(ClosedException.class);
        assertThatThrownBy(() -> new Sum(List.of(open), closed)).isInstanceOf(ClosedException.class);
        try (ReadPlace<Resource> place = open.read()) {
            assertThat(place.isReady()).isTrue();
        }
        open.assign(new Resource(3));
        assertThat(events).containsExactly("disposed 2", "disposed 1");
    }

    @AnyScheduler
    void aCellCannotBeNamedTwiceAsAnOutput(TaskScheduler scheduler) {
        AsyncCell<Resource> a = cell(scheduler, 1).named("a");
        assertThatThrownBy(() -> new Operation<>(List.of(), List.of(a, a)) {
                    @Override
                    protected @Nullable Awaitable execute() {
                        return null;
                    }
                })
                .isInstanceOf(ContractViolationException.class)
                .hasMessageContaining("a is named twice");
    }

    @AnyScheduler
    void aReplacedValueIsDisposedOfAndAnUpdatedOneIsNot(TaskScheduler scheduler) {
        AsyncCell<Resource> a = cell(scheduler, 1);
        scheduler.schedule(new Sum(List.of(), a));
        a.update(value -> value);
        assertThat(a.get()).isEqualTo(new Resource(0));
        assertThat(events).containsExactly("disposed 1");
    }

    @AnyScheduler
    void aClosedCellDisposesOfItsValueAfterTheAccessesTakenBefore(TaskScheduler scheduler) {
        AsyncCell<Resource> a = cell(scheduler, 7);
        AsyncCell<Resource> b = empty(scheduler);
        Sum sum = new Sum(List.of(a), b);
        a.close();
        assertThat(events).isEmpty();
        scheduler.schedule(sum);
        assertThat(b.get()).isEqualTo(new Resource(7));
        scheduler.runAll();
        assertThat(events).containsExactly("disposed 7");
    }

    @AnyScheduler
    void aFailedWriterDisposesOfTheValueThatNobodyCanReachAnyMore(TaskScheduler scheduler) {
        AsyncCell<Resource> a = cell(scheduler, 1);
        AsyncCell<Resource> missing = empty(scheduler);
        missing.write().close();
        scheduler.schedule(new Sum(List.of(missing), a));
        assertThatThrownBy(a::get).isInstanceOf(UninitializedException.class);
        assertThat(events).containsExactly("disposed 1");
    }

    @AnyScheduler
    void aCopyIsMadeByTheLifecycleAndOwnsItsValue(TaskScheduler scheduler) {
        AsyncCell<Resource> a = cell(scheduler, 1);
        AsyncCell<Resource> copy = a.copy();
        a.close();
        assertThat(copy.get()).isEqualTo(new Resource(101));
        copy.close();
        scheduler.runAll();
        assertThat(events).containsExactlyInAnyOrder("disposed 1", "disposed 101");
    }

    /** A pool that lends some leases and queues those who find none. */
    private static final class Pool {
        private int idle;
        private final Queue<PoolWaiter<Lease>> waiting = new ArrayDeque<>();
        private final Queue<Integer> granted = new ConcurrentLinkedQueue<>();

        Pool(int leases) {
            idle = leases;
        }

        synchronized void acquire(PoolWaiter<Lease> waiter) {
            if (idle == 0) {
                waiting.add(waiter);
            } else {
                idle--;
                waiter.granted(new Lease(this));
            }
        }

        synchronized void release() {
            PoolWaiter<Lease> next = waiting.poll();
            if (next == null) {
                idle++;
            } else {
                next.granted(new Lease(this));
            }
        }
    }

    private record Lease(Pool pool) implements AutoCloseable {
        @Override
        public void close() {
            pool.release();
        }
    }

    /** Holds a lease over one more wait. */
    private static final class Borrowing extends Operation<Resource> {
        private final Pool pool;
        private final int index;
        private @Nullable LeaseWait<Lease> request;

        Borrowing(Pool pool, int index, AsyncCell<Resource> to) {
            super(List.of(), List.of(to));
            this.pool = pool;
            this.index = index;
        }

        @Override
        protected @Nullable Awaitable execute() {
            if (request == null) {
                request = request("one of few", pool::acquire, () -> false);
                return request;
            }
            pool.granted.add(index);
            publish(0, new Resource(request.lease().pool().idle));
            return null;
        }
    }

    @AnyScheduler
    void manyOperationsShareAFewLeasesAndNoThreadBlocks(TaskScheduler scheduler) {
        Pool pool = new Pool(2);
        List<AsyncCell<Resource>> results = new ArrayList<>();
        for (int i = 0; i < 2_000; i++) {
            AsyncCell<Resource> result = empty(scheduler);
            results.add(result);
            scheduler.schedule(new Borrowing(pool, i, result));
        }
        scheduler.runAll();
        results.forEach(AsyncCell::get);
        assertThat(pool.granted).hasSize(2_000).doesNotHaveDuplicates();
        assertThat(pool.idle).isEqualTo(2);
        if (scheduler instanceof DebugScheduler && scheduler.toString().contains("first in")) {
            assertThat(new ArrayList<>(pool.granted)).isSorted();
        }
    }

    @AnyScheduler
    void anOperationCannotLeaveTheDeviceWhoseLeaseItHolds(TaskScheduler scheduler) {
        AsyncCell<Resource> out = empty(scheduler);
        AtomicInteger returned = new AtomicInteger();
        scheduler.schedule(new Operation<Resource>(List.of(), List.of(out)) {
            private @Nullable LeaseWait<AutoCloseable> request;

            @Override
            protected @Nullable Awaitable execute() {
                if (request == null) {
                    request = request("stream", waiter -> waiter.granted(returned::incrementAndGet), () -> false);
                    return request;
                }
                return select(SimulatedDevice.device(1));
            }
        });
        assertThatThrownBy(out::get)
                .isInstanceOf(ContractViolationException.class)
                .hasMessageContaining("holds the lease of stream of simulated:0");
        scheduler.runAll();
        assertThat(returned).hasValue(1);
    }

    @AnyScheduler
    void thePoolsErrorFailsTheOperationThatWaitsForALease(TaskScheduler scheduler) {
        AsyncCell<Resource> out = empty(scheduler);
        scheduler.schedule(new Operation<Resource>(List.of(), List.of(out)) {
            private @Nullable LeaseWait<AutoCloseable> request;

            @Override
            protected @Nullable Awaitable execute() {
                if (request == null) {
                    request =
                            request("stream", waiter -> waiter.failed(new IllegalStateException("gone")), () -> false);
                    return request;
                }
                request.lease();
                return null;
            }
        });
        assertThatThrownBy(out::get).hasMessage("gone");
    }

    @AnyScheduler
    void selectMovesTheOperationToTheDeviceAndCallsExecuteAgainThere(TaskScheduler scheduler) {
        AsyncCell<Resource> out = empty(scheduler);
        scheduler.schedule(new Operation<Resource>(List.of(), List.of(out)) {
            @Override
            protected @Nullable Awaitable execute() {
                events.add(SimulatedDevice.selected());
                Awaitable elsewhere = select(SimulatedDevice.device(3));
                if (elsewhere != null) {
                    return elsewhere;
                }
                publish(0, new Resource(SimulatedDevice.selected()));
                return null;
            }
        });
        assertThat(out.get()).isEqualTo(new Resource(3));
        assertThat(events).containsExactly(0, 3);
    }
}
