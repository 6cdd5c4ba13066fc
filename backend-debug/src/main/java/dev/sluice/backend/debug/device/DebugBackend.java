package dev.sluice.backend.debug.device;

import dev.sluice.backend.debug.Report;
import dev.sluice.backend.debug.Simulation;
import dev.sluice.backend.debug.memory.Allocation;
import dev.sluice.backend.debug.simulation.SimulatedEvent;
import dev.sluice.backend.debug.simulation.SimulatedStream;
import dev.sluice.backend.debug.simulation.SimulationLock;
import dev.sluice.backend.debug.simulation.Simulator;
import dev.sluice.device.Device;
import dev.sluice.spi.Backend;
import dev.sluice.spi.BackendConfiguration;
import dev.sluice.spi.DeviceDriver;
import dev.sluice.spi.FaultInjection;
import dev.sluice.spi.LibraryReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Simulated devices that share one world. */
public final class DebugBackend implements Backend {
    private static final Logger LOG = LoggerFactory.getLogger(DebugBackend.class);

    private final Simulator simulator;
    private final List<SimulatedDriver> drivers;
    private final Simulation control;
    private boolean closed;

    /** Creates the devices that the settings ask for. */
    public DebugBackend(BackendConfiguration configuration) {
        Settings settings = Settings.of(configuration);
        simulator = new Simulator(settings.simulator());
        List<SimulatedDriver> devices = new ArrayList<>();
        List<DeviceState> states = new ArrayList<>();
        for (int ordinal = 0; ordinal < settings.devices(); ordinal++) {
            DeviceState state = new DeviceState(new Device("debug", ordinal), simulator, settings);
            states.add(state);
            devices.add(new SimulatedDriver(state, settings));
        }
        drivers = List.copyOf(devices);
        drivers.forEach(driver -> driver.joins(drivers));
        states.forEach(state -> state.joins(states));
        control = new SimulationControl(simulator, drivers);
        LOG.debug("Simulating with {}", settings);
    }

    @Override
    public List<DeviceDriver> devices() {
        return List.copyOf(drivers);
    }

    @Override
    public List<LibraryReport> libraries() {
        return List.of();
    }

    @Override
    public <S> Optional<S> service(Class<S> type) {
        if (type == FaultInjection.class) {
            FaultInjection faults = device -> control.poison(device.ordinal());
            return Optional.of(type.cast(faults));
        }
        return type == Simulation.class ? Optional.of(type.cast(control)) : Optional.empty();
    }

    /** Reports what was not released, and throws what was reported and not thrown before, if reports are thrown. */
    @Override
    public void close() {
        try (SimulationLock.Held _ = simulator.lock().hold()) {
            if (closed) {
                return;
            }
            closed = true;
            simulator.delivery().close();
            for (SimulatedDriver driver : drivers) {
                if (driver.state().poison() == null) {
                    leaks(driver)
                            .forEach(leak -> simulator.report(
                                    Report.Kind.LEAK, driver.state().ordinal(), leak + " was not released"));
                }
                driver.pinned().close();
            }
            simulator.reports().throwNew();
        }
    }

    private static List<String> leaks(SimulatedDriver driver) {
        List<String> leaks = new ArrayList<>(driver.pinned().leaks());
        for (Allocation allocation : driver.state().space().live()) {
            leaks.add(allocation + " made by " + allocation.allocated());
        }
        for (SimulatedStream stream : driver.streams().streams().live()) {
            leaks.add(stream + driver.streams().site(stream.token()));
        }
        for (SimulatedEvent event : driver.streams().events().live()) {
            leaks.add(event + driver.streams().site(event.token()));
        }
        driver.handles().forEach(handles -> leaks.addAll(handles.leaks()));
        return leaks;
    }
}
