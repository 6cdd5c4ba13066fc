package dev.sluice.spi;

import dev.sluice.BackendUnavailableException;
import dev.sluice.Sluice;
import dev.sluice.SluiceOptions;
import java.util.ServiceLoader;

/**
 * Opens a runtime on a provider in hand, rather than on one found on the class or module path: for conformance kits, and
 * for tests of a backend that wrap it. Implemented once, by the runtime, and found through {@link ServiceLoader}.
 */
public interface BackendHost {
    /**
     * Opens an isolated runtime. The options' choice of a backend is ignored; their settings reach the provider.
     *
     * @throws BackendUnavailableException when the provider is not available here
     */
    Sluice open(BackendProvider provider, SluiceOptions options);

    /**
     * The host of this process.
     *
     * @throws BackendUnavailableException when the runtime is not on the class or module path
     */
    static BackendHost load() {
        return ServiceLoader.load(BackendHost.class, BackendHost.class.getClassLoader())
                .findFirst()
                .orElseThrow(() -> new BackendUnavailableException(
                        "no Sluice engine on the class path: add dev.sluice:sluice-runtime"));
    }
}
