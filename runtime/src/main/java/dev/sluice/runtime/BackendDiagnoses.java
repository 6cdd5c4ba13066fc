package dev.sluice.runtime;

import dev.sluice.device.Device;
import dev.sluice.device.DeviceCapabilities;
import dev.sluice.engine.BackendDiagnosis;
import dev.sluice.engine.BackendDiagnosis.Status;
import dev.sluice.engine.LibraryDiagnosis;
import dev.sluice.spi.Availability;
import dev.sluice.spi.Backend;
import dev.sluice.spi.BackendConfiguration;
import dev.sluice.spi.BackendProvider;
import dev.sluice.spi.DeviceDriver;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reports on the backends for people. */
final class BackendDiagnoses {
    private BackendDiagnoses() {}

    /**
     * A report on each backend found.
     *
     * @param installed the runtime that is open, whose backend is not opened a second time
     */
    static List<BackendDiagnosis> of(@Nullable SluiceRuntime installed) {
        return BackendDiscovery.find().stream()
                .map(found -> diagnose(found, installed))
                .toList();
    }

    private static BackendDiagnosis diagnose(FoundBackend found, @Nullable SluiceRuntime installed) {
        BackendProvider provider = found.provider();
        if (provider == null || !found.availability().isAvailable()) {
            return closed(found, found.availability());
        }
        if (installed != null && installed.backendName().equals(found.name())) {
            return opened(found, installed.backend());
        }
        try (Backend backend = provider.open(BackendConfiguration.empty())) {
            return opened(found, backend);
        } catch (LinkageError | RuntimeException e) {
            return closed(found, new Availability.Broken("opening it failed", e));
        }
    }

    private static BackendDiagnosis closed(FoundBackend found, Availability availability) {
        Status status = switch (availability) {
            case Availability.Available available -> Status.AVAILABLE;
            case Availability.Unavailable unavailable -> Status.UNAVAILABLE;
            case Availability.Broken broken -> Status.BROKEN;
        };
        return new BackendDiagnosis(
                found.name(), found.description(), status, reason(availability), List.of(), Map.of());
    }

    private static BackendDiagnosis opened(FoundBackend found, Backend backend) {
        List<LibraryDiagnosis> libraries = backend.libraries().stream()
                .map(library ->
                        new LibraryDiagnosis(library.name(), library.found(), library.version(), library.lookedIn()))
                .toList();
        Map<Device, DeviceCapabilities> devices = new LinkedHashMap<>();
        for (DeviceDriver driver : backend.devices()) {
            devices.put(driver.device(), driver.capabilities());
        }
        return new BackendDiagnosis(
                found.name(),
                found.description(),
                Status.AVAILABLE,
                reason(found.availability()),
                libraries,
                Collections.unmodifiableMap(devices));
    }

    private static String reason(Availability availability) {
        return switch (availability) {
            case Availability.Available available -> available.detail();
            case Availability.Unavailable unavailable -> unavailable.reason();
            case Availability.Broken broken -> broken.reason() + ": " + broken.cause();
        };
    }
}
