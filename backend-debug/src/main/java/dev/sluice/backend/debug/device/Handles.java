package dev.sluice.backend.debug.device;

import dev.sluice.backend.debug.CallKind;
import dev.sluice.backend.debug.Defect;
import dev.sluice.backend.debug.Report;
import dev.sluice.backend.debug.simulation.SimulatedStream;
import dev.sluice.backend.debug.simulation.SimulationLock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The handles of one provider library. Guarded by the lock of the simulation, except that the use of a handle is claimed
 * before the lock is taken: two threads that use it at once are found out even though the lock then puts them in order.
 */
final class Handles {
    /** The state behind a handle. */
    static final class Handle {
        private final long token;
        private final String site;
        private final AtomicReference<@Nullable Thread> user = new AtomicReference<>();
        private @Nullable SimulatedStream stream;
        private long workspace;
        private long workspaceBytes;

        Handle(long token, String site) {
            this.token = token;
            this.site = site;
        }

        void workspace(long address, long bytes) {
            workspace = address;
            workspaceBytes = bytes;
        }

        long workspaceAddress() {
            return workspace;
        }

        long workspaceBytes() {
            return workspaceBytes;
        }

        @Override
        public String toString() {
            return "handle " + (token & 0xFFFFFFFFL) + site;
        }
    }

    /** What is done with a handle, under the lock. */
    @FunctionalInterface
    interface Use {
        void with(Handle handle, SimulatedStream stream);
    }

    private final DeviceState device;
    private final StreamCalls streams;
    private final String library;
    private final Tokens<Handle> tokens;
    private final ConcurrentHashMap<Long, Handle> live = new ConcurrentHashMap<>();

    Handles(DeviceState device, StreamCalls streams, String library) {
        this.device = device;
        this.streams = streams;
        this.library = library;
        this.tokens = new Tokens<>(device, Tokens.Kind.HANDLE);
    }

    long create() {
        try (SimulationLock.Held _ = device.lock()) {
            device.enter(CallKind.CREATE_HANDLE, library + " createHandle()");
            Handle handle = new Handle(tokens.next(), device.simulator().site());
            tokens.add(handle.token, handle);
            live.put(handle.token, handle);
            return handle.token;
        }
    }

    void destroy(long token) {
        try (SimulationLock.Held _ = device.lock()) {
            device.enter(CallKind.DESTROY_HANDLE, library + " destroyHandle");
            Handle handle = tokens.remove(token, library + " destroyHandle");
            live.remove(token);
            Thread user = handle.user.get();
            if (user != null) {
                report(handle, "is destroyed while " + user + " uses it");
            }
        }
    }

    void bind(long token, long stream) {
        try (SimulationLock.Held _ = device.lock()) {
            device.enter(CallKind.BIND_HANDLE, library + " bind");
            Handle handle = tokens.get(token, library + " bind");
            SimulatedStream target = streams.stream(stream, library + " bind");
            if (handle.stream == null || !device.has(Defect.HANDLE_KEEPS_FIRST_STREAM)) {
                handle.stream = target;
            }
        }
    }

    /** Uses a handle for an operation. */
    void use(long token, String operation, Use use) {
        Handle claimed = live.get(token);
        Thread other =
                claimed == null || claimed.user.compareAndSet(null, Thread.currentThread()) ? null : claimed.user.get();
        boolean owns = claimed != null && claimed.user.get() == Thread.currentThread();
        try (SimulationLock.Held _ = device.lock()) {
            Handle handle = tokens.get(token, library + " " + operation);
            if (!owns) {
                report(
                        handle,
                        "is used for " + operation + " by " + Thread.currentThread() + " while " + other + " uses it");
            }
            SimulatedStream stream = handle.stream;
            if (stream == null) {
                report(handle, "is used for " + operation + " before it was bound to a stream");
                throw device.error(DriverError.INVALID_HANDLE, library + " " + operation + " with an unbound handle");
            }
            use.with(handle, stream);
        } finally {
            if (claimed != null && owns) {
                claimed.user.set(null);
            }
        }
    }

    void report(Handle handle, String message) {
        device.simulator()
                .report(
                        Report.Kind.HANDLE_MISUSE,
                        device.ordinal(),
                        library + " " + handle + " " + message
                                + device.simulator().site());
    }

    /** Makes a workspace the handle's. */
    void setWorkspace(long token, long address, long bytes) {
        try (SimulationLock.Held _ = device.lock()) {
            tokens.get(token, library + " setWorkspace").workspace(address, bytes);
        }
    }

    /** Descriptions of what is not destroyed. */
    List<String> leaks() {
        List<String> leaks = new ArrayList<>();
        tokens.live().forEach(handle -> leaks.add(library + " " + handle));
        return leaks;
    }
}
