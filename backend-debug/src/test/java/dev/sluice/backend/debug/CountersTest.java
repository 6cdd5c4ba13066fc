package dev.sluice.backend.debug;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.spi.DeviceDriver;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

class CountersTest {
    @Test
    void countersSayWhatWasAskedOfEachDevice() {
        try (World world = World.open()) {
            DeviceDriver device = world.device();
            long x = world.values(1, 2);
            long y = world.memory(16);
            long stream = world.stream();
            long event = device.createEvent();
            Counters before = world.simulation().counters(0);
            device.copyFromHost(y, MemorySegment.ofArray(new double[2]), stream);
            world.add(y, x, x, 2, stream);
            device.recordEvent(event, stream);
            device.waitEvent(stream, event);
            device.copyToHost(MemorySegment.ofArray(new double[1]), y, stream);
            device.onStreamTail(stream, () -> {});
            device.synchronizeStream(stream);
            Counters during = world.simulation().counters(0).minus(before);
            assertThat(during.copies()).isEqualTo(2);
            assertThat(during.bytes(CallKind.COPY_FROM_HOST)).isEqualTo(16);
            assertThat(during.bytes(CallKind.COPY_TO_HOST)).isEqualTo(8);
            assertThat(during.launches()).isEqualTo(1);
            assertThat(during.calls(CallKind.RECORD_EVENT)).isEqualTo(1);
            assertThat(during.calls(CallKind.WAIT_EVENT)).isEqualTo(1);
            assertThat(during.hostWaits()).isEqualTo(1);
            assertThat(during.callbacksDelivered()).isEqualTo(1);
            assertThat(world.simulation().counters(1).calls().values()).containsOnly(0L);
            assertThat(world.simulation().counters())
                    .isEqualTo(world.simulation().counters(0));
        }
    }

    @Test
    void allocationsAndFreesCountTheirBytes() {
        try (World world = World.open()) {
            long stream = world.stream();
            world.device().free(world.device().allocate(100, stream), 100, stream);
            Counters counters = world.simulation().counters();
            assertThat(counters.bytes(CallKind.ALLOCATE)).isEqualTo(100);
            assertThat(counters.bytes(CallKind.FREE)).isEqualTo(100);
        }
    }
}
