package dev.sluice.backend.debug.device;

/** The error codes of the simulated driver. */
enum DriverError {
    INVALID_VALUE(1),
    OUT_OF_MEMORY(2),
    INVALID_HANDLE(400),
    NOT_SUPPORTED(801),
    DEVICE_LOST(719);

    private final int code;

    DriverError(int code) {
        this.code = code;
    }

    int code() {
        return code;
    }
}
