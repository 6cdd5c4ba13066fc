package dev.sluice.device;

/** An allocation that did not fit, even after pending frees were drained. */
public class OutOfDeviceMemoryException extends DeviceException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the error.
     *
     * @param device where it happened
     * @param operation the request and what is live on the device
     * @param code the driver's error code
     * @param codeName the driver's name for the code
     */
    public OutOfDeviceMemoryException(Device device, String operation, int code, String codeName) {
        super(device, operation, code, codeName, false);
    }
}
