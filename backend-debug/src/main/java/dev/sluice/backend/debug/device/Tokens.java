package dev.sluice.backend.debug.device;

import dev.sluice.device.DeviceException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The live objects of one kind that a device has handed out as tokens. A token tells its kind and device, so that one
 * used in the wrong place is noticed; none is used twice. Guarded by the lock of the simulation.
 */
final class Tokens<T> {
    /** The kinds of tokens. */
    enum Kind {
        STREAM(1),
        EVENT(2),
        HANDLE(3);

        private final long tag;

        Kind(long tag) {
            this.tag = tag;
        }
    }

    private final DeviceState device;
    private final Kind kind;
    private final Map<Long, T> live = new HashMap<>();
    private long last;

    Tokens(DeviceState device, Kind kind) {
        this.device = device;
        this.kind = kind;
        this.last = (device.ordinal() + 1L) << 48 | kind.tag << 40;
    }

    long next() {
        return ++last;
    }

    void add(long token, T object) {
        live.put(token, object);
    }

    /** The object of a token. */
    T get(long token, String operation) {
        T object = live.get(token);
        if (object == null) {
            throw unknown(token, operation);
        }
        return object;
    }

    T remove(long token, String operation) {
        T object = live.remove(token);
        if (object == null) {
            throw unknown(token, operation);
        }
        return object;
    }

    boolean contains(long token) {
        return live.containsKey(token);
    }

    List<T> live() {
        return new ArrayList<>(live.values());
    }

    /** The device that handed out a token. */
    static int deviceOf(long token) {
        return (int) (token >>> 48) - 1;
    }

    private DeviceException unknown(long token, String operation) {
        return device.error(
                DriverError.INVALID_HANDLE,
                operation + ", where " + String.format("0x%x", token) + " is no live " + kind + " of this device,");
    }
}
