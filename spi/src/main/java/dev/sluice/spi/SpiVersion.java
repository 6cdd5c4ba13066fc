package dev.sluice.spi;

/**
 * A version of the SPI. A backend is usable when its major version is the host's and its minor version is not newer.
 *
 * @param major incremented when an existing backend must change
 * @param minor incremented when optional parts are added
 */
public record SpiVersion(int major, int minor) {
    /** The version that this module defines. */
    public static final SpiVersion CURRENT = new SpiVersion(1, 0);

    /** Whether a backend built for this version runs under a host of version {@code host}. */
    public boolean runsUnder(SpiVersion host) {
        return major == host.major && minor <= host.minor;
    }

    @Override
    public String toString() {
        return major + "." + minor;
    }
}
