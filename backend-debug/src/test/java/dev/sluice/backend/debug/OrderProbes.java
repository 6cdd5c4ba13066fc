package dev.sluice.backend.debug;

import dev.sluice.spi.DeviceDriver;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** What shows the defects of streams, events and host waits, when work is delayed to the last moment. */
final class OrderProbes {
    private OrderProbes() {}

    static Map<Defect, Probe> all() {
        Map<Defect, Probe> probes = new EnumMap<>(Defect.class);
        probes.put(Defect.WAIT_IGNORED, world -> consumesAfterWait(world, false));
        probes.put(Defect.RECORD_CAPTURES_NOTHING, world -> consumesAfterWait(world, false));
        probes.put(Defect.WAIT_LOST_WITH_EVENT, world -> consumesAfterWait(world, true));
        probes.put(Defect.WAIT_IGNORED_ACROSS_DEVICES, OrderProbes::consumesOnPeer);
        probes.put(Defect.ONLY_FIRST_WAIT_KEPT, OrderProbes::consumesFromTwoProducers);
        probes.put(Defect.RECORD_KEEPS_FIRST, OrderProbes::consumesAfterSecondRecord);
        probes.put(Defect.QUERY_STREAM_EARLY, world -> {
            long stream = busyStream(world);
            return !world.device().queryStream(stream);
        });
        probes.put(Defect.QUERY_EVENT_EARLY, world -> {
            long event = world.device().createEvent();
            world.device().recordEvent(event, busyStream(world));
            return !world.device().queryEvent(event);
        });
        probes.put(Defect.SYNCHRONIZE_STREAM_EARLY, world -> hostSees(world, world.device()::synchronizeStream));
        probes.put(
                Defect.SYNCHRONIZE_EVENT_EARLY,
                world -> hostSees(world, stream -> {
                    long event = world.device().createEvent();
                    world.device().recordEvent(event, stream);
                    world.device().synchronizeEvent(event);
                }));
        probes.put(Defect.CALLBACK_BEFORE_WORK, world -> callbacks(world, false) == 0);
        probes.put(Defect.CALLBACK_TWICE, world -> callbacks(world, true) == 1);
        probes.put(Defect.STREAM_UNORDERED, world -> {
            long x = world.values(1.0);
            long y = world.values(0.0);
            long stream = world.stream();
            world.add(y, x, x, 1, stream);
            world.add(y, y, y, 1, stream);
            return world.read(world.device(), y, 1, stream)[0] == 4;
        });
        return probes;
    }

    @FunctionalInterface
    private interface HostWait {
        void on(long stream);
    }

    private static long busyStream(World world) {
        long x = world.values(1.0);
        long stream = world.stream();
        world.add(world.memory(8), x, x, 1, stream);
        return stream;
    }

    private static boolean consumesAfterWait(World world, boolean destroysEvent) {
        DeviceDriver device = world.device();
        long x = world.values(1.0);
        long y = world.values(0.0);
        long producer = world.stream();
        long consumer = world.stream();
        long event = device.createEvent();
        world.add(y, x, x, 1, producer);
        device.recordEvent(event, producer);
        device.waitEvent(consumer, event);
        if (destroysEvent) {
            device.destroyEvent(event);
        }
        world.add(y, y, x, 1, consumer);
        return world.read(device, y, 1, consumer)[0] == 3;
    }

    private static boolean consumesOnPeer(World world) {
        DeviceDriver device = world.device(0);
        DeviceDriver peer = world.device(1);
        long x = world.values(2.0);
        long y = world.values(peer, 0.0);
        long sender = device.createStream();
        long receiver = peer.createStream();
        long event = device.createEvent();
        device.copyToPeer(y, peer, x, 8, sender);
        device.recordEvent(event, sender);
        peer.waitEvent(receiver, event);
        return world.read(peer, y, 1, receiver)[0] == 2;
    }

    private static boolean consumesFromTwoProducers(World world) {
        DeviceDriver device = world.device();
        long x = world.values(1.0);
        long[] partial = {world.values(0.0), world.values(0.0)};
        long consumer = world.stream();
        for (long target : partial) {
            long producer = world.stream();
            long event = device.createEvent();
            world.add(target, x, x, 1, producer);
            device.recordEvent(event, producer);
            device.waitEvent(consumer, event);
        }
        long sum = world.values(0.0);
        world.add(sum, partial[0], partial[1], 1, consumer);
        return world.read(device, sum, 1, consumer)[0] == 4;
    }

    private static boolean consumesAfterSecondRecord(World world) {
        DeviceDriver device = world.device();
        long x = world.values(1.0);
        long y = world.values(0.0);
        long producer = world.stream();
        long consumer = world.stream();
        long event = device.createEvent();
        device.recordEvent(event, world.stream());
        world.add(y, x, x, 1, producer);
        device.recordEvent(event, producer);
        device.waitEvent(consumer, event);
        return world.read(device, y, 1, consumer)[0] == 2;
    }

    private static boolean hostSees(World world, HostWait wait) {
        long x = world.values(1.5);
        double[] host = new double[1];
        long stream = world.stream();
        world.device().copyToHost(MemorySegment.ofArray(host), x, stream);
        wait.on(stream);
        return host[0] == 1.5;
    }

    private static int callbacks(World world, boolean drains) {
        List<String> called = new ArrayList<>();
        world.device().onStreamTail(busyStream(world), () -> called.add("tail"));
        if (drains) {
            world.simulation().drain();
        }
        return called.size();
    }
}
