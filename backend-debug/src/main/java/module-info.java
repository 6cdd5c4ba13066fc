/**
 * Simulated devices: deterministic, race-detecting, fault-injecting. Knows the SPI only, and is found as a service.
 */
module dev.sluice.backend.debug {
    requires static org.jspecify;
    requires dev.sluice.spi;
    requires org.slf4j;
}
