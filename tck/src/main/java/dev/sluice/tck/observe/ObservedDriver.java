package dev.sluice.tck.observe;

import dev.sluice.device.Device;
import dev.sluice.device.DeviceCapabilities;
import dev.sluice.spi.BlasProvider;
import dev.sluice.spi.DeviceDriver;
import dev.sluice.spi.DeviceHealth;
import dev.sluice.spi.KernelSet;
import dev.sluice.spi.MemoryInformation;
import dev.sluice.spi.SolverProvider;
import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A device behind glass. Counts and failures are per device; gates reach across devices as waits do. A free counts as
 * done when the gates that stood before it are open.
 *
 * <p>Gates are asked before the device is, and never under a lock of this class, so a held stream blocks nobody but who
 * waits for it. The tables of live things are under the monitor of {@code live}.
 */
public final class ObservedDriver implements DeviceDriver {
    private final DeviceDriver driver;
    private final Gates gates;
    private final Failures calls;
    private final KernelSet kernels;
    private final Optional<ObservedBlas> blas;
    private final Optional<ObservedSolver> solver;
    private final Map<Long, Allocated> live = new HashMap<>();
    private final Set<Long> streams = new HashSet<>();
    private final Set<Long> events = new HashSet<>();

    /**
     * An allocation.
     *
     * @param bytes its size
     * @param freed whether its free was submitted
     * @param before the gates before its free
     */
    private record Allocated(long bytes, boolean freed, Set<Gate> before) {}

    ObservedDriver(DeviceDriver driver, Gates gates) {
        this.driver = driver;
        this.gates = gates;
        this.calls = new Failures(driver.device());
        this.kernels = new ObservedKernels(driver.kernels(), calls);
        this.blas = driver.blas().map(provider -> new ObservedBlas(provider, calls));
        this.solver = driver.solver().map(provider -> new ObservedSolver(provider, calls));
    }

    // --- what a test does

    /** Puts imagined work at the end of a stream. */
    public Gate hold(long stream) {
        return gates.hold(key(stream));
    }

    /** Makes a later call fail and have no effect: the next one when {@code after} is 0. */
    public void fail(Call call, long after) {
        calls.fail(call, after, false);
    }

    /** Makes the next allocation fail for want of memory. */
    public void failAllocation() {
        calls.fail(Call.ALLOCATE, 0, true);
    }

    /** Lets every failure that has not happened not happen. */
    public void forgetFailures() {
        calls.forgetPlan();
    }

    /** Makes the device unusable as far as its user can see. */
    public void poison() {
        calls.poison();
    }

    /** How often something was asked since {@link #forgetCalls}. */
    public long count(Call call) {
        return calls.count(call);
    }

    /** What was asked since {@link #forgetCalls}, in order. */
    public List<String> log() {
        return calls.log();
    }

    /** How many calls were made from within a callback of the device. */
    public long callsFromCallbacks() {
        return calls.fromCallbacks();
    }

    /** Starts counting anew. */
    public void forgetCalls() {
        calls.forget();
    }

    /** Allocations that are not freed, or whose free still has a gate before it. */
    public int liveAllocations() {
        synchronized (live) {
            live.values().removeIf(each -> each.freed && each.before.stream().allMatch(Gate::isOpen));
            return live.size();
        }
    }

    /** Streams that were created and not destroyed. */
    public int liveStreams() {
        synchronized (live) {
            return streams.size();
        }
    }

    /** Events that were created and not destroyed. */
    public int liveEvents() {
        synchronized (live) {
            return events.size();
        }
    }

    /**
     * Releases what the user of a poisoned device rightly left behind, since such a device releases everything with
     * itself, but the device behind this one is well.
     */
    void releaseAbandoned() {
        if (!calls.isPoisoned()) {
            return;
        }
        synchronized (live) {
            streams.forEach(driver::synchronizeStream);
            long stream = streams.isEmpty() ? 0 : streams.iterator().next();
            live.forEach((address, each) -> {
                if (!each.freed) {
                    driver.free(address, each.bytes, stream);
                }
            });
            live.clear();
            events.forEach(driver::destroyEvent);
            events.clear();
            streams.forEach(driver::synchronizeStream);
            streams.forEach(driver::destroyStream);
            streams.clear();
        }
        blas.ifPresent(ObservedBlas::releaseAbandoned);
        solver.ifPresent(ObservedSolver::releaseAbandoned);
    }

    private Gates.Key key(long token) {
        return new Gates.Key(driver.device().ordinal(), token);
    }

    // --- the driver

    @Override
    public Device device() {
        return driver.device();
    }

    @Override
    public DeviceCapabilities capabilities() {
        return driver.capabilities();
    }

    @Override
    public long enter() {
        return driver.enter();
    }

    @Override
    public void leave(long token) {
        driver.leave(token);
    }

    @Override
    public DeviceHealth health() {
        @Nullable DeviceHealth injected = calls.health();
        return injected == null ? driver.health() : injected;
    }

    @Override
    public long allocate(long bytes, long stream) {
        calls.enter(Call.ALLOCATE, bytes + " bytes on stream " + stream);
        long address = driver.allocate(bytes, stream);
        synchronized (live) {
            live.put(address, new Allocated(bytes, false, Set.of()));
        }
        return address;
    }

    @Override
    public void free(long address, long bytes, long stream) {
        calls.enter(Call.FREE, bytes + " bytes on stream " + stream);
        Set<Gate> before = stream == 0 ? Set.of() : gates.beforeStream(key(stream));
        driver.free(address, bytes, stream);
        synchronized (live) {
            live.put(address, new Allocated(bytes, true, before));
        }
    }

    @Override
    public MemoryInformation memoryInformation() {
        return driver.memoryInformation();
    }

    @Override
    public void trimMemory(long keepBytes) {
        driver.trimMemory(keepBytes);
    }

    @Override
    public Optional<MemorySegment> hostView(long address, long bytes) {
        return driver.hostView(address, bytes);
    }

    @Override
    public MemorySegment allocatePinned(long bytes) {
        return driver.allocatePinned(bytes);
    }

    @Override
    public void freePinned(MemorySegment segment) {
        driver.freePinned(segment);
    }

    @Override
    public long createStream() {
        calls.enter(Call.CREATE_STREAM, "");
        long stream = driver.createStream();
        synchronized (live) {
            streams.add(stream);
        }
        return stream;
    }

    @Override
    public void destroyStream(long stream) {
        calls.enter(Call.DESTROY_STREAM, "" + stream);
        driver.destroyStream(stream);
        synchronized (live) {
            streams.remove(stream);
        }
    }

    @Override
    public boolean queryStream(long stream) {
        calls.enter(Call.QUERY_STREAM, "" + stream);
        return gates.beforeStream(key(stream)).isEmpty() && driver.queryStream(stream);
    }

    @Override
    public void synchronizeStream(long stream) {
        calls.enter(Call.SYNCHRONIZE_STREAM, "" + stream);
        gates.beforeStream(key(stream)).forEach(Gate::await);
        driver.synchronizeStream(stream);
    }

    @Override
    public void onStreamTail(long stream, Runnable callback) {
        calls.enter(Call.CALLBACK, "" + stream);
        driver.onStreamTail(stream, calls.marked(callback));
    }

    @Override
    public long createEvent() {
        calls.enter(Call.CREATE_EVENT, "");
        long event = driver.createEvent();
        synchronized (live) {
            events.add(event);
        }
        return event;
    }

    @Override
    public void destroyEvent(long event) {
        calls.enter(Call.DESTROY_EVENT, "" + event);
        driver.destroyEvent(event);
        gates.forgetEvent(event);
        synchronized (live) {
            events.remove(event);
        }
    }

    @Override
    public void recordEvent(long event, long stream) {
        calls.enter(Call.RECORD_EVENT, event + " on stream " + stream);
        driver.recordEvent(event, stream);
        gates.record(event, key(stream));
    }

    @Override
    public void waitEvent(long stream, long event) {
        calls.enter(Call.WAIT_EVENT, "of stream " + stream + " for " + event);
        driver.waitEvent(stream, event);
        gates.wait(key(stream), gates.beforeEvent(event));
    }

    @Override
    public boolean queryEvent(long event) {
        calls.enter(Call.QUERY_EVENT, "" + event);
        return gates.beforeEvent(event).isEmpty() && driver.queryEvent(event);
    }

    @Override
    public void synchronizeEvent(long event) {
        calls.enter(Call.SYNCHRONIZE_EVENT, "" + event);
        gates.beforeEvent(event).forEach(Gate::await);
        driver.synchronizeEvent(event);
    }

    @Override
    public void copyFromHost(long destination, MemorySegment source, long stream) {
        calls.enter(Call.COPY_FROM_HOST, source.byteSize() + " bytes on stream " + stream);
        driver.copyFromHost(destination, source, stream);
    }

    @Override
    public void copyToHost(MemorySegment destination, long source, long stream) {
        calls.enter(Call.COPY_TO_HOST, destination.byteSize() + " bytes on stream " + stream);
        driver.copyToHost(destination, source, stream);
    }

    @Override
    public void copyOnDevice(long destination, long source, long bytes, long stream) {
        calls.enter(Call.COPY_ON_DEVICE, bytes + " bytes on stream " + stream);
        driver.copyOnDevice(destination, source, bytes, stream);
    }

    @Override
    public void copyToPeer(long destination, DeviceDriver peer, long source, long bytes, long stream) {
        calls.enter(Call.COPY_TO_PEER, bytes + " bytes on stream " + stream);
        DeviceDriver receiver = peer instanceof ObservedDriver observed ? observed.driver : peer;
        driver.copyToPeer(destination, receiver, source, bytes, stream);
    }

    @Override
    public KernelSet kernels() {
        return kernels;
    }

    @Override
    public Optional<BlasProvider> blas() {
        return blas.map(provider -> provider);
    }

    @Override
    public Optional<SolverProvider> solver() {
        return solver.map(provider -> provider);
    }
}
