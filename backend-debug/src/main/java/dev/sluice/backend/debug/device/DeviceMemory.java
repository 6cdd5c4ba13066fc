package dev.sluice.backend.debug.device;

import dev.sluice.backend.debug.CallKind;
import dev.sluice.backend.debug.Defect;
import dev.sluice.backend.debug.Report;
import dev.sluice.backend.debug.causality.Moment;
import dev.sluice.backend.debug.causality.VectorClock;
import dev.sluice.backend.debug.kernel.Operand;
import dev.sluice.backend.debug.memory.Allocation;
import dev.sluice.backend.debug.simulation.Effect;
import dev.sluice.backend.debug.simulation.Operation;
import dev.sluice.backend.debug.simulation.Resource;
import dev.sluice.backend.debug.simulation.SimulatedStream;
import dev.sluice.backend.debug.simulation.Simulator;
import dev.sluice.spi.MemoryInformation;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** Allocation and release of the memory of one device. Guarded by the lock of the simulation. */
final class DeviceMemory {
    /** What the host does by itself: it precedes everything that is submitted later. */
    private record HostAction(String description) implements Moment {
        @Override
        public int component() {
            return 0;
        }

        @Override
        public long ticket() {
            return 0;
        }

        @Override
        public String toString() {
            return description;
        }
    }

    private final DeviceState device;
    private final MemoryBudget budget;
    private final boolean streamOrdered;
    private @Nullable Allocation previous;

    DeviceMemory(DeviceState device, Settings settings) {
        this.device = device;
        this.budget = new MemoryBudget(device.simulator(), settings.memoryBytes());
        this.streamOrdered = settings.streamOrderedAllocation();
    }

    boolean isStreamOrdered() {
        return streamOrdered;
    }

    MemoryBudget budget() {
        return budget;
    }

    /**
     * Allocates.
     *
     * @param stream the stream in whose order the memory becomes usable; ignored without stream-ordered allocation
     */
    long allocate(long bytes, @Nullable SimulatedStream stream) {
        String description = "allocate(" + bytes + " bytes)";
        device.enter(CallKind.ALLOCATE, stream == null ? description : description + " on " + stream);
        if (bytes <= 0) {
            throw device.error(DriverError.INVALID_VALUE, description);
        }
        Simulator simulator = device.simulator();
        VectorClock clock = stream == null ? simulator.hostClock() : stream.clock();
        if (stream != null) {
            clock.join(simulator.hostClock());
        }
        if (!budget.take(bytes, clock)) {
            throw device.outOfMemory(description + " with " + budget.used() + " of " + budget.limit()
                    + " bytes in use by " + device.space().live().size() + " allocations");
        }
        device.countBytes(CallKind.ALLOCATE, bytes);
        Moment moment;
        if (stream == null) {
            moment = new HostAction(description + simulator.site());
        } else {
            Operation operation = simulator.begin(stream, CallKind.ALLOCATE, new Effect(() -> description, () -> {}));
            simulator.submit(operation, Resource.NONE, 0);
            moment = operation;
        }
        Allocation allocation = place(bytes, moment);
        previous = allocation;
        return allocation.address();
    }

    private Allocation place(long bytes, Moment moment) {
        if (device.has(Defect.ALLOCATION_MISALIGNED)) {
            return device.space().allocate(bytes, 8, MemorySegment.ofArray(new byte[Math.toIntExact(bytes)]), moment);
        }
        Allocation shared = previous;
        if (device.has(Defect.ALLOCATIONS_SHARED) && shared != null && shared.bytes() >= bytes) {
            return device.space().allocate(bytes, 0, shared.memory(), moment);
        }
        return device.space().allocate(bytes, moment);
    }

    /** Frees an allocation, after the work of the stream so far if there is one. */
    void free(long address, long bytes, @Nullable SimulatedStream stream) {
        String description = String.format("free(0x%x, %d bytes)", address, bytes);
        device.enter(CallKind.FREE, stream == null ? description : description + " on " + stream);
        Simulator simulator = device.simulator();
        Allocation allocation = device.space().nearest(address);
        if (allocation == null
                || allocation.address() != address
                || allocation.bytes() != bytes
                || allocation.freed() != null) {
            reportInvalid(description, address, allocation);
            throw device.error(DriverError.INVALID_VALUE, description);
        }
        device.countBytes(CallKind.FREE, bytes);
        Runnable release = device.has(Defect.FREE_LEAKS) ? () -> {} : allocation::release;
        if (stream == null) {
            free(allocation, new HostAction(description + simulator.site()), simulator.hostClock());
            release.run();
            giveBack(bytes);
            return;
        }
        boolean immediate = device.has(Defect.FREE_IMMEDIATE);
        Operation operation =
                simulator.begin(stream, CallKind.FREE, new Effect(() -> description, immediate ? () -> {} : release));
        free(allocation, operation, stream.clock());
        if (immediate) {
            release.run();
        }
        simulator.submit(operation, Resource.NONE, 0);
        if (!device.has(Defect.FREE_LEAKS)) {
            budget.giveBackAfter(operation, bytes);
        }
    }

    private void free(Allocation allocation, Moment moment, VectorClock clock) {
        if (device.checksAccesses()) {
            device.checker().enterFree(allocation, moment, clock);
        }
        device.space().free(allocation, moment);
    }

    private void giveBack(long bytes) {
        if (!device.has(Defect.FREE_LEAKS)) {
            budget.giveBack(bytes);
        }
    }

    private void reportInvalid(String description, long address, @Nullable Allocation allocation) {
        String reason;
        if (allocation == null || address >= allocation.address() + allocation.bytes()) {
            reason = "nothing is allocated there";
        } else if (allocation.freed() != null) {
            reason = allocation + " was freed by " + allocation.freed();
        } else {
            reason = "the allocation there is " + allocation + " made by " + allocation.allocated();
        }
        device.simulator()
                .report(
                        Report.Kind.INVALID_FREE,
                        device.ordinal(),
                        description + device.simulator().site() + ": " + reason);
    }

    MemoryInformation information() {
        device.enter(CallKind.MEMORY_INFORMATION, "memoryInformation()");
        long used = device.has(Defect.MEMORY_INFORMATION_STALE) ? 0 : budget.used();
        return new MemoryInformation(Math.max(0, budget.limit() - used), budget.limit());
    }

    /** Where an address points, for an operation whose accesses have been checked. */
    Place place(long address) {
        Allocation allocation = device.space().nearest(address);
        return allocation == null ? Place.NOWHERE : new Place(allocation, address - allocation.address());
    }

    /**
     * An address, to be looked up when an operation runs: what it finds may have been freed by then.
     *
     * @param allocation the allocation, or null when there is none
     * @param offset the offset of the address within it
     */
    record Place(@Nullable Allocation allocation, long offset) {
        static final Place NOWHERE = new Place(null, 0);

        Operand operand() {
            return allocation == null
                    ? new Operand(MemorySegment.ofArray(new byte[0]), 0)
                    : new Operand(allocation.memory(), offset);
        }

        /** The bytes from the address on. */
        MemorySegment slice(long bytes) {
            Operand operand = operand();
            return operand.memory().asSlice(operand.offset(), bytes);
        }
    }
}
