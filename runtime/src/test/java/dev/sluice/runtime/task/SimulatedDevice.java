package dev.sluice.runtime.task;

import dev.sluice.device.Device;
import java.util.List;
import java.util.stream.IntStream;

/** A device of which only the selection exists: it is current for a thread or not. */
record SimulatedDevice(Device device) implements DeviceContext {
    private static final ThreadLocal<Integer> CURRENT = ThreadLocal.withInitial(() -> -1);

    static List<SimulatedDevice> several(int count) {
        return IntStream.range(0, count)
                .mapToObj(ordinal -> new SimulatedDevice(device(ordinal)))
                .toList();
    }

    static Device device(int ordinal) {
        return new Device("simulated", ordinal);
    }

    /** The ordinal of the device that is selected on the calling thread, or −1. */
    static int selected() {
        return CURRENT.get();
    }

    @Override
    public long enter() {
        int before = CURRENT.get();
        CURRENT.set(device.ordinal());
        return before;
    }

    @Override
    public void leave(long token) {
        CURRENT.set((int) token);
    }

    @Override
    public boolean advance() {
        return false;
    }
}
