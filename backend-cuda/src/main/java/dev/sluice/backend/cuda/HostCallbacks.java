package dev.sluice.backend.cuda;

import dev.sluice.backend.cuda.lwjgl.DriverCalls;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The callbacks that wait for the driver to call them. One function pointer serves all of them: the driver hands back
 * the token under which a callback was kept. A callback that the driver never calls, because the device was poisoned,
 * stays until it is forgotten with its device.
 */
final class HostCallbacks {
    private static final Logger LOG = LoggerFactory.getLogger(HostCallbacks.class);

    private static final HostCallbacks INSTANCE = new HostCallbacks();

    private record Pending(CudaDriver owner, Runnable callback) {}

    // Tokens start at 1: LWJGL lets no null pointer through.
    private final AtomicLong tokens = new AtomicLong();
    private final ConcurrentHashMap<Long, Pending> pending = new ConcurrentHashMap<>();

    private HostCallbacks() {}

    /** The callbacks of this process, known to the driver from now on. */
    static HostCallbacks installed(DriverCalls calls) {
        calls.setHostFunction(INSTANCE::run);
        return INSTANCE;
    }

    /** Keeps a callback and returns its token. */
    long keep(CudaDriver owner, Runnable callback) {
        long token = tokens.incrementAndGet();
        pending.put(token, new Pending(owner, callback));
        return token;
    }

    /** Forgets a callback that was not handed to the driver. */
    void forget(long token) {
        pending.remove(token);
    }

    /** Forgets the callbacks of a device. */
    void forgetAll(CudaDriver owner) {
        pending.values().removeIf(entry -> entry.owner == owner);
    }

    private void run(long token) {
        Pending entry = pending.remove(token);
        if (entry == null) {
            return;
        }
        try {
            entry.callback.run();
        } catch (RuntimeException | Error e) {
            // Nothing may unwind into the driver.
            LOG.error("a stream callback of {} failed", entry.owner.device(), e);
        }
    }
}
