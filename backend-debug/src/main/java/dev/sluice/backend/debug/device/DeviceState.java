package dev.sluice.backend.debug.device;

import dev.sluice.backend.debug.CallKind;
import dev.sluice.backend.debug.CostModel;
import dev.sluice.backend.debug.Counters;
import dev.sluice.backend.debug.Defect;
import dev.sluice.backend.debug.Fault;
import dev.sluice.backend.debug.Report;
import dev.sluice.backend.debug.memory.Access;
import dev.sluice.backend.debug.memory.AccessChecker;
import dev.sluice.backend.debug.memory.AddressSpace;
import dev.sluice.backend.debug.simulation.Effect;
import dev.sluice.backend.debug.simulation.Operation;
import dev.sluice.backend.debug.simulation.Resource;
import dev.sluice.backend.debug.simulation.SimulatedStream;
import dev.sluice.backend.debug.simulation.SimulationLock;
import dev.sluice.backend.debug.simulation.Simulator;
import dev.sluice.backend.debug.simulation.Timeline;
import dev.sluice.device.Device;
import dev.sluice.device.DeviceException;
import dev.sluice.device.OutOfDeviceMemoryException;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What the parts of one device share: its identity, its health, and the steps that every call goes through. Guarded by
 * the lock of the simulation, which all methods but {@link #lock()} expect to be held.
 */
final class DeviceState {
    private final Device device;
    private final Simulator simulator;
    private final Timeline timeline;
    private final AddressSpace space;
    private final AccessChecker checker;
    private final boolean checksAccesses;
    private final CallCounts counts = new CallCounts();
    private List<DeviceState> all = List.of(this);
    private @Nullable DeviceException poison;

    DeviceState(Device device, Simulator simulator, Settings settings) {
        this.device = device;
        this.simulator = simulator;
        this.timeline = new Timeline(settings.concurrentKernels(), settings.copyEngines());
        this.space = new AddressSpace(device.ordinal());
        this.checker = new AccessChecker(space, simulator.reports());
        this.checksAccesses = settings.checksAccesses();
    }

    /** Tells the device of the others, for a defect that spreads. */
    void joins(List<DeviceState> devices) {
        all = devices;
    }

    SimulationLock.Held lock() {
        return simulator.lock().hold();
    }

    Device device() {
        return device;
    }

    int ordinal() {
        return device.ordinal();
    }

    Simulator simulator() {
        return simulator;
    }

    Timeline timeline() {
        return timeline;
    }

    AddressSpace space() {
        return space;
    }

    AccessChecker checker() {
        return checker;
    }

    boolean checksAccesses() {
        return checksAccesses;
    }

    boolean has(Defect defect) {
        return simulator.defects().contains(defect);
    }

    CostModel costs() {
        return simulator.costs();
    }

    Counters counters() {
        return counts.snapshot(simulator.delivery().delivered(ordinal()));
    }

    void countBytes(CallKind kind, long bytes) {
        counts.addBytes(kind, bytes);
    }

    // --- health

    @Nullable
    DeviceException poison() {
        return poison;
    }

    /** Makes the device unusable; the first cause stays. */
    DeviceException poison(String operation) {
        if (poison == null) {
            poison = new DeviceException(
                    device, operation, DriverError.DEVICE_LOST.code(), DriverError.DEVICE_LOST.name(), true);
            simulator.abandon(ordinal());
            if (has(Defect.POISON_SPREADS)) {
                all.forEach(other -> other.poison(operation));
            }
        }
        return poison;
    }

    // --- calls

    /** Counts a call that submits nothing and lets it fail where it must. */
    void enter(CallKind kind, Object operation) {
        if (begin(kind, operation) instanceof Fault.Action.PoisonLater) {
            DeviceException unused = poison(operation.toString());
        }
    }

    /** Counts a call and lets it fail where it must; gives back the fault that strikes later or otherwise. */
    Fault.@Nullable Action begin(CallKind kind, Object operation) {
        counts.count(kind);
        if (simulator.delivery().isInCallback()) {
            simulator.report(Report.Kind.CALLBACK_MISUSE, ordinal(), "a callback calls " + operation);
        }
        boolean forgotten =
                has(Defect.POISON_FORGOTTEN) && (kind == CallKind.QUERY_STREAM || kind == CallKind.QUERY_EVENT);
        if (poison != null && !forgotten) {
            throw again(poison);
        }
        Fault.Action action = simulator.faults().strike(kind, ordinal());
        return switch (action) {
            case Fault.Action.Fail fail ->
                throw new DeviceException(device, operation.toString(), fail.code(), fail.codeName(), false);
            case Fault.Action.OutOfMemory memory -> throw outOfMemory(operation.toString());
            case Fault.Action.Poison now -> throw poison(operation.toString());
            case null, default -> action;
        };
    }

    /** The error as a later call meets it: an exception of its own, since one that suppresses itself cannot be thrown. */
    private DeviceException again(DeviceException first) {
        DeviceException copy = new DeviceException(device, first.operation(), first.code(), first.codeName(), true);
        copy.initCause(first);
        return copy;
    }

    DeviceException error(DriverError error, String operation) {
        return new DeviceException(device, operation, error.code(), error.name(), false);
    }

    DeviceException outOfMemory(String operation) {
        return has(Defect.OUT_OF_MEMORY_GENERIC)
                ? error(DriverError.INVALID_VALUE, operation)
                : new OutOfDeviceMemoryException(
                        device, operation, DriverError.OUT_OF_MEMORY.code(), DriverError.OUT_OF_MEMORY.name());
    }

    // --- submissions

    /** Submits an operation whose accesses are known. */
    void submit(
            CallKind kind,
            SimulatedStream stream,
            Effect effect,
            Resource resource,
            double nanoseconds,
            List<Access> accesses) {
        submit(
                kind,
                stream,
                effect,
                resource,
                nanoseconds,
                operation -> checksAccesses
                        ? checker.enter(accesses, operation, stream.clock())
                        : checker.enterBounds(accesses, operation));
    }

    /**
     * Submits an operation.
     *
     * @param check enters the accesses of the operation and says whether it may run
     */
    void submit(
            CallKind kind,
            SimulatedStream stream,
            Effect effect,
            Resource resource,
            double nanoseconds,
            Predicate<Operation> check) {
        Submitted submitted = new Submitted(effect, stream);
        Fault.Action action = begin(kind, submitted);
        Operation operation = simulator.begin(stream, kind, effect);
        if (!check.test(operation)) {
            operation.replaceAction(() -> {});
        }
        switch (action) {
            case Fault.Action.Stall stall -> operation.stall();
            case Fault.Action.PoisonLater later -> {
                operation.replaceAction(() -> {
                    DeviceException unused = poison(submitted.toString());
                });
            }
            case null, default -> {}
        }
        simulator.submit(operation, resource, nanoseconds);
    }

    /** Describes a submission, should anybody ask. */
    private record Submitted(Effect effect, SimulatedStream stream) {
        @Override
        public String toString() {
            return effect + " on " + stream;
        }
    }
}
