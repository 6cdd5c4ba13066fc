package dev.sluice.backend.debug;

import dev.sluice.device.Device;
import dev.sluice.device.DeviceException;
import dev.sluice.device.OutOfDeviceMemoryException;
import dev.sluice.spi.DeviceDriver;
import dev.sluice.spi.DeviceHealth;
import java.lang.foreign.MemorySegment;
import java.util.EnumMap;
import java.util.Map;

/** What shows the defects of memory, copies and whole devices. */
final class DeviceProbes {
    private DeviceProbes() {}

    static Map<Defect, Probe> all() {
        Map<Defect, Probe> probes = new EnumMap<>(Defect.class);
        memory(probes);
        copies(probes);
        devices(probes);
        return probes;
    }

    private static void memory(Map<Defect, Probe> probes) {
        probes.put(Defect.FREE_IMMEDIATE, world -> {
            long x = world.values(1.0);
            long y = world.memory(8);
            long stream = world.stream();
            world.add(y, x, x, 1, stream);
            world.device().free(x, 8, stream);
            return world.read(world.device(), y, 1, stream)[0] == 2;
        });
        probes.put(Defect.FREE_LEAKS, world -> {
            long stream = world.stream();
            long before = world.device().memoryInformation().freeBytes();
            world.device().free(world.device().allocate(64, stream), 64, stream);
            world.device().synchronizeStream(stream);
            return world.device().memoryInformation().freeBytes() == before;
        });
        probes.put(Defect.MEMORY_INFORMATION_STALE, world -> {
            long before = world.device().memoryInformation().freeBytes();
            long address = world.memory(64);
            return address != 0 && world.device().memoryInformation().freeBytes() == before - 64;
        });
        probes.put(Defect.ALLOCATION_MISALIGNED, world -> world.memory(64) % 64 == 0);
        probes.put(Defect.ALLOCATIONS_SHARED, world -> {
            long x = world.values(1.0);
            long y = world.values(2.0);
            return world.read(x, 1)[0] == 1 && world.read(y, 1)[0] == 2;
        });
        probes.put(Defect.OUT_OF_MEMORY_GENERIC, world -> {
            long stream = world.stream();
            world.simulation().limitMemory(0, 8);
            try {
                return world.device().allocate(16, stream) == 0;
            } catch (DeviceException e) {
                return e instanceof OutOfDeviceMemoryException;
            }
        });
        probes.put(
                Defect.HOST_VIEW_PRESENT,
                world -> world.device().hostView(world.values(1.0), 8).isPresent()
                        == world.device().capabilities().hostAccessible());
    }

    private static void copies(Map<Defect, Probe> probes) {
        probes.put(Defect.COPY_TRUNCATED, world -> world.read(world.values(1, 2), 2)[1] == 2);
        probes.put(Defect.COPY_TO_HOST_UNORDERED, world -> {
            long x = world.values(1.0);
            long y = world.values(0.0);
            long stream = world.stream();
            world.add(y, x, x, 1, stream);
            return world.read(world.device(), y, 1, stream)[0] == 2;
        });
        probes.put(Defect.COPY_FROM_HOST_UNORDERED, world -> {
            long x = world.values(1.0);
            long y = world.memory(8);
            long stream = world.stream();
            world.add(y, x, x, 1, stream);
            world.device().copyFromHost(x, MemorySegment.ofArray(new double[] {9}), stream);
            return world.read(world.device(), y, 1, stream)[0] == 2;
        });
        probes.put(Defect.PEER_COPY_MISDIRECTED, world -> {
            DeviceDriver peer = world.device(1);
            long x = world.values(4.0);
            long y = world.values(peer, 0.0);
            long stream = world.stream();
            world.device().copyToPeer(y, peer, x, 8, stream);
            world.device().synchronizeStream(stream);
            return world.read(peer, y, 1, peer.createStream())[0] == 4;
        });
    }

    private static void devices(Map<Defect, Probe> probes) {
        probes.put(Defect.DEVICE_IDS_SWAPPED, world -> world.device(0).device().equals(new Device("debug", 0)));
        probes.put(Defect.CAPABILITIES_CREATE_STREAM, world -> {
            boolean named = !world.device().capabilities().name().isEmpty();
            return named && world.simulation().counters().calls(CallKind.CREATE_STREAM) == 0;
        });
        probes.put(
                Defect.CAPABILITIES_CHANGE,
                world -> world.device().capabilities().equals(world.device().capabilities()));
        probes.put(Defect.POISON_HIDDEN, world -> {
            world.simulation().poison(0);
            return world.device().health() instanceof DeviceHealth.Poisoned;
        });
        probes.put(Defect.POISON_SPREADS, world -> {
            world.simulation().poison(0);
            return world.device(1).health() instanceof DeviceHealth.Healthy;
        });
        probes.put(Defect.POISON_FORGOTTEN, world -> {
            long stream = world.stream();
            world.simulation().poison(0);
            try {
                boolean unused = world.device().queryStream(stream);
                return false;
            } catch (DeviceException e) {
                return e.poisoned();
            }
        });
    }
}
