package dev.sluice.runtime;

import dev.sluice.BackendUnavailableException;
import dev.sluice.spi.Availability;
import dev.sluice.spi.Backend;
import dev.sluice.spi.BackendConfiguration;
import dev.sluice.spi.BackendProvider;
import dev.sluice.spi.SpiVersion;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds backends as services. Each is created and probed on its own, so that one that fails hides no other: whatever its
 * code throws becomes the reason why it is not available.
 */
final class BackendDiscovery {
    private static final Logger LOG = LoggerFactory.getLogger(BackendDiscovery.class);

    /** How many broken service entries in a row end the search, in case a broken service file never ends. */
    private static final int MOST_FAILURES = 64;

    private BackendDiscovery() {}

    /**
     * An opened backend.
     *
     * @param name its name
     * @param backend what it offers
     */
    record Opened(String name, Backend backend) {}

    /** All backends, in the order in which they were found. */
    static List<FoundBackend> find() {
        List<FoundBackend> found = new ArrayList<>();
        Iterator<ServiceLoader.Provider<BackendProvider>> providers =
                ServiceLoader.load(BackendProvider.class, BackendDiscovery.class.getClassLoader()).stream()
                        .iterator();
        int failures = 0;
        while (failures < MOST_FAILURES) {
            try {
                if (!providers.hasNext()) {
                    break;
                }
                found.add(examine(providers.next()));
            } catch (ServiceConfigurationError | LinkageError e) {
                failures++;
                found.add(FoundBackend.broken("a service entry", "the provider could not be loaded", e));
            }
        }
        return found;
    }

    private static FoundBackend examine(ServiceLoader.Provider<BackendProvider> entry) {
        BackendProvider provider;
        String name;
        String description;
        SpiVersion version;
        try {
            provider = entry.get();
            name = provider.name();
            description = provider.describe();
            version = provider.spiVersion();
        } catch (ServiceConfigurationError | LinkageError | RuntimeException e) {
            return FoundBackend.broken(entry.type().getName(), "the provider could not be created", e);
        }
        if (!version.runsUnder(SpiVersion.CURRENT)) {
            String reason = "built for version " + version + " of the SPI, this is " + SpiVersion.CURRENT;
            return new FoundBackend(name, description, new Availability.Unavailable(reason), provider);
        }
        return new FoundBackend(name, description, probe(provider), provider);
    }

    private static Availability probe(BackendProvider provider) {
        try {
            return provider.probe();
        } catch (LinkageError | RuntimeException e) {
            return new Availability.Broken("its probe failed", e);
        }
    }

    /**
     * Opens the named backend, or the available one of the highest priority.
     *
     * @param requested the name; empty to choose
     * @throws BackendUnavailableException listing every backend found and why it is not available
     */
    static Opened open(Optional<String> requested, BackendConfiguration configuration) {
        List<FoundBackend> found = find();
        List<FoundBackend> candidates = found.stream()
                .filter(backend -> requested.isEmpty() || backend.name().equals(requested.get()))
                .filter(backend -> backend.availability().isAvailable())
                .sorted(Comparator.comparingInt(BackendDiscovery::priority).reversed())
                .toList();
        BackendUnavailableException failure = new BackendUnavailableException(
                requested.map(name -> "backend '" + name + "' cannot be used").orElse("no backend can be used") + "; "
                        + listing(found));
        for (FoundBackend candidate : candidates) {
            try {
                return new Opened(candidate.name(), provider(candidate).open(configuration));
            } catch (LinkageError | RuntimeException e) {
                if (requested.isEmpty()) {
                    LOG.warn(
                            "backend {} was found available but could not be opened: {}",
                            candidate.name(),
                            e.toString());
                }
                failure.addSuppressed(e);
            }
        }
        throw failure;
    }

    private static int priority(FoundBackend backend) {
        try {
            return provider(backend).priority();
        } catch (LinkageError | RuntimeException e) {
            return Integer.MIN_VALUE;
        }
    }

    private static BackendProvider provider(FoundBackend backend) {
        BackendProvider provider = backend.provider();
        if (provider == null) {
            throw new IllegalStateException("backend " + backend.name() + " has no provider");
        }
        return provider;
    }

    private static String listing(List<FoundBackend> found) {
        return found.isEmpty()
                ? "no backend is on the class or module path: add one such as dev.sluice:sluice-backend-cpu"
                : "found " + found.stream().map(FoundBackend::summary).collect(Collectors.joining("; "));
    }
}
