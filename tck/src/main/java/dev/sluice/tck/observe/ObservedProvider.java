package dev.sluice.tck.observe;

import dev.sluice.spi.Availability;
import dev.sluice.spi.Backend;
import dev.sluice.spi.BackendConfiguration;
import dev.sluice.spi.BackendProvider;
import dev.sluice.spi.DeviceDriver;
import dev.sluice.spi.LibraryReport;
import dev.sluice.spi.SpiVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A provider behind glass. One backend is opened with it; {@link #device} then gives access to its drivers. */
public final class ObservedProvider implements BackendProvider {
    private final BackendProvider provider;
    private volatile List<ObservedDriver> drivers = List.of();
    private volatile boolean closed;

    /** Puts a provider behind glass. */
    public ObservedProvider(BackendProvider provider) {
        this.provider = provider;
    }

    /** The driver of a device of the opened backend. */
    public ObservedDriver device(int ordinal) {
        return drivers.get(ordinal);
    }

    /** The drivers of all devices of the opened backend. */
    public List<ObservedDriver> devices() {
        return drivers;
    }

    /** Whether the backend was closed. */
    public boolean isClosed() {
        return closed;
    }

    @Override
    public String name() {
        return provider.name();
    }

    @Override
    public String describe() {
        return provider.describe();
    }

    @Override
    public SpiVersion spiVersion() {
        return provider.spiVersion();
    }

    @Override
    public int priority() {
        return provider.priority();
    }

    @Override
    public Availability probe() {
        return provider.probe();
    }

    @Override
    public Backend open(BackendConfiguration configuration) {
        Backend backend = provider.open(configuration);
        Gates gates = new Gates();
        List<ObservedDriver> observed = new ArrayList<>();
        for (DeviceDriver driver : backend.devices()) {
            observed.add(new ObservedDriver(driver, gates));
        }
        drivers = List.copyOf(observed);
        return new Observed(backend);
    }

    private final class Observed implements Backend {
        private final Backend backend;

        Observed(Backend backend) {
            this.backend = backend;
        }

        @Override
        public List<DeviceDriver> devices() {
            return List.copyOf(drivers);
        }

        @Override
        public List<LibraryReport> libraries() {
            return backend.libraries();
        }

        @Override
        public <S> Optional<S> service(Class<S> type) {
            return backend.service(type);
        }

        @Override
        public void close() {
            closed = true;
            drivers.forEach(ObservedDriver::releaseAbandoned);
            backend.close();
        }
    }
}
