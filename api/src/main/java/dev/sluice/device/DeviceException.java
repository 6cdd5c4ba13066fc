package dev.sluice.device;

import dev.sluice.SluiceException;

/** A failure that a device driver or provider library reported. */
public class DeviceException extends SluiceException {
    private static final long serialVersionUID = 1L;

    private final String operation;
    private final int code;
    private final String codeName;
    private final transient Device device;
    private final boolean poisoned;

    /**
     * Creates the error.
     *
     * @param device where it happened
     * @param operation the driver call and what it was asked for, with its arguments and stream
     * @param code the driver's error code
     * @param codeName the driver's name for the code
     * @param poisoned whether the device cannot be used again in this process
     */
    public DeviceException(Device device, String operation, int code, String codeName, boolean poisoned) {
        super(operation + " failed on " + device + " with " + codeName + " (" + code + ")"
                + (poisoned ? "; the device cannot be used again in this process" : ""));
        this.device = device;
        this.operation = operation;
        this.code = code;
        this.codeName = codeName;
        this.poisoned = poisoned;
    }

    /** The device on which the call failed. */
    public Device device() {
        return device;
    }

    /** The failed call and what it was asked for. */
    public String operation() {
        return operation;
    }

    /** The driver's error code. */
    public int code() {
        return code;
    }

    /** The driver's name for the code. */
    public String codeName() {
        return codeName;
    }

    /** Whether the failure is terminal for its device. */
    public boolean poisoned() {
        return poisoned;
    }
}
