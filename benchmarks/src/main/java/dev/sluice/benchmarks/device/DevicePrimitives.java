package dev.sluice.benchmarks.device;

import dev.sluice.DType;
import dev.sluice.expression.BinaryOperator;
import dev.sluice.expression.Expression;
import dev.sluice.expression.UnaryOperator;
import dev.sluice.spi.Backend;
import dev.sluice.spi.BackendConfiguration;
import dev.sluice.spi.BackendProvider;
import dev.sluice.spi.BlasProvider;
import dev.sluice.spi.DeviceDriver;
import dev.sluice.spi.DeviceHealth;
import dev.sluice.spi.GemmProblem;
import dev.sluice.spi.KernelSet;
import dev.sluice.spi.MapKernel;
import dev.sluice.spi.MapProgram;
import dev.sluice.spi.ReduceKernel;
import dev.sluice.spi.ReduceProgram;
import dev.sluice.spi.Reducer;
import dev.sluice.spi.ReductionPlan;
import dev.sluice.spi.SegmentedPlan;
import dev.sluice.spi.Transpose;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Random;
import java.util.ServiceLoader;

/**
 * The primitives of a backend's first device, without the engine: kernels, products and copies on one stream. The
 * argument is the name of the backend, {@code cuda} by default. Operands are random.
 */
public final class DevicePrimitives {
    private static final long LARGE = 1L << 28;
    private static final Expression X = Expression.input(0, DType.F32);
    private static final Expression Y = Expression.input(1, DType.F32);

    private final DeviceDriver driver;
    private final KernelSet kernels;
    private final long stream;
    private final Stopwatch stopwatch;
    private final long a;
    private final long b;
    private final long c;

    private DevicePrimitives(DeviceDriver driver) {
        this.driver = driver;
        kernels = driver.kernels();
        stream = driver.createStream();
        stopwatch = new Stopwatch(() -> driver.synchronizeStream(stream));
        a = random(1);
        b = random(2);
        c = random(3);
    }

    /** Prints a table of times and rates. */
    public static void main(String[] arguments) {
        String name = arguments.length == 0 ? "cuda" : arguments[0];
        BackendProvider provider = ServiceLoader.load(BackendProvider.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(candidate -> candidate.name().equals(name))
                .findFirst()
                .orElseThrow();
        try (Backend backend = provider.open(BackendConfiguration.empty())) {
            DevicePrimitives primitives = new DevicePrimitives(backend.devices().getFirst());
            System.out.println("| primitive | µs | rate |\n|---|---:|---:|");
            primitives.maps();
            primitives.blocks();
            primitives.reductions();
            primitives.products();
            primitives.copies();
        }
    }

    /** Memory of {@link #LARGE} single-precision numbers, filled with normal ones made on the device. */
    private long random(long key) {
        long address = driver.allocate(LARGE * 4, stream);
        Expression bits = new Expression.Philox(Expression.index(), Expression.constant(key));
        Expression uniform = Expression.binary(
                BinaryOperator.MULTIPLY,
                Expression.binary(BinaryOperator.SHIFT_RIGHT_UNSIGNED, bits, Expression.constant(40L))
                        .cast(DType.F32),
                Expression.constant(0x1p-24).cast(DType.F32));
        map(MapProgram.of(uniform, List.of(), List.of()), dense(1, LARGE), address);
        return address;
    }

    private void map(MapProgram program, SegmentedPlan plan, long... addresses) {
        kernels.map(kernels.compile(program), plan, addresses, new long[0], stream);
    }

    private static SegmentedPlan dense(int operands, long elements) {
        long[] strides = new long[operands];
        java.util.Arrays.fill(strides, 1);
        return new SegmentedPlan(operands, 1, new long[] {elements}, strides, new long[operands]);
    }

    private static MapProgram add(DType type) {
        return MapProgram.of(
                Expression.binary(BinaryOperator.ADD, Expression.input(0, type), Expression.input(1, type)),
                List.of(type, type),
                List.of());
    }

    private void maps() {
        MapKernel add = kernels.compile(add(DType.F32));
        long[] three = {c, a, b};
        long[] none = new long[0];
        for (long elements : new long[] {1, 1024, 65_536}) {
            SegmentedPlan plan = dense(3, elements);
            stopwatch.latency("add f32, " + elements, () -> kernels.map(add, plan, three, none, stream));
        }
        SegmentedPlan large = dense(3, LARGE);
        stopwatch.bandwidth("add f32, 2^28", 12.0 * LARGE, () -> kernels.map(add, large, three, none, stream));
        MapKernel add64 = kernels.compile(add(DType.F64));
        SegmentedPlan half = dense(3, LARGE / 2);
        stopwatch.bandwidth("add f64, 2^27", 12.0 * LARGE, () -> kernels.map(add64, half, three, none, stream));
        MapKernel copy = kernels.compile(MapProgram.of(X, List.of(DType.F32), List.of()));
        SegmentedPlan two = dense(2, LARGE);
        long[] copied = {c, a};
        stopwatch.bandwidth("copy f32, 2^28", 8.0 * LARGE, () -> kernels.map(copy, two, copied, none, stream));
        MapKernel exp =
                kernels.compile(MapProgram.of(Expression.unary(UnaryOperator.EXP, X), List.of(DType.F32), List.of()));
        stopwatch.bandwidth("exp f32, 2^28", 8.0 * LARGE, () -> kernels.map(exp, two, copied, none, stream));
        MapKernel exp64 = kernels.compile(MapProgram.of(
                Expression.unary(UnaryOperator.EXP, Expression.input(0, DType.F64)), List.of(DType.F64), List.of()));
        SegmentedPlan twoHalf = dense(2, LARGE / 2);
        stopwatch.bandwidth("exp f64, 2^27", 8.0 * LARGE, () -> kernels.map(exp64, twoHalf, copied, none, stream));
        long n = 1L << 14;
        SegmentedPlan transposed =
                new SegmentedPlan(2, 2, new long[] {n, n}, new long[] {n, 1, 1, n}, new long[] {0, 0});
        stopwatch.bandwidth(
                "transposed copy f32, 16384²", 8.0 * LARGE, () -> kernels.map(copy, transposed, copied, none, stream));
        SegmentedPlan rows =
                new SegmentedPlan(3, 2, new long[] {n, n}, new long[] {n, 1, n, 1, 0, 1}, new long[] {0, 0, 0});
        stopwatch.bandwidth(
                "add f32 row broadcast, 16384²", 8.0 * LARGE, () -> kernels.map(add, rows, three, none, stream));
    }

    /** x += ½y over 1000 blocks of 16–64 × 16–64, in place as one submission. */
    private void blocks() {
        DType type = DType.F64;
        Expression axpy = Expression.binary(
                BinaryOperator.ADD,
                Expression.input(0, type),
                Expression.binary(BinaryOperator.MULTIPLY, Expression.constant(0.5), Expression.input(1, type)));
        MapKernel kernel = kernels.compile(MapProgram.of(axpy, List.of(type, type), List.of()));
        long[] addresses = {c, c, a};
        long[] none = new long[0];
        for (boolean transposed : new boolean[] {false, true}) {
            SegmentedPlan plan = blockPlan(1000, 16, 64, transposed);
            stopwatch.latency(
                    "x += 0.5 y, 1000 blocks 16–64 × 16–64 f64, y " + (transposed ? "transposed" : "as stored") + ", "
                            + plan.elements() + " elements",
                    () -> kernels.map(kernel, plan, addresses, none, stream));
        }
        SegmentedPlan large = blockPlan(1000, 170, 530, false);
        stopwatch.bandwidth(
                "x += 0.5 y, 1000 blocks 170–530 × 170–530 f64, " + large.elements() + " elements",
                24.0 * large.elements(),
                () -> kernels.map(kernel, large, addresses, none, stream));
    }

    private static SegmentedPlan blockPlan(int blocks, int least, int most, boolean transposed) {
        Random random = new Random(9);
        long[] extents = new long[2 * blocks];
        long[] strides = new long[6 * blocks];
        long[] bases = new long[3 * blocks];
        long next = 0;
        for (int s = 0; s < blocks; s++) {
            long rows = least + random.nextInt(most - least + 1);
            long columns = least + random.nextInt(most - least + 1);
            extents[2 * s] = rows;
            extents[2 * s + 1] = columns;
            long[] own = {columns, 1, columns, 1, transposed ? 1 : columns, transposed ? rows : 1};
            System.arraycopy(own, 0, strides, 6 * s, 6);
            bases[3 * s] = next;
            bases[3 * s + 1] = next;
            bases[3 * s + 2] = next;
            // Blocks start at multiples of 16 bytes but one, so that they do not join.
            next += rows * columns + 2 + (rows * columns & 1);
        }
        return new SegmentedPlan(3, 2, extents, strides, bases);
    }

    private void reductions() {
        for (DType type : List.of(DType.F32, DType.F64)) {
            long elements = LARGE * 4 / type.bytes();
            ReduceKernel sum = kernels.compile(
                    new ReduceProgram(Expression.input(0, type), Reducer.SUM, List.of(type), List.of()));
            reduction("sum " + type + " of all, 1 GiB", sum, 1, elements, 1, 1);
            long n = 1L << 14;
            reduction("sum " + type + " over rows", sum, elements / n, n, n, 1);
            reduction("sum " + type + " over columns", sum, n, elements / n, 1, n);
        }
    }

    private void reduction(
            String name, ReduceKernel kernel, long outputs, long combined, long outputStride, long stride) {
        ReductionPlan plan = new ReductionPlan(
                new SegmentedPlan(
                        2, 2, new long[] {outputs, combined}, new long[] {1, 0, outputStride, stride}, new long[] {0, 0
                        }),
                1,
                0);
        long bytes = Math.max(8, kernels.workspaceBytes(kernel, plan));
        long workspace = driver.allocate(bytes, stream);
        long[] addresses = {c, a};
        stopwatch.bandwidth(
                name, 4.0 * LARGE, () -> kernels.reduce(kernel, plan, addresses, new long[0], workspace, stream));
        driver.free(workspace, bytes, stream);
    }

    private void products() {
        BlasProvider blas = driver.blas().orElseThrow();
        long handle = blas.createHandle();
        blas.bind(handle, stream);
        for (DType type : List.of(DType.F64, DType.F32, DType.C128, DType.BF16)) {
            for (long n : new long[] {64, 256, 1024, 4096, 8192}) {
                GemmProblem problem =
                        new GemmProblem(type, Transpose.NONE, Transpose.NONE, n, n, n, n, n, n, 0, 0, 0, 1);
                double operations = (type.isComplex() ? 8.0 : 2.0) * n * n * n;
                stopwatch.arithmetic(
                        "gemm " + type + ", " + n, operations, () -> blas.gemm(handle, problem, 1, 0, a, b, 0, 0, c));
            }
        }
        driver.synchronizeStream(stream);
        blas.destroyHandle(handle);
    }

    private void copies() {
        long bytes = 1L << 28;
        MemorySegment pinned = driver.allocatePinned(bytes);
        stopwatch.bandwidth("host to device, pinned, 256 MiB", bytes, () -> driver.copyFromHost(a, pinned, stream));
        stopwatch.bandwidth("device to host, pinned, 256 MiB", bytes, () -> driver.copyToHost(pinned, a, stream));
        driver.freePinned(pinned);
        long event = driver.createEvent();
        stopwatch.latency("ask for the health", () -> {
            DeviceHealth unused = driver.health();
        });
        stopwatch.latency("query an idle stream", () -> {
            boolean unused = driver.queryStream(stream);
        });
        stopwatch.latency("record an event", () -> driver.recordEvent(event, stream));
        stopwatch.latency(
                "allocate and free 1 MiB", () -> driver.free(driver.allocate(1 << 20, stream), 1 << 20, stream));
        driver.destroyEvent(event);
    }
}
