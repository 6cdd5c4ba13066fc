package dev.sluice.backend.debug.device;

import dev.sluice.backend.debug.CostModel;
import dev.sluice.backend.debug.Counters;
import dev.sluice.backend.debug.ExecutionMode;
import dev.sluice.backend.debug.Fault;
import dev.sluice.backend.debug.Interval;
import dev.sluice.backend.debug.Report;
import dev.sluice.backend.debug.ReportMode;
import dev.sluice.backend.debug.Simulation;
import dev.sluice.backend.debug.simulation.SimulationLock;
import dev.sluice.backend.debug.simulation.Simulator;
import dev.sluice.device.DeviceException;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** The control of a simulation: each call under its lock. */
final class SimulationControl implements Simulation {
    private final Simulator simulator;
    private final List<SimulatedDriver> drivers;

    SimulationControl(Simulator simulator, List<SimulatedDriver> drivers) {
        this.simulator = simulator;
        this.drivers = drivers;
    }

    private <T> T ask(Supplier<T> question) {
        try (SimulationLock.Held _ = simulator.lock().hold()) {
            return question.get();
        }
    }

    private void act(Runnable action) {
        try (SimulationLock.Held _ = simulator.lock().hold()) {
            action.run();
        }
    }

    @Override
    public ExecutionMode mode() {
        return ask(simulator::mode);
    }

    @Override
    public void mode(ExecutionMode mode) {
        act(() -> simulator.mode(mode));
    }

    @Override
    public long seed() {
        return ask(simulator::seed);
    }

    @Override
    public void reseed(long seed) {
        act(() -> simulator.reseed(seed));
    }

    @Override
    public long now() {
        return ask(simulator::now);
    }

    @Override
    public void advance(long nanoseconds) {
        act(() -> simulator.advance(nanoseconds));
    }

    @Override
    public long finishTime() {
        return ask(simulator::finishTime);
    }

    @Override
    public boolean step() {
        boolean stepped = ask(simulator::step);
        simulator.delivery().deliver();
        return stepped;
    }

    @Override
    public void drain() {
        act(simulator::drain);
        simulator.delivery().deliver();
    }

    @Override
    public CostModel costs() {
        return ask(simulator::costs);
    }

    @Override
    public void costs(CostModel costs) {
        act(() -> simulator.costs(costs));
    }

    @Override
    public void slow(long stream, double factor) {
        if (!(factor > 0)) {
            throw new IllegalArgumentException("a stream cannot be slowed by a factor of " + factor);
        }
        act(() ->
                driver(Tokens.deviceOf(stream)).streams().stream(stream, "slow").slowdown(factor));
    }

    @Override
    public Counters counters() {
        return ask(() -> {
            Counters sum = new Counters(Map.of(), Map.of(), 0);
            for (SimulatedDriver driver : drivers) {
                sum = sum.plus(driver.state().counters());
            }
            return sum;
        });
    }

    @Override
    public Counters counters(int device) {
        return ask(() -> driver(device).state().counters());
    }

    @Override
    public void inject(Fault fault) {
        act(() -> simulator.faults().add(fault));
    }

    @Override
    public void clearFaults() {
        act(() -> simulator.faults().clear());
    }

    @Override
    public List<Fault> pendingFaults() {
        return ask(() -> simulator.faults().pending());
    }

    @Override
    public void poison(int device) {
        act(() -> {
            DeviceException unused = driver(device).state().poison("simulated hardware failure");
        });
    }

    @Override
    public void limitMemory(int device, long bytes) {
        act(() -> driver(device).memory().budget().limit(bytes));
    }

    @Override
    public void reportMode(ReportMode mode) {
        act(() -> simulator.reports().mode(mode));
    }

    @Override
    public List<Report> reports() {
        return ask(() -> simulator.reports().reports());
    }

    @Override
    public List<Report> takeReports() {
        return ask(() -> simulator.reports().take());
    }

    @Override
    public void trackSites(boolean on) {
        act(() -> simulator.trackSites(on));
    }

    @Override
    public void tracing(boolean on) {
        act(() -> simulator.tracing(on));
    }

    @Override
    public List<Interval> trace() {
        return ask(simulator::trace);
    }

    @Override
    public String describe() {
        return ask(simulator::describe);
    }

    private SimulatedDriver driver(int device) {
        if (device < 0 || device >= drivers.size()) {
            throw new IllegalArgumentException("there are " + drivers.size() + " devices, and no debug:" + device);
        }
        return drivers.get(device);
    }
}
