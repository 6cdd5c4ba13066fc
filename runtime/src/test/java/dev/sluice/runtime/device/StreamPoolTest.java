package dev.sluice.runtime.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.TaskCancelledException;
import dev.sluice.device.DeviceException;
import dev.sluice.device.PoolStatistics;
import dev.sluice.device.Stream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** POOL-1 to POOL-6. */
class StreamPoolTest {
    private final FakeDriver driver = FakeDriver.queued();
    private final DeviceResources resources = DeviceResources.open(
            driver, ResourceOptions.defaults().withStreams(2).withCallerDriven(true));
    private final StreamPool pool = resources.streams();

    @Test
    void pool1TryAcquireReturnsOnlyIdleStreams() {
        Stream first = pool.acquire();
        driver.enqueue(first.token());
        first.close();
        Stream second = pool.acquire();

        assertThat(pool.tryAcquire()).isEmpty();
        assertThat(pool.statistics()).isEqualTo(new PoolStatistics(2, 0, 1, 1, 0));
        second.close();
    }

    @Test
    void pool1AFinishedStreamIsFoundWhenASlotIsAskedFor() {
        Stream first = pool.acquire();
        FakeDriver.Work work = driver.enqueue(first.token());
        long token = first.token();
        first.close();
        Stream second = pool.acquire();
        driver.finish(work);

        assertThat(pool.tryAcquire())
                .hasValueSatisfying(s -> assertThat(s.token()).isEqualTo(token));
        second.close();
    }

    @Test
    void noQueryIsMadeWhileAnotherStreamIsIdle() {
        Stream first = pool.acquire();
        driver.enqueue(first.token());
        first.close();
        driver.forgetLog();

        pool.acquire().close();

        assertThat(driver.log()).containsExactly("createStream");
    }

    @Test
    void pool2TheSlotReturnsAfterTheLastLeaseAndTheLastWork() {
        StreamLease first = pool.acquire();
        Stream other = first.retain();
        FakeDriver.Work work = driver.enqueue(first.token());
        first.close();
        assertThat(pool.statistics().leased()).isEqualTo(1);

        other.close();
        assertThat(pool.statistics()).isEqualTo(new PoolStatistics(2, 1, 0, 1, 0));

        driver.finish(work);
        assertThat(pool.statistics()).isEqualTo(new PoolStatistics(2, 2, 0, 0, 0));
    }

    @Test
    void pool2ClosingALeaseTwiceGivesBackOnce() {
        StreamLease lease = pool.acquire();
        Stream other = lease.retain();
        lease.close();
        lease.close();

        assertThat(pool.statistics().leased()).isEqualTo(1);
        other.close();
    }

    @Test
    void pool3WaitersAreServedInTheOrderOfAsking() {
        List<Stream> held = List.of(pool.acquire(), pool.acquire());
        Recorder<StreamLease> first = new Recorder<>();
        Recorder<StreamLease> second = new Recorder<>();
        pool.acquire(first);
        pool.acquire(second);

        held.get(1).close();
        assertThat(first.leases).hasSize(1);
        assertThat(second.leases).isEmpty();

        held.get(0).close();
        assertThat(second.leases).hasSize(1);
    }

    @Test
    void pool3NobodyOvertakesWhoWaits() {
        Stream held = pool.acquire();
        Stream busy = pool.acquire();
        FakeDriver.Work work = driver.enqueue(busy.token());
        busy.close();
        Recorder<StreamLease> waiter = new Recorder<>();
        pool.acquire(waiter);
        driver.finish(work);

        assertThat(pool.tryAcquire()).isEmpty();
        assertThat(resources.advance()).isFalse();
        assertThat(waiter.leases).hasSize(1);
        held.close();
    }

    @Test
    void pool3AWaiterIsGrantedAtOnceWhenAStreamIsIdle() {
        Recorder<StreamLease> waiter = new Recorder<>();
        pool.acquire(waiter);
        assertThat(waiter.leases).hasSize(1);
        assertThat(pool.statistics().waiting()).isZero();
    }

    @Test
    void pool3AWithdrawnWaiterIsNeverTold() {
        List<Stream> held = List.of(pool.acquire(), pool.acquire());
        Recorder<StreamLease> waiter = new Recorder<>();
        pool.acquire(waiter);

        assertThat(pool.withdraw(waiter)).isTrue();
        held.forEach(Stream::close);

        assertThat(waiter.settlements()).isZero();
        assertThat(pool.withdraw(waiter)).isFalse();
    }

    @Test
    void pool3WhoDrivesThePoolWaitsForTheOldestWorkAndServesTheQueue() {
        for (int i = 0; i < 2; i++) {
            Stream stream = pool.acquire();
            driver.enqueue(stream.token());
            stream.close();
        }
        Recorder<StreamLease> waiter = new Recorder<>();
        pool.acquire(waiter);

        assertThat(resources.advance()).isTrue();

        assertThat(waiter.leases).hasSize(1);
        assertThat(driver.count("synchronizeStream")).isEqualTo(1);
    }

    @Test
    void aBlockingCallerDrivesThePoolWhereNoThreadWatches() {
        for (int i = 0; i < 2; i++) {
            Stream stream = pool.acquire();
            driver.enqueue(stream.token());
            stream.close();
        }
        assertThat(pool.acquire().isFinished()).isTrue();
    }

    @Test
    void pool4AWatcherThreadServesTheQueueWithoutACallback() throws Exception {
        FakeDriver watchedDriver = FakeDriver.queued();
        DeviceResources watched =
                DeviceResources.open(watchedDriver, ResourceOptions.defaults().withStreams(1));
        Stream stream = watched.streams().acquire();
        FakeDriver.Work work = watchedDriver.enqueue(stream.token());
        stream.close();
        CompletableFuture<String> servedBy = new CompletableFuture<>();
        CompletableFuture<StreamLease> granted = new CompletableFuture<>();
        watched.streams().acquire(new PoolWaiter<>() {
            @Override
            public void granted(StreamLease lease) {
                servedBy.complete(Thread.currentThread().getName());
                granted.complete(lease);
            }

            @Override
            public void failed(Throwable error) {
                granted.completeExceptionally(error);
            }
        });

        watchedDriver.finish(work);

        assertThat(servedBy.get(10, TimeUnit.SECONDS)).isEqualTo("sluice-watcher-fake:0");
        granted.get().close();
        watched.close();
    }

    @Test
    void pool5ConsecutiveOperationsGetAnyIdleStream() {
        long first;
        try (Stream stream = pool.acquire()) {
            first = stream.token();
        }
        try (Stream stream = pool.acquire()) {
            assertThat(stream.token()).isNotEqualTo(first);
        }
    }

    @Test
    void pool6APoisonedDeviceFailsWaitersAndLaterAcquisitions() {
        List<Stream> held = List.of(pool.acquire(), pool.acquire());
        Recorder<StreamLease> first = new Recorder<>();
        Recorder<StreamLease> second = new Recorder<>();
        pool.acquire(first);
        pool.acquire(second);

        driver.poison();
        assertThat(resources.advance()).isFalse();

        assertThat(first.errors).singleElement().isInstanceOf(DeviceException.class);
        assertThat(second.errors)
                .singleElement()
                .satisfies(e -> assertThat(((DeviceException) e).poisoned()).isTrue());
        assertThatThrownBy(pool::acquire).isInstanceOf(DeviceException.class).hasMessageContaining("ILLEGAL_ADDRESS");
        assertThatThrownBy(pool::tryAcquire).isInstanceOf(DeviceException.class);
        held.forEach(Stream::close);
    }

    @Test
    void pool6TheWatcherNoticesThePoisonByItself() throws Exception {
        FakeDriver watchedDriver = FakeDriver.queued();
        DeviceResources watched =
                DeviceResources.open(watchedDriver, ResourceOptions.defaults().withStreams(1));
        Stream stream = watched.streams().acquire();
        CompletableFuture<Throwable> failure = new CompletableFuture<>();
        watched.streams().acquire(new PoolWaiter<>() {
            @Override
            public void granted(StreamLease lease) {
                failure.completeExceptionally(new AssertionError("granted on a poisoned device"));
            }

            @Override
            public void failed(Throwable error) {
                failure.complete(error);
            }
        });

        watchedDriver.poison();

        assertThat(failure.get(10, TimeUnit.SECONDS)).isInstanceOf(DeviceException.class);
        stream.close();
        watched.close();
    }

    @Test
    void aDriverThatCannotAnswerFailsOneWaiterAtATimeAndLosesNoSlot() {
        for (int i = 0; i < 2; i++) {
            Stream stream = pool.acquire();
            driver.enqueue(stream.token());
            stream.close();
        }
        Recorder<StreamLease> first = new Recorder<>();
        Recorder<StreamLease> second = new Recorder<>();
        pool.acquire(first);
        pool.acquire(second);
        driver.failNext("queryStream", 1);

        resources.advance();
        assertThat(first.errors).hasSize(1);

        while (second.settlements() == 0) {
            assertThat(resources.advance()).isTrue();
        }
        assertThat(second.leases).hasSize(1);
        assertThat(pool.statistics().capacity()).isEqualTo(2);
    }

    @Test
    void aStreamThatCannotBeCreatedLeavesItsSlotIdle() {
        driver.failNext("createStream", 1);
        assertThatThrownBy(pool::acquire).isInstanceOf(DeviceException.class);
        assertThat(pool.statistics().idle()).isEqualTo(2);
    }

    @Test
    void anInterruptedThreadLeavesTheQueue() throws Exception {
        List<Stream> held = List.of(pool.acquire(), pool.acquire());
        CompletableFuture<Throwable> outcome = new CompletableFuture<>();
        Thread thread = Thread.ofPlatform().start(() -> {
            try {
                pool.acquire();
                outcome.complete(new AssertionError("acquired"));
            } catch (TaskCancelledException e) {
                outcome.complete(e);
            }
        });
        while (pool.statistics().waiting() == 0) {
            Thread.onSpinWait();
        }
        thread.interrupt();

        assertThat(outcome.get(10, TimeUnit.SECONDS)).isInstanceOf(TaskCancelledException.class);
        assertThat(pool.statistics().waiting()).isZero();
        held.forEach(Stream::close);
    }

    @Test
    void blockedThreadsAllGetTheirTurn() throws Exception {
        FakeDriver watchedDriver = FakeDriver.queued();
        DeviceResources watched =
                DeviceResources.open(watchedDriver, ResourceOptions.defaults().withStreams(2));
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 8; t++) {
            threads.add(Thread.ofVirtual().start(() -> {
                for (int i = 0; i < 200; i++) {
                    Stream stream = watched.streams().acquire();
                    FakeDriver.Work work = watchedDriver.enqueue(stream.token());
                    stream.close();
                    watchedDriver.finish(work);
                }
            }));
        }
        for (Thread thread : threads) {
            assertThat(thread.join(java.time.Duration.ofSeconds(30))).isTrue();
        }
        assertThat(watched.streams().statistics()).isEqualTo(new PoolStatistics(2, 2, 0, 0, 0));
        watched.close();
    }
}
