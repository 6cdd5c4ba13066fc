package dev.sluice.device;

/**
 * A point on a stream that was recorded: done when all work submitted to the stream before it has finished. Immutable
 * and thread-safe. It owns nothing, so dropping it never blocks.
 */
public interface Completion {
    /** The device whose stream reaches the point. */
    Device device();

    /**
     * Whether the point was reached. Never waits.
     *
     * @throws DeviceException when the device is poisoned, since the point is then never reached
     */
    boolean isDone();

    /**
     * Waits on the host until the point is reached.
     *
     * @throws DeviceException when the device fails or is poisoned
     */
    void await();
}
