/** The {@code sluice} command; exports nothing. */
module dev.sluice.cli {
    requires static org.jspecify;
    requires ch.qos.logback.classic;
    requires ch.qos.logback.core;
    requires dev.sluice.api;
    requires dev.sluice.spi;
    requires dev.sluice.tck;
    requires info.picocli;
    requires org.slf4j;

    opens dev.sluice.cli to
            info.picocli;

    uses dev.sluice.spi.BackendProvider;

    provides ch.qos.logback.classic.spi.Configurator with
            dev.sluice.cli.Logging;
}
