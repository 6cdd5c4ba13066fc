package dev.sluice.tck;

import dev.sluice.Scope;
import dev.sluice.Sluice;
import dev.sluice.SluiceOptions;
import dev.sluice.Tensor;
import dev.sluice.device.DeviceCapabilities;
import dev.sluice.spi.Availability;
import dev.sluice.spi.Backend;
import dev.sluice.spi.BackendConfiguration;
import dev.sluice.spi.BackendHost;
import dev.sluice.spi.BackendProvider;
import dev.sluice.spi.DeviceDriver;
import dev.sluice.spi.FaultInjection;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The backend under test: its provider, what it claims, and runtimes opened on it. Tests run one after another; one
 * runtime is shared by the tests that only compute, and tests about opening and closing open their own.
 */
public final class Subject implements AutoCloseable {
    private static final long DEFAULT_SEED = 20_260_101;

    private final BackendProvider provider;
    private final Map<String, String> settings;
    private final Set<Feature> claims;
    private final String unavailable;
    private final long seed = Long.getLong("sluice.tck.seed", DEFAULT_SEED);
    private final List<Tensor> kept = new ArrayList<>();
    private @Nullable Sluice shared;
    private @Nullable Scope scope;

    /**
     * Opens the backend once to learn what it claims.
     *
     * @param provider the provider
     * @param settings the settings the backend is opened with
     */
    public Subject(BackendProvider provider, Map<String, String> settings) {
        this.provider = provider;
        this.settings = Map.copyOf(settings);
        this.claims = EnumSet.noneOf(Feature.class);
        this.unavailable = switch (provider.probe()) {
            case Availability.Available a -> "";
            case Availability.Unavailable u -> u.reason();
            case Availability.Broken b -> b.reason();
        };
        if (unavailable.isEmpty()) {
            try (Backend backend = provider.open(new BackendConfiguration(settings))) {
                claims.addAll(claimsOf(backend));
            }
        }
    }

    private static Set<Feature> claimsOf(Backend backend) {
        Set<Feature> found = EnumSet.noneOf(Feature.class);
        List<DeviceDriver> drivers = backend.devices();
        if (drivers.isEmpty()) {
            return found;
        }
        found.add(Feature.DEVICE);
        if (drivers.size() > 1) {
            found.add(Feature.MULTI_DEVICE);
        }
        DeviceDriver driver = drivers.getFirst();
        DeviceCapabilities capabilities = driver.capabilities();
        if (!capabilities.executesInline()) {
            found.add(Feature.DEFERRED_EXECUTION);
        }
        if (capabilities.streamOrderedAllocation()) {
            found.add(Feature.STREAM_ORDERED_ALLOCATION);
        }
        if (capabilities.hostAccessible()) {
            found.add(Feature.HOST_ACCESSIBLE);
        }
        if (capabilities.deterministic() && !capabilities.executesInline()) {
            found.add(Feature.SIMULATION);
        }
        if (backend.service(FaultInjection.class).isPresent()) {
            found.add(Feature.FAULT_INJECTION);
        }
        if (driver.blas().isPresent()) {
            found.add(Feature.BLAS);
        }
        if (driver.solver().isPresent()) {
            found.add(Feature.SOLVER);
        }
        return found;
    }

    /** The provider under test. */
    public BackendProvider provider() {
        return provider;
    }

    /** What the backend claims. */
    public Set<Feature> claims() {
        return Set.copyOf(claims);
    }

    /** Why the backend cannot be opened here; empty when it can. */
    public String unavailable() {
        return unavailable;
    }

    /** The seed of random operands and orders; printed with every failure. */
    public long seed() {
        return seed;
    }

    /** Opens the backend itself, without a runtime. */
    public Backend openBackend() {
        return provider.open(new BackendConfiguration(settings));
    }

    /** Opens a runtime of its own on this backend, beside any other. */
    public Sluice open(SluiceOptions options) {
        return BackendHost.load().open(provider, options);
    }

    /** Opens a runtime of its own on this backend behind a provider that wraps it. */
    public Sluice open(BackendProvider wrapper, SluiceOptions options) {
        return BackendHost.load().open(wrapper, options);
    }

    /** Options with the settings the backend is tested with. */
    public SluiceOptions options() {
        SluiceOptions options = SluiceOptions.defaults();
        for (Map.Entry<String, String> setting : settings.entrySet()) {
            options = options.with(setting.getKey(), setting.getValue());
        }
        return options;
    }

    /** The runtime that tests share which only compute. */
    public synchronized Sluice sluice() {
        if (shared == null) {
            shared = open(options());
        }
        return shared;
    }

    /** Runs a test; tensors it creates on the shared runtime are closed after it. */
    void verify(Check check) throws Throwable {
        try (Scope opened = sluice().scope()) {
            scope = opened;
            check.verify(this);
        } finally {
            scope = null;
        }
    }

    /**
     * Excepts tensors of the shared runtime from the scope of the running test: they live until the subject is closed.
     *
     * @return the tensors
     */
    public synchronized Map<String, Tensor> keepForAll(Map<String, Tensor> tensors) {
        if (scope == null) {
            throw new IllegalStateException("no test is running");
        }
        for (Tensor tensor : tensors.values()) {
            kept.add(scope.keep(tensor));
        }
        return tensors;
    }

    /** Closes the shared runtime; a test that leaked makes this fail. */
    @Override
    public synchronized void close() {
        if (shared != null) {
            kept.forEach(Tensor::close);
            kept.clear();
            Sluice closing = shared;
            shared = null;
            closing.close();
        }
    }
}
