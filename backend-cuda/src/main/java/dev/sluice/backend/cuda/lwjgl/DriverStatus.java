package dev.sluice.backend.cuda.lwjgl;

/** The status codes of the driver API that Sluice tells apart. */
public final class DriverStatus {
    /** The call succeeded. */
    public static final int SUCCESS = 0;
    /** An argument is not acceptable. */
    public static final int INVALID_VALUE = 1;
    /** Memory or another resource is exhausted. */
    public static final int OUT_OF_MEMORY = 2;
    /** The driver is shutting down with the process. */
    public static final int DEINITIALIZED = 4;
    /** The driver sees no device. */
    public static final int NO_DEVICE = 100;
    /** Peer access is on already. */
    public static final int PEER_ACCESS_ALREADY_ENABLED = 704;
    /** Not an error: the work has not finished yet. */
    public static final int NOT_READY = 600;
    /** The driver does not offer the function or the device lacks the feature. */
    public static final int NOT_SUPPORTED = 801;

    private DriverStatus() {}

    /**
     * Whether a status leaves the context unusable, so that all later calls on it fail the same way: faults of a kernel,
     * uncorrectable memory and link errors, and the loss of the device.
     */
    public static boolean poisonsContext(int status) {
        return switch (status) {
            case 214, // ECC uncorrectable
                    220, // NVLink uncorrectable
                    226, // contained error
                    700, // illegal address
                    702, // launch timeout
                    709, // context is destroyed
                    710, // device-side assertion
                    714, // hardware stack error
                    715, // illegal instruction
                    716, // misaligned address
                    717, // invalid address space
                    718, // invalid program counter
                    719, // launch failed
                    721, // tensor memory leak
                    911, // failure of an external device
                    999 // unknown, which the driver reports once it has lost the device
            -> true;
            default -> false;
        };
    }
}
