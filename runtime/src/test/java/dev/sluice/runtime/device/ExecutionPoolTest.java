package dev.sluice.runtime.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.ContractViolationException;
import dev.sluice.device.DeviceException;
import dev.sluice.device.ExecutionLease;
import dev.sluice.device.PoolStatistics;
import dev.sluice.device.ResourceLease;
import dev.sluice.device.Stream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** POOL-7 to POOL-9, and pools of other resources. */
class ExecutionPoolTest {
    private final FakeDriver driver = FakeDriver.queued();
    private final DeviceResources resources = DeviceResources.open(
            driver, ResourceOptions.defaults().withStreams(3).withCallerDriven(true));

    @Test
    void pool7AnExhaustedHandlePoolHoldsNoStream() {
        ExecutionPool pool = resources.blas(1);
        ExecutionLease held = pool.acquire();
        Recorder<HandleLease> waiter = new Recorder<>();
        pool.acquire(waiter);

        assertThat(resources.streams().statistics().leased()).isEqualTo(1);
        assertThat(pool.tryAcquire()).isEmpty();
        assertThat(resources.streams().statistics().leased()).isEqualTo(1);

        held.close();
        assertThat(waiter.leases).hasSize(1);
    }

    @Test
    void pool7WhoWaitsForAStreamHoldsItsHandle() {
        List<Stream> streams = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            streams.add(resources.streams().acquire());
        }
        ExecutionPool pool = resources.blas();
        Recorder<HandleLease> waiter = new Recorder<>();
        pool.acquire(waiter);
        assertThat(pool.statistics().leased()).isEqualTo(1);

        streams.getFirst().close();
        assertThat(waiter.leases).hasSize(1);
    }

    @Test
    void pool7WithdrawingWhileWaitingForAStreamGivesTheHandleBack() {
        for (int i = 0; i < 3; i++) {
            resources.streams().acquire();
        }
        ExecutionPool pool = resources.blas();
        Recorder<HandleLease> waiter = new Recorder<>();
        pool.acquire(waiter);

        assertThat(pool.withdraw(waiter)).isTrue();

        assertThat(pool.statistics().leased()).isZero();
        assertThat(waiter.settlements()).isZero();
    }

    @Test
    void pool8AHandleIsLentAgainOnlyWhenItsWorkHasFinishedAndWithoutACallback() {
        ExecutionPool pool = resources.blas(1);
        FakeDriver.Work work;
        try (ExecutionLease lease = pool.acquire()) {
            work = driver.enqueue(lease.stream().token());
        }
        assertThat(pool.statistics()).isEqualTo(new PoolStatistics(1, 0, 0, 1, 0));
        assertThat(pool.tryAcquire()).isEmpty();

        driver.finish(work);

        assertThat(pool.tryAcquire()).isPresent().hasValueSatisfying(ExecutionLease::close);
        assertThat(driver.count("onStreamTail")).isZero();
    }

    @Test
    void pool8AHandleReturnsThoughSomebodyElseKeepsItsStream() {
        ExecutionPool pool = resources.blas(1);
        HandleLease lease = pool.acquire();
        FakeDriver.Work work = driver.enqueue(lease.stream().token());
        Stream kept = lease.stream().retain();
        lease.close();
        driver.enqueue(kept.token());

        driver.finish(work);

        try (ExecutionLease next = pool.acquire()) {
            assertThat(next.stream().token()).isNotEqualTo(kept.token());
        }
        kept.close();
    }

    @Test
    void aHandleIsBoundToTheStreamItIsLentWithAndHasItsWorkspace() {
        ExecutionPool pool = resources.blas(1);
        try (ExecutionLease lease = pool.acquire()) {
            long handle = lease.handle();
            assertThat(lease.handle()).isEqualTo(handle);
            assertThat(driver.callsOf("bind"))
                    .containsExactly("bind " + handle + " " + lease.stream().token());
        }
        assertThat(driver.liveAllocations()).hasSize(1);
        try (Submission submission = resources.submit(pool)) {
            long handle = submission.handle();
            assertThat(driver.callsOf("bind")).containsExactly("bind " + handle + " " + submission.stream());
        }
        assertThat(driver.liveAllocations()).hasSize(1);
    }

    @Test
    void pool9DefaultsAreOneBlasHandlePerStreamAndTwoForTheSolver() {
        assertThat(resources.blas().statistics().capacity()).isEqualTo(3);
        assertThat(resources.solver().statistics().capacity()).isEqualTo(2);
        DeviceResources narrow = DeviceResources.open(
                FakeDriver.queued(), ResourceOptions.defaults().withStreams(1));
        assertThat(narrow.solver().statistics().capacity()).isEqualTo(1);
    }

    @Test
    void pool9TheNumberCanBeChosenBeforeFirstUseOnly() {
        assertThat(resources.solver(3).statistics().capacity()).isEqualTo(3);
        assertThat(resources.solver(3)).isSameAs(resources.solver());
        assertThatThrownBy(() -> resources.solver(1))
                .isInstanceOf(ContractViolationException.class)
                .hasMessageContaining("already use 3 handles")
                .hasMessageContaining("cannot become 1");
        assertThatThrownBy(() -> resources.blas(4)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aSubmissionTakesOverALeaseThatWasAcquiredBefore() {
        ExecutionPool pool = resources.blas();
        HandleLease lease = pool.acquire();
        DeviceBuffer buffer = resources.allocate(64);
        try (Submission submission = resources.submit(lease)) {
            submission.write(buffer);
            assertThat(submission.handle()).isNotZero();
        }
        lease.close();
        assertThat(pool.statistics().leased()).isZero();
        assertThat(resources.streams().statistics().leased()).isZero();
    }

    @Test
    void aSubmissionTakesOverAStreamThatWasAcquiredBefore() {
        StreamLease lease = resources.streams().acquire();
        try (Submission submission = resources.submit(lease)) {
            assertThat(submission.stream()).isNotZero();
            assertThatThrownBy(submission::handle).isInstanceOf(IllegalStateException.class);
        }
        assertThat(resources.streams().statistics().leased()).isZero();
    }

    @Test
    void aResourceGoesToTheOldestWaiterWhenItIsGivenBack() {
        ResourcePool<String> pool = resources.pool("workspaces", List.of("a"));
        ResourceLease<String> held = pool.acquire();
        Recorder<ResourceLease<String>> first = new Recorder<>();
        Recorder<ResourceLease<String>> second = new Recorder<>();
        pool.acquire(first);
        pool.acquire(second);

        held.close();
        held.close();

        assertThat(first.leases)
                .singleElement()
                .extracting(ResourceLease::resource)
                .isEqualTo("a");
        assertThat(second.leases).isEmpty();
    }

    @Test
    void aResourceMayBeGivenBackAfterACompletion() {
        ResourcePool<String> pool = resources.pool("workspaces", List.of("a"));
        ResourceLease<String> lease = pool.acquire();
        FakeDriver.Work work;
        try (Stream stream = resources.streams().acquire()) {
            work = driver.enqueue(stream.token());
            lease.closeAfter(stream.recordCompletion());
        }
        assertThat(pool.tryAcquire()).isEmpty();
        driver.finish(work);
        assertThat(pool.tryAcquire()).isPresent();
    }

    @Test
    void pool6APoisonedDeviceFailsWhoWaitsForAHandle() {
        ExecutionPool pool = resources.blas(1);
        ExecutionLease held = pool.acquire();
        Recorder<HandleLease> waiter = new Recorder<>();
        pool.acquire(waiter);
        driver.poison();
        resources.advance();
        assertThat(waiter.errors).singleElement().isInstanceOf(DeviceException.class);
        assertThatThrownBy(held::close).isInstanceOf(DeviceException.class);
        assertThat(pool.statistics().leased()).isZero();
        assertThat(resources.streams().statistics().leased()).isZero();
    }
}
