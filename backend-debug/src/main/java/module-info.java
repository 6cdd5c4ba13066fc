/**
 * Simulated devices: deterministic, race-detecting, fault-injecting. Knows the SPI only, and is found as a service; the
 * exported package is how a test controls the simulation.
 */
module dev.sluice.backend.debug {
    requires static transitive org.jspecify;
    requires transitive dev.sluice.spi;
    requires org.slf4j;

    exports dev.sluice.backend.debug;

    provides dev.sluice.spi.BackendProvider with
            dev.sluice.backend.debug.DebugBackendProvider;
}
