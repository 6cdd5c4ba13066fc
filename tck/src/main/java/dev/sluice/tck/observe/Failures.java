package dev.sluice.tck.observe;

import dev.sluice.device.Device;
import dev.sluice.device.DeviceException;
import dev.sluice.device.OutOfDeviceMemoryException;
import dev.sluice.spi.DeviceHealth;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The calls of one device: how many of each, and which are to fail. Thread-safe. */
final class Failures {
    private static final int INJECTED = 999;

    private static final class Planned {
        final Call call;
        final boolean outOfMemory;
        long before;

        Planned(Call call, long before, boolean outOfMemory) {
            this.call = call;
            this.before = before;
            this.outOfMemory = outOfMemory;
        }
    }

    private final Device device;
    private final Map<Call, Long> counts = new EnumMap<>(Call.class);
    private final List<String> log = new ArrayList<>();
    private final List<Planned> plan = new ArrayList<>();
    private final ThreadLocal<Boolean> inCallback = new ThreadLocal<>();
    private long fromCallbacks;
    private @Nullable DeviceException poison;

    Failures(Device device) {
        this.device = device;
    }

    /** The callback, such that calls made by it are noticed. */
    Runnable marked(Runnable callback) {
        return () -> {
            inCallback.set(true);
            try {
                callback.run();
            } finally {
                inCallback.remove();
            }
        };
    }

    synchronized long fromCallbacks() {
        return fromCallbacks;
    }

    /** Notes a call, and throws if it is to fail. */
    synchronized void enter(Call call, String arguments) {
        if (Boolean.TRUE.equals(inCallback.get())) {
            fromCallbacks++;
        }
        counts.merge(call, 1L, Long::sum);
        log.add(call + " " + arguments);
        if (poison != null) {
            if (call == Call.FREE
                    || call == Call.DESTROY_EVENT
                    || call == Call.DESTROY_STREAM
                    || call == Call.DESTROY_HANDLE) {
                return;
            }
            throw poisoned(call + " " + arguments);
        }
        for (Iterator<Planned> plans = plan.iterator(); plans.hasNext(); ) {
            Planned planned = plans.next();
            if (planned.call == call && planned.before-- == 0) {
                plans.remove();
                String operation = call + " " + arguments;
                throw planned.outOfMemory
                        ? new OutOfDeviceMemoryException(device, operation, INJECTED, "INJECTED_OUT_OF_MEMORY")
                        : new DeviceException(device, operation, INJECTED, "INJECTED_FAILURE", false);
            }
        }
    }

    synchronized void fail(Call call, long after, boolean outOfMemory) {
        plan.add(new Planned(call, after, outOfMemory));
    }

    synchronized void forgetPlan() {
        plan.clear();
    }

    synchronized void poison() {
        poison = poisoned("a kernel");
    }

    private DeviceException poisoned(String operation) {
        return new DeviceException(device, operation, INJECTED, "INJECTED_POISON", true);
    }

    synchronized @Nullable DeviceHealth health() {
        return poison == null ? null : new DeviceHealth.Poisoned(poison);
    }

    synchronized boolean isPoisoned() {
        return poison != null;
    }

    synchronized long count(Call call) {
        return counts.getOrDefault(call, 0L);
    }

    synchronized List<String> log() {
        return List.copyOf(log);
    }

    synchronized void forget() {
        counts.clear();
        log.clear();
    }
}
