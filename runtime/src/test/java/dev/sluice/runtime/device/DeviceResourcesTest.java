package dev.sluice.runtime.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.ClosedException;
import dev.sluice.ContractViolationException;
import dev.sluice.DType;
import dev.sluice.device.DeviceException;
import dev.sluice.device.Stream;
import dev.sluice.expression.Expression;
import dev.sluice.spi.MapProgram;
import java.util.List;
import org.junit.jupiter.api.Test;

/** RT-4 to RT-6 as far as one device goes, ERR-1, ERR-3, ERR-4, and devices that execute inline. */
class DeviceResourcesTest {
    private static final ResourceOptions OPTIONS =
            ResourceOptions.defaults().withStreams(2).withCallerDriven(true);

    private final FakeDriver driver = FakeDriver.queued();
    private final DeviceResources resources = DeviceResources.open(driver, OPTIONS);

    @Test
    void rt6OpeningCreatesNothingOnTheDevice() {
        assertThat(driver.log()).isEmpty();
        assertThat(resources.capabilities()).isSameAs(driver.capabilities());
    }

    @Test
    void rt4ClosingDrainsWorkThenDestroysProvidersThenStreamsThenMemory() {
        StringBuilder order = new StringBuilder();
        resources.provider(
                AutoCloseable.class, () -> () -> order.append(driver.log().size()));
        DeviceBuffer buffer = resources.allocate(64);
        try (Submission submission = resources.submit(resources.blas())) {
            submission.write(buffer);
            assertThat(submission.handle()).isNotZero();
            driver.enqueue(submission.stream());
        }
        buffer.close();
        driver.forgetLog();

        resources.close();

        List<String> calls = driver.log().stream()
                .map(call -> call.split(" ", 2)[0])
                .distinct()
                .toList();
        assertThat(calls).containsSubsequence("synchronizeStream", "destroyHandle", "destroyEvent", "trimMemory");
        assertThat(calls).containsSubsequence("destroyHandle", "destroyStream");
        assertThat(order).isNotEmpty();
        assertThat(driver.liveStreams()).isZero();
        assertThat(driver.liveEvents()).isZero();
        assertThat(driver.liveHandles()).isZero();
        assertThat(driver.liveAllocations()).isEmpty();
    }

    @Test
    void rt5ClosingWithLiveBuffersAndLeasesNamesThemAndLeavesEverythingUsable() {
        DeviceResources tracked = DeviceResources.open(driver, OPTIONS.withAllocationTracking(true));
        DeviceBuffer buffer = tracked.allocate(64);
        Stream stream = tracked.streams().acquire();
        assertThatThrownBy(tracked::close)
                .isInstanceOf(ContractViolationException.class)
                .hasMessageContaining("buffer of 64 bytes")
                .hasMessageContaining("lease of stream")
                .hasMessageContaining("rt5ClosingWithLiveBuffersAndLeasesNamesThemAndLeavesEverythingUsable");

        try (Submission submission = tracked.submit()) {
            submission.write(buffer);
        }
        buffer.close();
        stream.close();
        tracked.close();
        tracked.close();
        assertThat(driver.liveStreams()).isZero();
    }

    @Test
    void rt5ALeasedHandleStandsAgainstClosing() {
        HandleLease lease = resources.blas().acquire();
        assertThatThrownBy(resources::close)
                .isInstanceOf(ContractViolationException.class)
                .hasMessageContaining("handles for matrix products");
        lease.close();
        resources.close();
    }

    @Test
    void afterClosingNothingIsLent() {
        resources.close();
        assertThatThrownBy(resources::submit).isInstanceOf(ClosedException.class);
        assertThatThrownBy(() -> resources.allocate(1)).isInstanceOf(ClosedException.class);
        assertThatThrownBy(() -> resources.streams().acquire()).isInstanceOf(ClosedException.class);
    }

    @Test
    void kernelsAreCompiledOnce() {
        MapProgram program = MapProgram.of(new Expression.Input(0, DType.F64), List.of(DType.F64), List.of());
        MapProgram same = MapProgram.of(new Expression.Input(0, DType.F64), List.of(DType.F64), List.of());
        assertThat(resources.kernel(program)).isSameAs(resources.kernel(same));
        assertThat(driver.count("compile")).isEqualTo(1);
    }

    @Test
    void err1AnErrorCarriesOperationCodeDeviceAndStream() {
        DeviceBuffer buffer = resources.allocate(64);
        driver.failNext("recordEvent", 1);
        Submission submission = resources.submit();
        submission.write(buffer);
        long stream = submission.stream();
        assertThatThrownBy(submission::close).isInstanceOfSatisfying(DeviceException.class, e -> {
            assertThat(e.operation()).startsWith("recordEvent").contains(" " + stream);
            assertThat(e.code()).isEqualTo(999);
            assertThat(e.codeName()).isEqualTo("INJECTED");
            assertThat(e.device()).isEqualTo(driver.device());
        });
    }

    @Test
    void err4WorkWhoseEndCannotBeRecordedIsWaitedForAndNothingLeaks() {
        DeviceBuffer buffer = resources.allocate(64);
        Submission submission = resources.submit();
        submission.write(buffer);
        FakeDriver.Work work = driver.enqueue(submission.stream());
        driver.failNext("recordEvent", 1);
        assertThatThrownBy(submission::close).isInstanceOf(DeviceException.class);

        assertThat(work.isDone()).isTrue();
        assertThat(resources.streams().statistics().leased()).isZero();
        buffer.close();
        resources.close();
        assertThat(driver.liveAllocations()).isEmpty();
        assertThat(driver.liveEvents()).isZero();
    }

    @Test
    void err3WorkThatCanNeitherBeRecordedNorWaitedForEndsTheDevice() {
        Submission submission = resources.submit();
        driver.failNext("recordEvent", 1);
        driver.failNext("synchronizeStream", 1);
        assertThatThrownBy(submission::close).isInstanceOf(DeviceException.class);
        assertThatThrownBy(resources::submit).isInstanceOf(DeviceException.class);
    }

    @Test
    void err4AFreeThatCannotWaitOnTheStreamWaitsOnTheHost() {
        DeviceBuffer buffer = resources.allocate(64);
        FakeDriver.Work work;
        try (Submission submission = resources.submit()) {
            submission.write(buffer);
            work = driver.enqueue(submission.stream());
        }
        driver.failNext("waitEvent", 1);
        buffer.close();
        assertThat(work.isDone()).isTrue();
        assertThat(driver.liveAllocations()).isEmpty();
    }

    @Test
    void err3APoisonedDeviceCanBeClosedAndOthersGoOn() {
        FakeDriver healthy = new FakeDriver(1, false, true);
        DeviceResources others = DeviceResources.open(healthy, OPTIONS);
        DeviceBuffer buffer = resources.allocate(64);
        DeviceBuffer shared = others.allocate(64);
        try (Submission submission = resources.submit()) {
            submission.write(buffer);
            submission.read(shared);
            driver.enqueue(submission.stream());
        }
        driver.poison();
        assertThatThrownBy(resources::submit)
                .isInstanceOf(DeviceException.class)
                .hasMessageContaining("ILLEGAL_ADDRESS");

        try (Submission submission = others.submit()) {
            assertThat(submission.read(shared)).isNotZero();
        }
        assertThatThrownBy(() -> {
                    try (Submission submission = others.submit()) {
                        submission.write(shared);
                    }
                })
                .as("what depends on the poisoned device fails with its error")
                .isInstanceOfSatisfying(
                        DeviceException.class, e -> assertThat(e.device()).isEqualTo(driver.device()));
        shared.close();
        buffer.close();
        others.close();
        resources.close();
        assertThat(healthy.liveAllocations()).isEmpty();
    }

    @Test
    void err4EveryDriverCallMayFailOnceWithoutALeak() {
        for (String call : List.of(
                "createStream",
                "createEvent",
                "recordEvent",
                "waitEvent",
                "queryStream",
                "synchronizeStream",
                "allocate",
                "createHandle",
                "bind")) {
            FakeDriver each = FakeDriver.queued();
            DeviceResources eachResources = DeviceResources.open(each, OPTIONS);
            for (int at = 0; at < 3; at++) {
                each.failNext(call, 1);
                for (int i = 0; i < 3; i++) {
                    runQuietly(each, eachResources);
                }
            }
            closeQuietly(eachResources);
            assertThat(each.liveAllocations()).as(call).isEmpty();
            assertThat(each.liveStreams()).as(call).isZero();
            assertThat(each.liveEvents()).as(call).isZero();
            assertThat(each.liveHandles()).as(call).isZero();
        }
    }

    private static void closeQuietly(DeviceResources resources) {
        try {
            resources.close();
        } catch (DeviceException e) {
            assertThat(e.codeName()).isEqualTo("INJECTED");
        }
    }

    private static void runQuietly(FakeDriver driver, DeviceResources resources) {
        try (DeviceBuffer a = resources.allocate(64);
                DeviceBuffer b = resources.allocate(64)) {
            for (int i = 0; i < 3; i++) {
                try (Submission submission = resources.submit(resources.blas())) {
                    submission.read(a);
                    submission.write(b);
                    submission.workspace(32);
                    driver.enqueue(submission.stream());
                    assertThat(submission.handle()).isNotZero();
                }
            }
        } catch (DeviceException e) {
            assertThat(e.codeName()).isEqualTo("INJECTED");
        }
    }

    @Test
    void aDeviceThatExecutesInlineTakesNoLeaseAndRecordsNothing() {
        FakeDriver inline = FakeDriver.inline();
        DeviceResources inlineResources = DeviceResources.open(inline, ResourceOptions.defaults());
        DeviceBuffer a = inlineResources.allocate(64);
        DeviceBuffer b = inlineResources.allocate(64);
        try (Submission submission = inlineResources.submit()) {
            submission.read(a);
            submission.write(b);
            assertThat(submission.stream()).isZero();
        }
        try (Submission submission = inlineResources.submit(inlineResources.blas())) {
            assertThat(submission.handle()).isNotZero();
        }
        assertThat(inlineResources.streams().statistics().idle()).isEqualTo(32);
        a.close();
        b.close();
        inlineResources.close();
        assertThat(inline.log())
                .noneMatch(call -> call.contains("Event") || call.contains("Stream"))
                .contains("createHandle");
        assertThat(inline.liveAllocations()).isEmpty();
        assertThat(inline.liveHandles()).isZero();
    }
}
