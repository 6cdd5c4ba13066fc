/** The conformance suite that every backend passes. Knows the API and the SPI, and neither engine nor backend. */
module dev.sluice.tck {
    requires static org.jspecify;
    requires static org.junit.platform.launcher;
    requires transitive dev.sluice.spi;
    requires transitive org.junit.jupiter.api;
    requires org.opentest4j;

    exports dev.sluice.tck;
    exports dev.sluice.tck.observe;
    exports dev.sluice.tck.report;

    uses dev.sluice.spi.BackendProvider;
}
