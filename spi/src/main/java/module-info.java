/**
 * What a backend implements: device drivers, kernels and provider libraries. A backend depends on this module and on
 * nothing else of Sluice.
 */
module dev.sluice.spi {
    requires transitive dev.sluice.api;
    requires static transitive org.jspecify;
    requires transitive org.slf4j;

    exports dev.sluice.spi;
    exports dev.sluice.spi.scalar;

    uses dev.sluice.spi.BackendHost;
}
