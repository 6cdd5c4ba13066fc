package dev.sluice.backend.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.backend.cuda.emulation.HostDriverCalls;
import dev.sluice.backend.cuda.lwjgl.DriverStatus;
import dev.sluice.device.DeviceException;
import dev.sluice.device.OutOfDeviceMemoryException;
import dev.sluice.spi.BackendConfiguration;
import dev.sluice.spi.DeviceHealth;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** The driver of a device over an emulated machine. */
class CudaDriverTest {
    private static final int ILLEGAL_ADDRESS = 700;

    private final HostDriverCalls calls = new HostDriverCalls(2, true);
    private final CudaDriver driver = driver(calls, 0);

    private static CudaDriver driver(HostDriverCalls calls, int ordinal) {
        return EmulatedBackendProvider.driver(calls, ordinal, new BackendConfiguration(Map.of("cuda.cache", "off")));
    }

    @Test
    void creatingADriverTouchesNoDevice() {
        assertThat(calls.calls()).containsExactly("setReleaseThreshold");
        assertThat(calls.currentContext()).isZero();
    }

    @Test
    void aCallLeavesCurrentWhatWasCurrentBefore() {
        int status = calls.setCurrentContext(77);
        long stream = driver.createStream();
        driver.synchronizeStream(stream);
        assertThat(status).isZero();
        assertThat(calls.currentContext()).isEqualTo(77);
    }

    @Test
    void enteringTwiceAndLeavingInTurnRestoresTheFirst() {
        long outer = driver.enter();
        long inner = driver.enter();
        driver.leave(inner);
        assertThat(calls.currentContext()).isNotZero();
        driver.leave(outer);
        assertThat(calls.currentContext()).isZero();
    }

    @Test
    void anAllocationThatDoesNotFitSaysHowMuchWasAskedForAndHowMuchIsFree() {
        assertThatThrownBy(() -> driver.allocate(1L << 50, driver.createStream()))
                .isInstanceOf(OutOfDeviceMemoryException.class)
                .hasMessageContaining(Long.toString(1L << 50))
                .hasMessageContaining("bytes free");
    }

    @Test
    void anOrdinaryFailureNamesTheCallAndLeavesTheDeviceHealthy() {
        calls.failNext("createEvent", DriverStatus.INVALID_VALUE);
        assertThatThrownBy(driver::createEvent).isInstanceOfSatisfying(DeviceException.class, e -> {
            assertThat(e.operation()).isEqualTo("cuEventCreate");
            assertThat(e.code()).isEqualTo(DriverStatus.INVALID_VALUE);
            assertThat(e.poisoned()).isFalse();
        });
        assertThat(driver.health()).isInstanceOf(DeviceHealth.Healthy.class);
    }

    @Test
    void anIllegalAddressPoisonsItsDeviceAndNoOther() {
        HostDriverCalls otherCalls = new HostDriverCalls(2, true);
        CudaDriver other = driver(otherCalls, 1);
        long stream = driver.createStream();
        calls.poison(ILLEGAL_ADDRESS);
        assertThatThrownBy(() -> driver.queryStream(stream))
                .isInstanceOfSatisfying(
                        DeviceException.class, e -> assertThat(e.poisoned()).isTrue());
        assertThat(driver.health()).isInstanceOf(DeviceHealth.Poisoned.class);
        assertThat(other.health()).isInstanceOf(DeviceHealth.Healthy.class);
    }

    @Test
    void healthNoticesAFaultThatNoCallHasReportedYet() {
        calls.poison(ILLEGAL_ADDRESS);
        assertThat(driver.health())
                .isInstanceOfSatisfying(
                        DeviceHealth.Poisoned.class,
                        poisoned -> assertThat(poisoned.error().code()).isEqualTo(ILLEGAL_ADDRESS));
    }

    @Test
    void aStreamThatIsNotReadyIsNotDone() {
        long stream = driver.createStream();
        calls.failNext("queryStream", DriverStatus.NOT_READY);
        assertThat(driver.queryStream(stream)).isFalse();
        assertThat(driver.queryStream(stream)).isTrue();
    }

    @Test
    void callbacksRunOnceAndInTurn() throws InterruptedException {
        List<Integer> order = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch all = new CountDownLatch(2);
        long stream = driver.createStream();
        calls.failNext("queryEvent", DriverStatus.NOT_READY);
        for (int i = 1; i <= 2; i++) {
            int number = i;
            driver.onStreamTail(stream, () -> {
                order.add(number);
                all.countDown();
            });
        }
        assertThat(all.await(30, TimeUnit.SECONDS)).isTrue();
        driver.close();
        assertThat(order).containsExactly(1, 2);
    }

    @Test
    void aCallbackThatThrowsLeavesTheNextOneAlone() throws InterruptedException {
        long stream = driver.createStream();
        CountDownLatch later = new CountDownLatch(1);
        driver.onStreamTail(stream, () -> {
            throw new IllegalStateException("on purpose");
        });
        driver.onStreamTail(stream, later::countDown);
        assertThat(later.await(30, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void closingEndsTheThreadOfTheCallbacks() throws InterruptedException {
        CountDownLatch called = new CountDownLatch(1);
        AtomicReference<Thread> caller = new AtomicReference<>();
        driver.onStreamTail(driver.createStream(), () -> {
            caller.set(Thread.currentThread());
            called.countDown();
        });
        assertThat(called.await(30, TimeUnit.SECONDS)).isTrue();
        driver.close();
        assertThat(caller.get().isAlive()).isFalse();
    }

    @Test
    void heapAndNativeMemoryAreCopiedBothWays() {
        long stream = driver.createStream();
        long address = driver.allocate(32, stream);
        driver.copyFromHost(address, MemorySegment.ofArray(new long[] {1, 2, 3, 4}), stream);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment copy = arena.allocate(32);
            driver.copyToHost(copy, address, stream);
            assertThat(copy.toArray(ValueLayout.JAVA_LONG)).containsExactly(1, 2, 3, 4);
        }
        long[] heap = new long[4];
        driver.copyToHost(MemorySegment.ofArray(heap), address, stream);
        assertThat(heap).containsExactly(1, 2, 3, 4);
        driver.free(address, 32, stream);
    }

    @Test
    void peersAreConnectedAtTheFirstCopyOnly() {
        CudaDriver peer = driver(calls, 1);
        long stream = driver.createStream();
        long source = driver.allocate(8, stream);
        long destination = peer.allocate(8, peer.createStream());
        driver.copyToPeer(destination, peer, source, 8, stream);
        driver.copyToPeer(destination, peer, source, 8, stream);
        assertThat(calls.calls().stream().filter("enablePeerAccess"::equals)).hasSize(2);
        assertThat(calls.calls().stream().filter("copyToPeer"::equals)).hasSize(2);
    }

    @Test
    void withoutMemoryPoolsAllocationIsImmediate() {
        HostDriverCalls old = new HostDriverCalls(1, false);
        CudaDriver device = driver(old, 0);
        long stream = device.createStream();
        device.free(device.allocate(64, stream), 64, stream);
        assertThat(device.capabilities().streamOrderedAllocation()).isFalse();
        assertThat(old.calls()).contains("allocate", "free").doesNotContain("allocateAsync", "freeAsync");
    }

    @Test
    void pinnedMemoryThatWasFreedIsUsedAgain() {
        MemorySegment first = driver.allocatePinned(5000);
        driver.freePinned(first);
        MemorySegment second = driver.allocatePinned(8000);
        assertThat(second.address()).isEqualTo(first.address());
        assertThat(second.byteSize()).isEqualTo(8000);
        driver.freePinned(second);
        assertThat(calls.calls().stream().filter("allocateHost"::equals)).hasSize(1);
        driver.close();
        assertThat(calls.liveAllocations()).isZero();
    }

    @Test
    void pinnedMemoryBeyondTheLimitIsFreedAtOnce() {
        CudaDriver small = EmulatedBackendProvider.driver(
                calls, 0, new BackendConfiguration(Map.of("cuda.cache", "off", "cuda.pinned.kept-bytes", "4096")));
        small.freePinned(small.allocatePinned(10_000));
        assertThat(calls.calls()).contains("freeHost");
    }

    @Test
    void unusedMemoryIsReleasedAfterAllWorkHasFinished() {
        driver.context().releaseUnusedMemory();
        assertThat(calls.calls()).containsSubsequence("synchronizeContext", "trimPool");
    }

    @Test
    void closingReleasesTheContextOnce() {
        long stream = driver.createStream();
        driver.destroyStream(stream);
        driver.close();
        assertThat(calls.calls().stream().filter("releasePrimaryContext"::equals))
                .hasSize(1);
        assertThat(calls.liveAllocations()).isZero();
    }

    @Test
    void aPoisonedDeviceCanStillBeClosed() {
        long stream = driver.createStream();
        assertThat(stream).isNotZero();
        calls.poison(ILLEGAL_ADDRESS);
        driver.close();
        assertThat(calls.calls()).contains("releasePrimaryContext");
    }
}
