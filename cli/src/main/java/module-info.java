/** The {@code sluice} command; exports nothing. */
module dev.sluice.cli {
    requires static org.jspecify;
    requires dev.sluice.api;
    requires dev.sluice.spi;
    requires dev.sluice.tck;
    requires info.picocli;
    requires org.slf4j;
}
