package dev.sluice.runtime.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.device.ByteRange;
import dev.sluice.device.MemoryStatistics;
import dev.sluice.device.OutOfDeviceMemoryException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** BUF-9, statistics, the allocator's policy, forgotten buffers. */
class DeviceMemoryTest {
    private static final ResourceOptions OPTIONS =
            ResourceOptions.defaults().withStreams(2).withCallerDriven(true);

    private final FakeDriver driver = FakeDriver.queued();
    private final DeviceResources resources = DeviceResources.open(driver, OPTIONS);

    private FakeDriver.Work write(DeviceBuffer buffer) {
        try (Submission submission = resources.submit()) {
            submission.write(buffer);
            return driver.enqueue(submission.stream());
        }
    }

    @Test
    void buf9AnAllocationThatFailsDrainsPendingFreesAndTriesAgain() {
        driver.capacity(1000);
        DeviceBuffer first = resources.allocate(600);
        FakeDriver.Work work = write(first);
        first.close();

        DeviceBuffer second = resources.allocate(600);

        assertThat(work.isDone()).isTrue();
        second.close();
    }

    @Test
    void buf9AnAllocationThatDoesNotFitSaysHowMuchIsLiveAndWhy() {
        DeviceResources tracked = DeviceResources.open(driver, OPTIONS.withAllocationTracking(true));
        driver.capacity(1000);
        try (DeviceBuffer live = tracked.allocate(600)) {
            assertThatThrownBy(() -> tracked.allocate(500))
                    .isInstanceOf(OutOfDeviceMemoryException.class)
                    .hasMessageContaining("allocation of 500 bytes")
                    .hasMessageContaining("live: 1 buffers with 600 bytes")
                    .hasMessageContaining("400 of 1000 bytes free")
                    .hasMessageContaining("600 bytes in 1 buffers allocated at")
                    .hasMessageContaining("buf9AnAllocationThatDoesNotFitSaysHowMuchIsLiveAndWhy");
            assertThat(live.isClosed()).isFalse();
        }
    }

    @Test
    void buf9ForgottenBuffersAreFreedBeforeMemoryIsSaidToBeExhausted() {
        driver.capacity(1000);
        forget(600);
        try (DeviceBuffer second = resources.allocate(600)) {
            assertThat(second.bytes()).isEqualTo(600);
        }
    }

    @SuppressWarnings("resource")
    private void forget(long bytes) {
        DeviceBuffer unused = resources.allocate(bytes);
        assertThat(unused.bytes()).isEqualTo(bytes);
    }

    @Test
    void aForgottenBufferIsFreedAfterItsWork() {
        FakeDriver.Work work = forgetWritten();
        assertThat(resources.describeLive()).isEmpty();
        assertThat(driver.liveAllocations()).hasSize(1);
        driver.finish(work);
        assertThat(driver.liveAllocations()).isEmpty();
    }

    private FakeDriver.Work forgetWritten() {
        return write(resources.allocate(64));
    }

    @Test
    void statisticsCountLiveReclaimingAndPeakBytes() {
        DeviceBuffer first = resources.allocate(100);
        DeviceBuffer second = resources.allocate(50);
        FakeDriver.Work work = write(first);
        first.close();

        MemoryStatistics now = resources.memory();
        assertThat(now.liveBytes()).isEqualTo(50);
        assertThat(now.liveBuffers()).isEqualTo(1);
        assertThat(now.reclaimingBytes()).isEqualTo(100);
        assertThat(now.reservedBytes()).isEqualTo(150);
        assertThat(now.peakBytes()).isEqualTo(150);
        assertThat(now.allocations()).isEqualTo(2);

        driver.finish(work);
        assertThat(resources.memory().reclaimingBytes()).isZero();
        second.close();
        assertThat(resources.memory().liveBytes()).isZero();
    }

    @Test
    void statisticsNameTheSitesOnRequest() {
        DeviceResources tracked = DeviceResources.open(driver, OPTIONS.withAllocationTracking(true));
        for (int i = 0; i < 3; i++) {
            tracked.allocate(64);
        }
        DeviceBuffer large = tracked.allocate(1000);
        List<MemoryStatistics.SiteStatistics> sites = tracked.memory().sites();
        assertThat(sites).hasSize(2);
        assertThat(sites.getFirst().bytes()).isEqualTo(1000);
        assertThat(sites.get(1).buffers()).isEqualTo(3);
        assertThat(sites.get(1).site()).contains("statisticsNameTheSitesOnRequest");
        assertThat(resources.memory().sites()).isEmpty();
        large.close();
    }

    @Test
    void partsCountForTheirOwnBytes() {
        DeviceBuffer whole = resources.allocate(100);
        List<DeviceBuffer> parts = whole.partition(List.of(new ByteRange(0, 30), new ByteRange(50, 20)));
        assertThat(resources.memory().liveBytes()).isEqualTo(50);
        parts.forEach(DeviceBuffer::close);
        assertThat(resources.memory().liveBytes()).isZero();
    }

    @Test
    void theFirstAllocationPrimesTheDriversPool() {
        DeviceResources primed = DeviceResources.open(driver, OPTIONS.withMemory(new MemoryPolicy(1 << 20, 100)));
        assertThat(driver.log()).isEmpty();
        primed.allocate(64).close();
        primed.allocate(64).close();
        assertThat(driver.callsOf("allocate")).hasSize(3).first().asString().startsWith("allocate 1048576");
    }

    @Test
    void drainingAppliesTheReleaseThreshold() {
        DeviceResources bounded = DeviceResources.open(driver, OPTIONS.withMemory(new MemoryPolicy(0, 100)));
        driver.capacity(1000);
        bounded.allocate(600).close();
        driver.failNext("none", 1);
        assertThatThrownBy(() -> bounded.allocate(2000)).isInstanceOf(OutOfDeviceMemoryException.class);
        assertThat(driver.log()).contains("trimMemory 100");
        bounded.trimMemory(7);
        assertThat(driver.log()).contains("trimMemory 7");
    }

    @Test
    void aWorkspaceLivesAsLongAsItsOperationInTheOrderOfItsStream() {
        FakeDriver.Work work;
        try (Submission submission = resources.submit()) {
            assertThat(submission.workspace(256)).isNotZero();
            assertThat(submission.workspace(0)).isZero();
            work = driver.enqueue(submission.stream());
        }
        assertThat(driver.callsOf("allocate", "free", "recordEvent", "waitEvent"))
                .extracting(call -> call.split(" ", 2)[0])
                .containsExactly("allocate", "free", "recordEvent");
        assertThat(driver.liveAllocations()).hasSize(1);
        driver.finish(work);
        assertThat(driver.liveAllocations()).isEmpty();
        assertThat(resources.memory().liveBytes()).isZero();
    }

    @Test
    void negativeSizesAreRejectedBeforeAnythingIsDone() {
        assertThatThrownBy(() -> resources.allocate(-1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("-1");
        assertThat(driver.log()).isEmpty();
    }
}
