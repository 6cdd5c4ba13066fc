package dev.sluice.backend.debug.device;

import dev.sluice.backend.debug.Defect;
import dev.sluice.backend.debug.simulation.SimulatedEvent;
import dev.sluice.backend.debug.simulation.SimulatedStream;
import dev.sluice.backend.debug.simulation.SimulationLock;
import dev.sluice.device.Device;
import dev.sluice.device.DeviceCapabilities;
import dev.sluice.device.DeviceException;
import dev.sluice.spi.BlasProvider;
import dev.sluice.spi.DeviceDriver;
import dev.sluice.spi.DeviceHealth;
import dev.sluice.spi.KernelSet;
import dev.sluice.spi.MemoryInformation;
import dev.sluice.spi.SolverProvider;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The driver of one simulated device: takes the lock of the simulation for each call and leaves the rest to the parts. */
final class SimulatedDriver implements DeviceDriver {
    private static final String BACKEND = "debug";

    private final DeviceState state;
    private final DeviceMemory memory;
    private final PinnedMemory pinned;
    private final StreamCalls streams;
    private final Copies copies;
    private final SimulatedKernels kernels;
    private final Handles blasHandles;
    private final Handles solverHandles;
    private final SimulatedBlas blas;
    private final SimulatedSolver solver;
    private final DeviceCapabilities capabilities;
    private List<SimulatedDriver> all = List.of(this);

    SimulatedDriver(DeviceState state, Settings settings) {
        this.state = state;
        this.memory = new DeviceMemory(state, settings);
        this.pinned = new PinnedMemory(state);
        this.streams = new StreamCalls(state);
        this.copies = new Copies(state, memory);
        this.kernels = new SimulatedKernels(state, memory, streams);
        this.blasHandles = new Handles(state, streams, "BLAS");
        this.solverHandles = new Handles(state, streams, "solver");
        this.blas = new SimulatedBlas(state, memory, blasHandles, settings.blasWorkspaceBytes());
        this.solver = new SimulatedSolver(state, memory, solverHandles);
        this.capabilities = new DeviceCapabilities(
                "simulated device " + state.ordinal(),
                "debug-" + state.ordinal(),
                "",
                "simulation",
                settings.memoryBytes(),
                settings.concurrentKernels(),
                false,
                false,
                settings.streamOrderedAllocation(),
                settings.concurrentKernels() > 1,
                settings.copyEngines(),
                false,
                true,
                Map.of(
                        "mode", state.simulator().mode().toString(),
                        "seed", Long.toString(state.simulator().seed())));
    }

    /** Tells the driver of the others, to which it can copy. */
    void joins(List<SimulatedDriver> drivers) {
        all = drivers;
    }

    DeviceState state() {
        return state;
    }

    DeviceMemory memory() {
        return memory;
    }

    PinnedMemory pinned() {
        return pinned;
    }

    StreamCalls streams() {
        return streams;
    }

    List<Handles> handles() {
        return List.of(blasHandles, solverHandles);
    }

    private SimulationLock.Held lock() {
        return state.lock();
    }

    // --- identity and health

    @Override
    public Device device() {
        return state.has(Defect.DEVICE_IDS_SWAPPED)
                ? new Device(BACKEND, all.size() - 1 - state.ordinal())
                : state.device();
    }

    @Override
    public DeviceCapabilities capabilities() {
        if (state.has(Defect.CAPABILITIES_CREATE_STREAM)) {
            long unused = createStream();
        }
        return state.has(Defect.CAPABILITIES_CHANGE) ? renamed() : capabilities;
    }

    private DeviceCapabilities renamed() {
        long reads;
        try (SimulationLock.Held _ = lock()) {
            state.simulator().advance(1);
            reads = state.simulator().now();
        }
        return new DeviceCapabilities(
                capabilities.name() + " at " + reads,
                capabilities.uuid(),
                capabilities.location(),
                capabilities.architecture(),
                capabilities.memoryBytes(),
                capabilities.processors(),
                capabilities.executesInline(),
                capabilities.hostAccessible(),
                capabilities.streamOrderedAllocation(),
                capabilities.concurrentKernels(),
                capabilities.copyEngines(),
                capabilities.streamPriorities(),
                capabilities.deterministic(),
                capabilities.properties());
    }

    @Override
    public DeviceHealth health() {
        try (SimulationLock.Held _ = lock()) {
            DeviceException poison = state.poison();
            return poison == null || state.has(Defect.POISON_HIDDEN)
                    ? DeviceHealth.Healthy.INSTANCE
                    : new DeviceHealth.Poisoned(poison);
        }
    }

    // --- memory

    @Override
    public long allocate(long bytes, long stream) {
        try (SimulationLock.Held _ = lock()) {
            return memory.allocate(bytes, allocationStream(stream, "allocate"));
        }
    }

    @Override
    public void free(long address, long bytes, long stream) {
        try (SimulationLock.Held _ = lock()) {
            memory.free(address, bytes, allocationStream(stream, "free"));
        }
    }

    private @Nullable SimulatedStream allocationStream(long stream, String operation) {
        return memory.isStreamOrdered() ? streams.stream(stream, operation) : null;
    }

    @Override
    public MemoryInformation memoryInformation() {
        try (SimulationLock.Held _ = lock()) {
            return memory.information();
        }
    }

    @Override
    public Optional<MemorySegment> hostView(long address, long bytes) {
        if (!state.has(Defect.HOST_VIEW_PRESENT)) {
            return Optional.empty();
        }
        try (SimulationLock.Held _ = lock()) {
            return Optional.of(memory.place(address).slice(bytes));
        }
    }

    @Override
    public MemorySegment allocatePinned(long bytes) {
        try (SimulationLock.Held _ = lock()) {
            return pinned.allocate(bytes);
        }
    }

    @Override
    public void freePinned(MemorySegment segment) {
        try (SimulationLock.Held _ = lock()) {
            pinned.free(segment);
        }
    }

    // --- streams and events

    @Override
    public long createStream() {
        try (SimulationLock.Held _ = lock()) {
            return streams.createStream();
        }
    }

    @Override
    public void destroyStream(long stream) {
        try (SimulationLock.Held _ = lock()) {
            streams.destroyStream(stream);
        }
    }

    @Override
    public boolean queryStream(long stream) {
        try (SimulationLock.Held _ = lock()) {
            return streams.queryStream(stream);
        }
    }

    @Override
    public void synchronizeStream(long stream) {
        try (SimulationLock.Held _ = lock()) {
            streams.synchronizeStream(stream);
            state.simulator().reports().throwNew();
        }
        state.simulator().delivery().deliver();
    }

    @Override
    public void onStreamTail(long stream, Runnable callback) {
        if (state.has(Defect.CALLBACK_BEFORE_WORK)) {
            callback.run();
            return;
        }
        try (SimulationLock.Held _ = lock()) {
            streams.onStreamTail(stream, callback);
        }
    }

    @Override
    public long createEvent() {
        try (SimulationLock.Held _ = lock()) {
            return streams.createEvent();
        }
    }

    @Override
    public void destroyEvent(long event) {
        try (SimulationLock.Held _ = lock()) {
            streams.destroyEvent(event);
        }
    }

    @Override
    public void recordEvent(long event, long stream) {
        try (SimulationLock.Held _ = lock()) {
            streams.recordEvent(event, stream);
        }
    }

    @Override
    public void waitEvent(long stream, long event) {
        try (SimulationLock.Held _ = lock()) {
            int owner = Tokens.deviceOf(event);
            StreamCalls owning = owner >= 0 && owner < all.size() ? all.get(owner).streams : streams;
            SimulatedEvent target = owning.events().get(event, "waitEvent");
            streams.waitEvent(stream, target);
        }
    }

    @Override
    public boolean queryEvent(long event) {
        try (SimulationLock.Held _ = lock()) {
            return streams.queryEvent(event);
        }
    }

    @Override
    public void synchronizeEvent(long event) {
        try (SimulationLock.Held _ = lock()) {
            streams.synchronizeEvent(event);
            state.simulator().reports().throwNew();
        }
        state.simulator().delivery().deliver();
    }

    // --- copies

    @Override
    public void copyFromHost(long destination, MemorySegment source, long stream) {
        try (SimulationLock.Held _ = lock()) {
            copies.fromHost(destination, source, streams.stream(stream, "copyFromHost"));
        }
    }

    @Override
    public void copyToHost(MemorySegment destination, long source, long stream) {
        try (SimulationLock.Held _ = lock()) {
            copies.toHost(destination, source, streams.stream(stream, "copyToHost"));
        }
    }

    @Override
    public void copyOnDevice(long destination, long source, long bytes, long stream) {
        try (SimulationLock.Held _ = lock()) {
            copies.onDevice(destination, source, bytes, streams.stream(stream, "copyOnDevice"));
        }
    }

    @Override
    public void copyToPeer(long destination, DeviceDriver peer, long source, long bytes, long stream) {
        if (!(peer instanceof SimulatedDriver target) || !all.contains(target)) {
            throw state.error(DriverError.INVALID_VALUE, "copyToPeer to " + peer.device() + " of another backend");
        }
        try (SimulationLock.Held _ = lock()) {
            SimulatedDriver wrong =
                    all.stream().filter(driver -> driver != target).findFirst().orElse(target);
            copies.toPeer(
                    destination,
                    target.state,
                    target.memory,
                    wrong.memory,
                    source,
                    bytes,
                    streams.stream(stream, "copyToPeer"));
        }
    }

    // --- computation

    @Override
    public KernelSet kernels() {
        return kernels;
    }

    @Override
    public Optional<BlasProvider> blas() {
        return Optional.of(blas);
    }

    @Override
    public Optional<SolverProvider> solver() {
        return Optional.of(solver);
    }

    @Override
    public String toString() {
        return "driver of " + state.device();
    }
}
