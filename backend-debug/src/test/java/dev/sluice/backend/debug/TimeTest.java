package dev.sluice.backend.debug;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.spi.DeviceDriver;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TimeTest {
    private static final String[] COUNTED = {
        "debug.cost.launch=1000",
        "debug.cost.copy=1000",
        "debug.cost.perHostByte=0",
        "debug.cost.perDeviceByte=0",
        "debug.cost.perPeerByte=0",
        "debug.trace=true"
    };

    private static World world(String... more) {
        String[] settings = Arrays.copyOf(COUNTED, COUNTED.length + more.length);
        System.arraycopy(more, 0, settings, COUNTED.length, more.length);
        return World.open(settings);
    }

    private static long span(World world, Runnable program) {
        world.simulation().drain();
        long begin = world.simulation().now();
        program.run();
        return world.simulation().finishTime() - begin;
    }

    @ParameterizedTest
    @EnumSource(ExecutionMode.class)
    void independentOperationsOnTwoStreamsTakeAsLongAsTheLongerOne(ExecutionMode mode) {
        try (World world = world("debug.mode=" + mode)) {
            long x = world.values(1.0);
            long y = world.memory(8);
            long z = world.memory(8);
            long slow = world.stream();
            long fast = world.stream();
            world.simulation().slow(slow, 5);
            assertThat(span(world, () -> {
                        world.add(y, x, x, 1, slow);
                        world.add(z, x, x, 1, fast);
                    }))
                    .isEqualTo(5000);
            world.simulation().drain();
            List<Interval> trace = world.simulation().trace();
            assertThat(trace.getLast().overlaps(trace.get(trace.size() - 2))).isTrue();
        }
    }

    @Test
    void operationsOfOneStreamAddUp() {
        try (World world = world()) {
            long x = world.values(1.0);
            long y = world.memory(8);
            long stream = world.stream();
            assertThat(span(world, () -> {
                        world.add(y, x, x, 1, stream);
                        world.add(y, x, x, 1, stream);
                        world.add(y, x, x, 1, stream);
                    }))
                    .isEqualTo(3000);
        }
    }

    @Test
    void aWaitDelaysWhatFollowsIt() {
        try (World world = world()) {
            long x = world.values(1.0);
            long y = world.memory(8);
            long z = world.memory(8);
            long producer = world.stream();
            long consumer = world.stream();
            long event = world.device().createEvent();
            assertThat(span(world, () -> {
                        world.add(y, x, x, 1, producer);
                        world.device().recordEvent(event, producer);
                        world.device().waitEvent(consumer, event);
                        world.add(z, y, x, 1, consumer);
                    }))
                    .isEqualTo(2000);
        }
    }

    @Test
    void noMoreKernelsRunAtATimeThanTheDeviceAllows() {
        try (World world = world("debug.concurrentKernels=2")) {
            long x = world.values(1.0);
            long[] targets = {world.memory(8), world.memory(8), world.memory(8)};
            long[] streams = {world.stream(), world.stream(), world.stream()};
            assertThat(span(world, () -> {
                        for (int k = 0; k < 3; k++) {
                            world.add(targets[k], x, x, 1, streams[k]);
                        }
                    }))
                    .isEqualTo(2000);
        }
    }

    @Test
    void copiesInBothDirectionsOverlapWithKernels() {
        try (World world = world("debug.concurrentKernels=1")) {
            DeviceDriver device = world.device();
            long x = world.values(1.0);
            long y = world.memory(8);
            long z = world.memory(8);
            long in = world.stream();
            long out = world.stream();
            long compute = world.stream();
            assertThat(span(world, () -> {
                        device.copyFromHost(y, MemorySegment.ofArray(new double[1]), in);
                        device.copyToHost(MemorySegment.ofArray(new double[1]), x, out);
                        world.add(z, x, x, 1, compute);
                    }))
                    .isEqualTo(1000);
        }
    }

    @Test
    void oneCopyEngineTakesOneCopyAtATime() {
        try (World world = world("debug.copyEngines=1")) {
            DeviceDriver device = world.device();
            long x = world.values(1.0);
            long y = world.memory(8);
            long in = world.stream();
            long out = world.stream();
            assertThat(span(world, () -> {
                        device.copyFromHost(y, MemorySegment.ofArray(new double[1]), in);
                        device.copyToHost(MemorySegment.ofArray(new double[1]), x, out);
                    }))
                    .isEqualTo(2000);
        }
    }

    @Test
    void aShortOperationFillsTheGapBeforeOneThatWaits() {
        try (World world = world("debug.concurrentKernels=1")) {
            DeviceDriver device = world.device();
            long x = world.values(1.0);
            long y = world.memory(8);
            long z = world.memory(8);
            long copying = world.stream();
            long waiting = world.stream();
            long free = world.stream();
            long event = device.createEvent();
            world.simulation().slow(copying, 4);
            assertThat(span(world, () -> {
                        device.copyFromHost(y, MemorySegment.ofArray(new double[1]), copying);
                        device.recordEvent(event, copying);
                        device.waitEvent(waiting, event);
                        world.add(y, y, x, 1, waiting);
                        world.add(z, x, x, 1, free);
                    }))
                    .isEqualTo(5000);
        }
    }

    @Test
    void aHostWaitTakesTheHostToTheEndOfWhatItWaitsFor() {
        try (World world = world()) {
            long x = world.values(1.0);
            long y = world.memory(8);
            long z = world.memory(8);
            long slow = world.stream();
            long fast = world.stream();
            world.simulation().slow(slow, 10);
            world.simulation().drain();
            long begin = world.simulation().now();
            world.add(y, x, x, 1, slow);
            world.add(z, x, x, 1, fast);
            world.device().synchronizeStream(fast);
            assertThat(world.simulation().now() - begin).isEqualTo(1000);
            assertThat(world.device().queryStream(slow)).isFalse();
            world.simulation().advance(9000);
            assertThat(world.device().queryStream(slow)).isTrue();
        }
    }

    @Test
    void submissionsCostTheHostTime() {
        try (World world = world("debug.cost.submit=7")) {
            long x = world.values(1.0);
            long y = world.memory(8);
            long stream = world.stream();
            long begin = world.simulation().now();
            world.add(y, x, x, 1, stream);
            world.add(y, x, x, 1, stream);
            assertThat(world.simulation().now() - begin).isEqualTo(14);
        }
    }
}
