package dev.sluice.runtime.device;

import dev.sluice.ClosedException;
import dev.sluice.ContractViolationException;
import dev.sluice.device.Device;
import dev.sluice.device.DeviceCapabilities;
import dev.sluice.device.DeviceScope;
import dev.sluice.device.MemoryStatistics;
import dev.sluice.spi.DeviceDriver;
import dev.sluice.spi.MapKernel;
import dev.sluice.spi.MapProgram;
import dev.sluice.spi.ReduceKernel;
import dev.sluice.spi.ReduceProgram;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What one enrolled device lends, and the order in which it is taken down: work first, then what providers hold, then
 * streams, then memory. Nothing is created on the device before it is needed.
 */
public final class DeviceResources implements dev.sluice.device.DeviceResources, AutoCloseable {
    private static final int DEFAULT_SOLVER_HANDLES = 2;

    private final DeviceDriver driver;
    private final Device device;
    private final boolean inline;
    private final DeviceStatus status;
    private final EventPool events;
    private final PoolWatcher watcher;
    private final StreamPool streams;
    private final DeviceMemory memory;
    private final KernelCache kernels;
    private final ExecutionPools blas;
    private final ExecutionPools solver;
    private final ProviderRegistry providers = new ProviderRegistry();
    private volatile boolean closed;

    private DeviceResources(DeviceDriver driver, ResourceOptions options) {
        this.driver = driver;
        this.device = driver.device();
        this.inline = driver.capabilities().executesInline();
        this.status = new DeviceStatus(driver);
        this.events = new EventPool(driver);
        this.watcher = new PoolWatcher(
                "sluice-watcher-" + device, options.callerDriven() ? PoolWatcher.Mode.CALLER : PoolWatcher.Mode.THREAD);
        this.streams = new StreamPool(driver, options, status, events, watcher);
        Reclaimer reclaimer = new Reclaimer(driver, status, new StreamSource(driver, status, events), watcher);
        this.memory = new DeviceMemory(driver, options, new StreamSource(driver, status, events), reclaimer);
        this.kernels = new KernelCache(driver.kernels());
        this.blas = pools(
                "matrix products",
                options.streams(),
                driver.blas().map(ProviderHandle.Library::of).orElse(null));
        this.solver = pools(
                "matrix factorisations",
                DEFAULT_SOLVER_HANDLES,
                driver.solver().map(ProviderHandle.Library::of).orElse(null));
        watcher.watch(streams);
        watcher.watch(reclaimer);
    }

    private ExecutionPools pools(String what, int defaultHandles, ProviderHandle.@Nullable Library library) {
        return new ExecutionPools(
                device,
                what,
                defaultHandles,
                streams.capacity(),
                library,
                count -> executionPool(what, library, count));
    }

    private ExecutionPool executionPool(String what, ProviderHandle.@Nullable Library library, int count) {
        List<ProviderHandle> handles = IntStream.range(0, count)
                .mapToObj(i -> new ProviderHandle(library, memory))
                .toList();
        ResourcePool<ProviderHandle> pool =
                new ResourcePool<>("handles for " + what + " on " + device, handles, status, watcher);
        watcher.watch(pool);
        return new ExecutionPool(pool, streams);
    }

    /** Sets up the resources of a device. */
    public static DeviceResources open(DeviceDriver driver, ResourceOptions options) {
        return new DeviceResources(driver, options);
    }

    @Override
    public Device device() {
        return device;
    }

    /** The device's primitives. */
    public DeviceDriver driver() {
        return driver;
    }

    @Override
    public DeviceCapabilities capabilities() {
        return driver.capabilities();
    }

    @Override
    public DeviceScope enter() {
        long token = driver.enter();
        return () -> driver.leave(token);
    }

    // --- pools

    @Override
    public StreamPool streams() {
        return streams;
    }

    @Override
    public ExecutionPool blas() {
        return blas.get();
    }

    /**
     * The handles for matrix products, in a chosen number.
     *
     * @throws ContractViolationException when they are in use with another number
     */
    public ExecutionPool blas(int handles) {
        return blas.get(handles);
    }

    @Override
    public ExecutionPool solver() {
        return solver.get();
    }

    /**
     * The handles for matrix factorisations, in a chosen number.
     *
     * @throws ContractViolationException when they are in use with another number
     */
    public ExecutionPool solver(int handles) {
        return solver.get(handles);
    }

    /**
     * The one thing of its type that a provider keeps for this device. It is closed after all work and before the streams.
     *
     * @param factory makes it when it is first asked for
     */
    public <R extends AutoCloseable> R provider(Class<R> type, Supplier<R> factory) {
        requireOpen();
        return providers.get(type, factory);
    }

    /**
     * Makes a pool over resources that the caller keeps. It shares the device's fate: when the device is poisoned, waiting
     * ends.
     *
     * @param name what the resources are, for messages
     */
    public <R> ResourcePool<R> pool(String name, List<R> resources) {
        ResourcePool<R> pool = new ResourcePool<>(name + " of " + device, resources, status, watcher);
        watcher.watch(pool);
        return pool;
    }

    /**
     * Serves whoever waits for a pool of this device; if nobody can be served, waits on the host for the oldest unfinished
     * work and tries again. A deterministic scheduler calls it when it has nothing else to run.
     *
     * @return whether anything happened that may let somebody go on
     */
    public boolean advance() {
        return watcher.advance();
    }

    // --- memory

    @Override
    public DeviceBuffer allocate(long bytes) {
        return memory.allocate(this, bytes);
    }

    /**
     * Makes a buffer of memory that somebody else owns.
     *
     * @param address a device address
     * @param bytes the size, at least 0
     * @param onRelease run once, on any thread, when the buffer is closed and no work uses the memory any more
     */
    public DeviceBuffer adopt(long address, long bytes, Runnable onRelease) {
        return memory.adopt(this, address, bytes, onRelease);
    }

    @Override
    public MemoryStatistics memory() {
        return memory.statistics();
    }

    @Override
    public void trimMemory(long keepBytes) {
        memory.trim(keepBytes);
    }

    DeviceMemory memoryPool() {
        return memory;
    }

    // --- computation

    /** The compiled form of a program, from the cache. */
    public MapKernel kernel(MapProgram program) {
        return kernels.get(program);
    }

    /** The compiled form of a reduction, from the cache. */
    public ReduceKernel kernel(ReduceProgram program) {
        return kernels.get(program);
    }

    /** Opens a submission, waiting in line for a stream where one is needed. */
    public Submission submit() {
        requireOpen();
        return inline ? Submission.inline(this) : entered(scope -> Submission.on(this, streams.take(), scope));
    }

    /** Opens a submission with a provider handle, waiting in line for handle and stream. */
    public Submission submit(ExecutionPool pool) {
        requireOpen();
        if (inline) {
            return Submission.inline(this, pool);
        }
        return entered(scope -> {
            int handle = pool.takeHandle();
            return Submission.on(this, pool.takeStreamFor(handle), pool, handle, scope);
        });
    }

    /** Opens a submission on a stream that was acquired before, and ends that lease when the submission is closed. */
    public Submission submit(StreamLease lease) {
        return entered(scope -> Submission.on(this, lease.surrender(), scope));
    }

    /** Opens a submission on a handle and a stream that were acquired before, and ends that lease when it is closed. */
    public Submission submit(HandleLease lease) {
        return entered(scope -> {
            int handle = lease.surrender();
            return Submission.on(this, lease.surrenderedStream(), lease.pool(), handle, scope);
        });
    }

    /** Enters the device, and leaves it again if the submission cannot be opened. */
    private Submission entered(LongFunction<Submission> open) {
        long scope = driver.enter();
        boolean done = false;
        try {
            Submission submission = open.apply(scope);
            done = true;
            return submission;
        } finally {
            if (!done) {
                driver.leave(scope);
            }
        }
    }

    // --- closing

    private void requireOpen() {
        if (closed) {
            throw new ClosedException("the resources of " + device + " are closed");
        }
    }

    /** What stands against closing: each live buffer and each lease, with where it comes from when that is tracked. */
    public List<String> describeLive() {
        memory.releaseForgotten();
        if (!memory.live().isEmpty()) {
            memory.releaseUnreachable();
        }
        List<String> lines = new ArrayList<>();
        memory.live().forEach(record -> lines.add(record.describe()));
        lines.addAll(streams.describeLeases());
        usedPools().forEach(pool -> lines.addAll(pool.describeLeases()));
        return lines;
    }

    private Stream<ExecutionPool> usedPools() {
        return Stream.of(blas, solver).flatMap(pools -> pools.used().stream());
    }

    /**
     * Waits for all work, then destroys what providers hold, the streams, and what the allocator keeps, in this order. A
     * second call does nothing.
     *
     * @throws ContractViolationException naming each live buffer and lease; everything then stays usable
     */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        List<String> live = describeLive();
        if (!live.isEmpty()) {
            throw new ContractViolationException("the resources of " + device + " cannot be closed while in use:"
                    + System.lineSeparator() + "  " + String.join(System.lineSeparator() + "  ", live));
        }
        closed = true;
        Teardown teardown = new Teardown();
        memory.close();
        usedPools().forEach(ExecutionPool::close);
        streams.drain(teardown);
        usedPools().forEach(pool -> pool.destroy(teardown));
        providers.destroy(teardown);
        streams.destroy(teardown);
        memory.destroy(teardown);
        events.close(teardown);
        teardown.step(() -> driver.trimMemory(0));
        watcher.close();
        teardown.finish();
    }
}
