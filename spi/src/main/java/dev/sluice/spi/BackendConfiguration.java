package dev.sluice.spi;

import java.util.Map;
import java.util.Optional;

/**
 * The settings a backend is opened with: names and values, the backend's own names prefixed with its name and a dot, as
 * in {@code debug.devices}. System properties named {@code sluice.} + name are the fallback.
 *
 * @param settings explicit settings by name
 */
public record BackendConfiguration(Map<String, String> settings) {
    /** Copies the settings. */
    public BackendConfiguration {
        settings = Map.copyOf(settings);
    }

    /** No explicit setting. */
    public static BackendConfiguration empty() {
        return new BackendConfiguration(Map.of());
    }

    /** The setting {@code name}, explicit or from the system property {@code sluice.name}. */
    public Optional<String> setting(String name) {
        String value = settings.get(name);
        return Optional.ofNullable(value != null ? value : System.getProperty("sluice." + name));
    }

    /**
     * The whole number {@code name}, or {@code fallback} when it is not set.
     *
     * @throws IllegalArgumentException naming setting and value when it is not a whole number
     */
    public long integer(String name, long fallback) {
        return setting(name)
                .map(value -> {
                    try {
                        return Long.parseLong(value.strip());
                    } catch (NumberFormatException e) {
                        throw new IllegalArgumentException(
                                "setting " + name + "='" + value + "' is not a whole number", e);
                    }
                })
                .orElse(fallback);
    }
}
