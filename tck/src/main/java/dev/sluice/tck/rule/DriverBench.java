package dev.sluice.tck.rule;

import dev.sluice.spi.Backend;
import dev.sluice.spi.DeviceDriver;
import dev.sluice.spi.KernelSet;
import dev.sluice.spi.MapProgram;
import dev.sluice.spi.ReduceKernel;
import dev.sluice.spi.ReduceProgram;
import dev.sluice.spi.ReductionPlan;
import dev.sluice.spi.SegmentedPlan;
import dev.sluice.tck.Subject;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The drivers of a backend without an engine, and shorthands for using them properly. Everything made here is destroyed
 * when the bench is closed, after all streams have been waited for. On a device that executes inline every stream is 0.
 */
final class DriverBench implements AutoCloseable {
    private final Backend backend;
    private final Arena arena = Arena.ofShared();
    private final List<Runnable> releases = new ArrayList<>();
    private final List<Runnable> waits = new ArrayList<>();

    private DriverBench(Backend backend) {
        this.backend = backend;
    }

    static DriverBench open(Subject subject) {
        return new DriverBench(subject.openBackend());
    }

    Backend backend() {
        return backend;
    }

    DeviceDriver device(int ordinal) {
        return backend.devices().get(ordinal);
    }

    /** The first device. */
    DeviceDriver device() {
        return device(0);
    }

    private static boolean inline(DeviceDriver driver) {
        return driver.capabilities().executesInline();
    }

    long stream(DeviceDriver driver) {
        if (inline(driver)) {
            return 0;
        }
        long stream = driver.createStream();
        waits.add(() -> driver.synchronizeStream(stream));
        releases.addFirst(() -> driver.destroyStream(stream));
        return stream;
    }

    /** A new stream of the first device. */
    long stream() {
        return stream(device());
    }

    /** Waits for a stream. */
    static void await(DeviceDriver driver, long stream) {
        if (!inline(driver)) {
            driver.synchronizeStream(stream);
        }
    }

    /** A new event of the first device. */
    long event() {
        DeviceDriver driver = device();
        long event = driver.createEvent();
        releases.addFirst(() -> driver.destroyEvent(event));
        return event;
    }

    /** Memory that any stream may use. */
    long memory(DeviceDriver driver, long bytes) {
        long stream = stream(driver);
        long address = driver.allocate(bytes, stream);
        await(driver, stream);
        releases.addFirst(() -> {
            driver.free(address, bytes, stream);
            await(driver, stream);
        });
        return address;
    }

    /** Host memory of one's own, which copies may use. */
    MemorySegment host(long bytes) {
        return arena.allocate(bytes, 64);
    }

    /** A host copy of doubles. */
    MemorySegment host(double... values) {
        MemorySegment segment = host(8L * values.length);
        MemorySegment.copy(values, 0, segment, ValueLayout.JAVA_DOUBLE, 0, values.length);
        return segment;
    }

    /** Memory of a device with given contents, which are there. */
    long upload(DeviceDriver driver, MemorySegment contents) {
        long address = memory(driver, Math.max(1, contents.byteSize()));
        long stream = stream(driver);
        driver.copyFromHost(address, contents, stream);
        await(driver, stream);
        return address;
    }

    /** Values in memory of the first device. */
    long values(double... values) {
        return upload(device(), host(values));
    }

    /** Bytes of a device, read in the order of a stream. */
    MemorySegment download(DeviceDriver driver, long address, long bytes, long stream) {
        MemorySegment segment = host(bytes);
        driver.copyToHost(segment, address, stream);
        await(driver, stream);
        return segment;
    }

    /** Values of a device, read in the order of a stream. */
    double[] read(DeviceDriver driver, long address, int count, long stream) {
        return download(driver, address, 8L * count, stream).toArray(ValueLayout.JAVA_DOUBLE);
    }

    /** Values of the first device, whatever is under way. */
    double[] read(long address, int count) {
        return read(device(), address, count, stream());
    }

    /** A plan of one segment of contiguous elements. */
    static SegmentedPlan dense(int operands, long count) {
        long[] strides = new long[operands];
        Arrays.fill(strides, 1);
        return new SegmentedPlan(operands, 1, new long[] {count}, strides, new long[operands]);
    }

    /** Submits an elementwise program. */
    static void map(
            DeviceDriver driver,
            MapProgram program,
            SegmentedPlan plan,
            long[] addresses,
            long[] parameters,
            long stream) {
        long scope = driver.enter();
        try {
            KernelSet kernels = driver.kernels();
            kernels.map(kernels.compile(program), plan, addresses, parameters, stream);
        } finally {
            driver.leave(scope);
        }
    }

    /** Compiles a reduction and runs it on the first device. */
    void reduce(ReduceProgram program, ReductionPlan plan, long[] addresses) {
        reduce(device().kernels().compile(program), plan, addresses);
    }

    /** Runs a reduction on the first device, with the scratch memory it needs, and waits for it. */
    void reduce(ReduceKernel kernel, ReductionPlan plan, long[] addresses) {
        DeviceDriver driver = device();
        long stream = stream();
        long scope = driver.enter();
        try {
            KernelSet kernels = driver.kernels();
            long bytes = kernels.workspaceBytes(kernel, plan);
            long workspace = bytes == 0 ? 0 : memory(driver, bytes);
            kernels.reduce(kernel, plan, addresses, new long[0], workspace, stream);
            await(driver, stream);
        } finally {
            driver.leave(scope);
        }
    }

    /** Something to undo when the bench is closed, before what was made earlier. */
    void onClose(Runnable release) {
        releases.addFirst(release);
    }

    @Override
    public void close() {
        try {
            waits.forEach(Runnable::run);
            releases.forEach(Runnable::run);
        } finally {
            backend.close();
            arena.close();
        }
    }
}
