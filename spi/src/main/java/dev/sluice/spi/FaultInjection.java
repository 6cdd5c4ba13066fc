package dev.sluice.spi;

import dev.sluice.device.Device;

/**
 * An optional service of a {@link Backend} that can make its devices fail on demand, so that a conformance kit can see how
 * they fail. Real devices rarely offer it.
 */
public interface FaultInjection {
    /** Makes a device unusable from now on, as an illegal access in a kernel would. */
    void poison(Device device);
}
