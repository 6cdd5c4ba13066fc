package dev.sluice.backend.debug;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.device.DeviceException;
import dev.sluice.device.OutOfDeviceMemoryException;
import dev.sluice.spi.DeviceDriver;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

class AddressSpaceTest {
    @Test
    void addressesTellTheirDeviceAreAlignedAndNeverUsedTwice() {
        try (World world = World.open()) {
            long stream = world.stream();
            long first = world.device().allocate(24, stream);
            world.device().free(first, 24, stream);
            long second = world.device().allocate(24, stream);
            long other = world.values(world.device(1), 1.0);
            assertThat(second).isNotEqualTo(first);
            assertThat(first % 64).isZero();
            assertThat(second % 64).isZero();
            assertThat(first >>> 48).isEqualTo(second >>> 48).isNotEqualTo(other >>> 48);
        }
    }

    @Test
    void theHostHasNoView() {
        try (World world = World.open()) {
            long address = world.values(1.0);
            assertThat(world.device().capabilities().hostAccessible()).isFalse();
            assertThat(world.device().hostView(address, 8)).isEmpty();
        }
    }

    @Test
    void copiesMoveBytesFromHostToDeviceToPeerToHost() {
        try (World world = World.open()) {
            DeviceDriver peer = world.device(1);
            long source = world.values(1.5, -2.5, 4.0);
            long onDevice = world.memory(24);
            long target = world.values(peer, 0, 0, 0);
            long stream = world.stream();
            world.device().copyOnDevice(onDevice, source, 24, stream);
            world.device().copyToPeer(target, peer, onDevice, 24, stream);
            world.device().synchronizeStream(stream);
            assertThat(world.read(peer, target, 3, peer.createStream())).containsExactly(1.5, -2.5, 4.0);
        }
    }

    @Test
    void anAllocationThatDoesNotFitIsRefusedWithWhatIsInUse() {
        try (World world = World.open("debug.memory=1000")) {
            long stream = world.stream();
            long address = world.device().allocate(800, stream);
            assertThatThrownBy(() -> world.device().allocate(400, stream))
                    .isInstanceOf(OutOfDeviceMemoryException.class)
                    .hasMessageContaining("400 bytes")
                    .hasMessageContaining("800 of 1000");
            assertThat(world.device().memoryInformation().freeBytes()).isEqualTo(200);
            world.device().free(address, 800, stream);
            assertThat(world.device().memoryInformation().freeBytes()).isEqualTo(1000);
        }
    }

    @Test
    void memoryFreedOnAStreamIsAvailableToThatStreamAtOnceAndToOthersWhenTheFreeHasHappened() {
        try (World world = World.open("debug.memory=1000", "debug.mode=latest")) {
            long stream = world.stream();
            long other = world.stream();
            long address = world.device().allocate(800, stream);
            world.device().free(address, 800, stream);
            assertThatThrownBy(() -> world.device().allocate(800, other))
                    .isInstanceOf(OutOfDeviceMemoryException.class);
            long again = world.device().allocate(800, stream);
            world.device().free(again, 800, stream);
            world.device().synchronizeStream(stream);
            assertThat(world.device().allocate(800, other)).isNotZero();
        }
    }

    @Test
    void theMemoryOfADeviceCanBeLimitedWhileItRuns() {
        try (World world = World.open()) {
            world.simulation().limitMemory(0, 16);
            long stream = world.stream();
            assertThatThrownBy(() -> world.device().allocate(24, stream))
                    .isInstanceOf(OutOfDeviceMemoryException.class);
            assertThat(world.device(1).allocate(24, world.device(1).createStream()))
                    .isNotZero();
        }
    }

    @Test
    void tokensOfOtherKindsOrDevicesAreRefused() {
        try (World world = World.open()) {
            long event = world.device().createEvent();
            long foreign = world.device(1).createStream();
            assertThatThrownBy(() -> world.device().synchronizeStream(event))
                    .isInstanceOf(DeviceException.class)
                    .hasMessageContaining("INVALID_HANDLE");
            assertThatThrownBy(() -> world.device().allocate(8, foreign)).isInstanceOf(DeviceException.class);
        }
    }

    @Test
    void pinnedMemoryCanNoLongerBeUsedOnceItIsFreed() {
        try (World world = World.open()) {
            MemorySegment pinned = world.device().allocatePinned(64);
            pinned.fill((byte) 1);
            world.device().freePinned(pinned);
            assertThatThrownBy(() -> pinned.fill((byte) 2)).isInstanceOf(IllegalStateException.class);
        }
    }
}
