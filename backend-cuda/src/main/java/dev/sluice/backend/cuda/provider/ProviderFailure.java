package dev.sluice.backend.cuda.provider;

import dev.sluice.backend.cuda.context.CudaContext;
import dev.sluice.backend.cuda.lwjgl.DriverStatus;
import dev.sluice.device.DeviceException;

/** Errors of provider libraries. */
final class ProviderFailure {
    private ProviderFailure() {}

    /**
     * The error for a failed call. Providers report a fault of the device as a failure of their own, so the context is
     * asked first.
     */
    static DeviceException of(CudaContext context, String operation, int status, String name) {
        int state = context.calls().queryContext();
        if (state != DriverStatus.SUCCESS && state != DriverStatus.NOT_READY) {
            DeviceException cause = context.failure(state, operation + " gave " + name + ", because the device");
            if (cause.poisoned()) {
                return cause;
            }
        }
        return new DeviceException(context.device(), operation, status, name, false);
    }
}
