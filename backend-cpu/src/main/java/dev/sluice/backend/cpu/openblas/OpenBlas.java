package dev.sluice.backend.cpu.openblas;

/**
 * The OpenBLAS that this process has loaded. There is at most one: functions are bound once.
 *
 * @param location where it came from
 * @param version its version and how it was built, as it says itself, including the processor it chose kernels for
 * @param hasLapack whether the factorisations were built in
 * @param threads its thread count
 */
record OpenBlas(String location, String version, boolean hasLapack, ThreadCount threads) {

    private static final String NAME = "OpenBLAS ";

    OpenBlas {
        version = version.startsWith(NAME) ? version.substring(NAME.length()) : version;
    }
}
