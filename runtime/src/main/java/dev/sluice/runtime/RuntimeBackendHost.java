package dev.sluice.runtime;

import dev.sluice.BackendUnavailableException;
import dev.sluice.Sluice;
import dev.sluice.SluiceOptions;
import dev.sluice.spi.Availability;
import dev.sluice.spi.BackendConfiguration;
import dev.sluice.spi.BackendHost;
import dev.sluice.spi.BackendProvider;

/** Opens isolated runtimes on given providers, as a service. */
public final class RuntimeBackendHost implements BackendHost {
    /** Called by the service loader. */
    public RuntimeBackendHost() {}

    @Override
    public Sluice open(BackendProvider provider, SluiceOptions options) {
        Availability availability = provider.probe();
        if (!availability.isAvailable()) {
            throw new BackendUnavailableException(
                    new FoundBackend(provider.name(), provider.describe(), availability, provider).summary());
        }
        BackendDiscovery.Opened opened = new BackendDiscovery.Opened(
                provider.name(), provider.open(new BackendConfiguration(options.settings())));
        return SluiceRuntime.open(opened, options.asIsolated(), () -> {}, () -> {});
    }
}
