package dev.sluice.runtime;

import dev.sluice.SluiceOptions;
import dev.sluice.runtime.device.ResourceOptions;
import dev.sluice.spi.BackendConfiguration;

/**
 * The settings of the engine itself, as documented by {@link SluiceOptions}.
 *
 * @param streams the streams of each device
 * @param workers the host threads of the parallel scheduler
 */
record EngineSettings(int streams, int workers) {
    private static final int MOST = 1024;

    static EngineSettings of(SluiceOptions options) {
        BackendConfiguration configuration = new BackendConfiguration(options.settings());
        return new EngineSettings(
                count(
                        configuration,
                        "engine.streams",
                        ResourceOptions.defaults().streams()),
                count(configuration, "engine.workers", Runtime.getRuntime().availableProcessors()));
    }

    private static int count(BackendConfiguration configuration, String name, int fallback) {
        long value = configuration.integer(name, fallback);
        if (value < 1 || value > MOST) {
            throw new IllegalArgumentException("setting " + name + "=" + value + " is not between 1 and " + MOST);
        }
        return Math.toIntExact(value);
    }
}
