package dev.sluice.backend.cuda.context;

import dev.sluice.backend.cuda.lwjgl.DriverCalls;
import dev.sluice.backend.cuda.lwjgl.DriverStatus;
import dev.sluice.device.Device;
import dev.sluice.device.DeviceException;
import dev.sluice.device.OutOfDeviceMemoryException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The primary context of one device. Thread-safe.
 *
 * <p>A context is current or not for each thread. Whoever calls the driver enters first and leaves afterwards, so that
 * the thread finds current what was current before:
 *
 * <pre>{@code
 * long previous = context.enter();
 * try {
 *     context.check(calls.recordEvent(event, stream), "cuEventRecord");
 * } finally {
 *     context.leave(previous);
 * }
 * }</pre>
 *
 * <p>The first error that makes the context unusable is kept: the driver answers every later call with the same code, but
 * only the first one names the call that noticed it.
 */
public final class CudaContext {
    private final DriverCalls calls;
    private final Device device;
    private final int handle;
    private volatile long context;
    private final AtomicReference<DeviceException> poison = new AtomicReference<>();

    private CudaContext(DriverCalls calls, Device device, int handle) {
        this.calls = calls;
        this.device = device;
        this.handle = handle;
    }

    /**
     * The context of a device. It is retained, and with that created, when it is first needed.
     *
     * @param handle the driver's handle of the device
     */
    public static CudaContext of(DriverCalls calls, Device device, int handle) {
        return new CudaContext(calls, device, handle);
    }

    /** The driver. */
    public DriverCalls calls() {
        return calls;
    }

    /** The device. */
    public Device device() {
        return device;
    }

    /** The driver's handle of the device. */
    public int deviceHandle() {
        return handle;
    }

    /** The driver's handle of this context. */
    public long handle() {
        long retained = context;
        return retained != 0 ? retained : retain();
    }

    private synchronized long retain() {
        if (context == 0) {
            context = result(calls.retainPrimaryContext(handle), "cuDevicePrimaryCtxRetain");
        }
        return context;
    }

    /** Makes this context current for the calling thread and returns what was current before, for {@link #leave}. */
    public long enter() {
        long own = handle();
        long previous = calls.currentContext();
        if (previous != own) {
            check(calls.setCurrentContext(own), "cuCtxSetCurrent");
        }
        return previous;
    }

    /** Makes current again what was current before {@link #enter}. */
    public void leave(long previous) {
        if (previous != context && previous >= 0) {
            // A failure here would hide the error of the work inside, and the next entry reports it.
            int unused = calls.setCurrentContext(previous);
        }
    }

    /** Throws when a status is a failure. */
    public void check(int status, String operation) {
        if (status != DriverStatus.SUCCESS) {
            throw failure(status, operation);
        }
    }

    /** Returns a result, or throws when it is a negated status. */
    public long result(long result, String operation) {
        if (result < 0) {
            throw failure((int) -result, operation);
        }
        return result;
    }

    /** The error for a failed call; keeps it when it is the one that poisons this context. */
    public DeviceException failure(int status, String operation) {
        String name = calls.statusName(status);
        if (status == DriverStatus.OUT_OF_MEMORY) {
            return new OutOfDeviceMemoryException(device, operation, status, name);
        }
        boolean poisons = DriverStatus.poisonsContext(status);
        DeviceException error = new DeviceException(device, operation, status, name, poisons);
        if (poisons) {
            poison.compareAndSet(null, error);
        }
        return error;
    }

    /** The error that made this context unusable, if any has been noticed. */
    public Optional<DeviceException> poison() {
        return Optional.ofNullable(poison.get());
    }

    /** Whether a call failed only because the process is ending or the context is lost, so that nothing is left to free. */
    public boolean isGone(int status) {
        return status == DriverStatus.DEINITIALIZED || DriverStatus.poisonsContext(status);
    }

    /**
     * Gives what the memory pool keeps unused back to the device, after all work has finished: libraries allocate beside the
     * pool and cannot draw on it.
     */
    public void releaseUnusedMemory() {
        long previous = enter();
        try {
            check(calls.synchronizeContext(), "cuCtxSynchronize");
            long pool = calls.defaultPool(handle);
            if (pool > 0) {
                check(calls.trimPool(pool, 0), "cuMemPoolTrimTo");
            }
        } finally {
            leave(previous);
        }
    }

    /** Gives the primary context back, if it was retained. */
    public synchronized void release() {
        if (context == 0) {
            return;
        }
        context = 0;
        int status = calls.releasePrimaryContext(handle);
        if (status != DriverStatus.SUCCESS && !isGone(status)) {
            throw failure(status, "cuDevicePrimaryCtxRelease");
        }
    }
}
