package dev.sluice.spi;

/**
 * The entry point of a backend, found through {@link java.util.ServiceLoader}. The constructor and class initialisation
 * load nothing native and have no side effect. Declare the provider both in {@code module-info} and under
 * {@code META-INF/services}.
 */
public interface BackendProvider {
    /** A unique name matching {@code [a-z0-9-]{1,32}}, such as {@code cpu}. */
    String name();

    /** One line for people: what this backend runs on. */
    String describe();

    /** The version of this SPI that the backend was built for. */
    SpiVersion spiVersion();

    /** Breaks ties when no backend is named: the available backend with the highest priority wins. */
    int priority();

    /**
     * Whether the backend can be opened here, and if not, why. Never throws, is cheap and may be called repeatedly;
     * loads no more than it must to know.
     */
    Availability probe();

    /**
     * Opens the backend. All native loading happens here at the latest.
     *
     * @throws dev.sluice.BackendUnavailableException when it cannot be opened
     */
    Backend open(BackendConfiguration configuration);
}
