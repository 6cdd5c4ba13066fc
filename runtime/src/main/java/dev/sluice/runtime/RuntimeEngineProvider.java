package dev.sluice.runtime;

import dev.sluice.ContractViolationException;
import dev.sluice.Sluice;
import dev.sluice.SluiceOptions;
import dev.sluice.engine.BackendDiagnosis;
import dev.sluice.engine.EngineProvider;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The engine as a service. The process-wide installation is a place that is taken before a runtime is opened and given
 * back when it closes, so that of two threads that open one, exactly one succeeds.
 */
public final class RuntimeEngineProvider implements EngineProvider {
    private static final AtomicReference<@Nullable Place> INSTALLATION = new AtomicReference<>();

    /** The installation; its runtime is absent while it is being opened. */
    private static final class Place {
        volatile @Nullable SluiceRuntime runtime;
    }

    /** Called by the service loader. */
    public RuntimeEngineProvider() {}

    @Override
    public Sluice open(SluiceOptions options) {
        if (options.isolated()) {
            return SluiceRuntime.open(options, () -> {}, () -> {});
        }
        Place place = new Place();
        if (!INSTALLATION.compareAndSet(null, place)) {
            throw new ContractViolationException(
                    "a Sluice runtime is open already; close it first, or open with SluiceOptions.asIsolated()");
        }
        boolean opened = false;
        try {
            SluiceRuntime runtime = SluiceRuntime.open(
                    options,
                    () -> INSTALLATION.compareAndSet(place, null),
                    () -> INSTALLATION.compareAndSet(null, place));
            place.runtime = runtime;
            opened = true;
            return runtime;
        } finally {
            if (!opened) {
                INSTALLATION.set(null);
            }
        }
    }

    @Override
    public Optional<Sluice> installed() {
        return Optional.ofNullable(installedRuntime());
    }

    private static @Nullable SluiceRuntime installedRuntime() {
        Place place = INSTALLATION.get();
        return place == null ? null : place.runtime;
    }

    @Override
    public List<BackendDiagnosis> diagnose() {
        return BackendDiagnoses.of(installedRuntime());
    }
}
