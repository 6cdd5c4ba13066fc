package dev.sluice.runtime.device;

/**
 * How the resources of one device are set up.
 *
 * @param trackAllocations whether each buffer records where it was allocated, for reports of leaks
 */
public record ResourceOptions(boolean trackAllocations) {
    /** No tracking. */
    public static ResourceOptions defaults() {
        return new ResourceOptions(false);
    }
}
