package dev.sluice.engine;

import dev.sluice.BackendUnavailableException;
import dev.sluice.Sluice;
import dev.sluice.SluiceOptions;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;

/** Implemented once, by the runtime, and found through {@link ServiceLoader}. */
public interface EngineProvider {
    /** Opens a runtime. */
    Sluice open(SluiceOptions options);

    /** The process-wide installation, if one is open. */
    Optional<Sluice> installed();

    /**
     * What is known of every backend on the class or module path: each is probed and, where available and not open
     * already, opened for a moment. One that fails does not hide the others.
     */
    List<BackendDiagnosis> diagnose();

    /**
     * The engine of this process.
     *
     * @throws BackendUnavailableException when the runtime is not on the class or module path
     */
    static EngineProvider load() {
        return Holder.INSTANCE;
    }

    /** Loads the engine once. */
    final class Holder {
        private static final EngineProvider INSTANCE = ServiceLoader.load(
                        EngineProvider.class, EngineProvider.class.getClassLoader())
                .findFirst()
                .orElseThrow(() -> new BackendUnavailableException(
                        "no Sluice engine on the class path: add a backend such as dev.sluice:sluice-backend-cpu,"
                                + " which brings dev.sluice:sluice-runtime"));

        private Holder() {}
    }
}
