package dev.sluice.backend.debug;

import dev.sluice.DType;
import dev.sluice.expression.BinaryOperator;
import dev.sluice.expression.Expression;
import dev.sluice.spi.Backend;
import dev.sluice.spi.BackendConfiguration;
import dev.sluice.spi.DeviceDriver;
import dev.sluice.spi.MapProgram;
import dev.sluice.spi.SegmentedPlan;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** An open debug backend with shorthands for driving it directly. What it allocates is forgotten when it is closed. */
final class World implements AutoCloseable {
    private static final MapProgram ADD = MapProgram.of(
            Expression.binary(BinaryOperator.ADD, Expression.input(0, DType.F64), Expression.input(1, DType.F64)),
            List.of(DType.F64, DType.F64),
            List.of());

    private final Backend backend;
    private final Simulation simulation;

    private World(Map<String, String> settings) {
        backend = new DebugBackendProvider().open(new BackendConfiguration(settings));
        simulation = backend.service(Simulation.class).orElseThrow();
    }

    /** A backend with settings such as {@code debug.mode=latest}. */
    static World open(String... settings) {
        Map<String, String> map = new HashMap<>();
        for (String setting : settings) {
            int equals = setting.indexOf('=');
            map.put(setting.substring(0, equals), setting.substring(equals + 1));
        }
        return new World(map);
    }

    Backend backend() {
        return backend;
    }

    Simulation simulation() {
        return simulation;
    }

    DeviceDriver device(int ordinal) {
        return backend.devices().get(ordinal);
    }

    /** The first device. */
    DeviceDriver device() {
        return device(0);
    }

    /** A new stream of the first device. */
    long stream() {
        return device().createStream();
    }

    /** Values in new memory of a device, known to the host to be there. */
    long values(DeviceDriver device, double... values) {
        long stream = device.createStream();
        long address = device.allocate(values.length * 8L, stream);
        device.copyFromHost(address, MemorySegment.ofArray(values), stream);
        device.synchronizeStream(stream);
        return address;
    }

    /** Values in new memory of the first device. */
    long values(double... values) {
        return values(device(), values);
    }

    /** Memory of the first device that nothing has written, usable by everything submitted later. */
    long memory(long bytes) {
        long stream = stream();
        long address = device().allocate(bytes, stream);
        device().synchronizeStream(stream);
        return address;
    }

    /** Raw bytes in new memory of the first device. */
    long bytes(MemorySegment contents) {
        long address = memory(contents.byteSize());
        long stream = stream();
        device().copyFromHost(address, contents, stream);
        device().synchronizeStream(stream);
        return address;
    }

    /** Values of a device, read in the order of a stream, after which the host waits. */
    double[] read(DeviceDriver device, long address, int count, long stream) {
        double[] values = new double[count];
        device.copyToHost(MemorySegment.ofArray(values), address, stream);
        device.synchronizeStream(stream);
        return values;
    }

    /** Values of the first device, whatever is under way. */
    double[] read(long address, int count) {
        long stream = stream();
        return read(device(), address, count, stream);
    }

    /** Bytes of the first device. */
    MemorySegment readBytes(long address, long bytes) {
        MemorySegment segment =
                MemorySegment.ofArray(new long[(int) (bytes + 7) / 8]).asSlice(0, bytes);
        long stream = stream();
        device().copyToHost(segment, address, stream);
        device().synchronizeStream(stream);
        return segment;
    }

    /** target ← x + y for vectors of {@code count} doubles. */
    void add(DeviceDriver device, long target, long x, long y, int count, long stream) {
        device.kernels()
                .map(device.kernels().compile(ADD), dense(3, count), new long[] {target, x, y}, new long[0], stream);
    }

    void add(long target, long x, long y, int count, long stream) {
        add(device(), target, x, y, count, stream);
    }

    /** A plan of one segment of contiguous elements. */
    static SegmentedPlan dense(int operands, long count) {
        long[] strides = new long[operands];
        Arrays.fill(strides, 1);
        return new SegmentedPlan(operands, 1, new long[] {count}, strides, new long[operands]);
    }

    /** The kinds of the reports so far. */
    List<Report.Kind> reportKinds() {
        List<Report.Kind> kinds = new ArrayList<>();
        simulation.reports().forEach(report -> kinds.add(report.kind()));
        return kinds;
    }

    /** Doubles of a segment. */
    static double[] doubles(MemorySegment segment) {
        return segment.toArray(ValueLayout.JAVA_DOUBLE_UNALIGNED);
    }

    @Override
    public void close() {
        simulation.reportMode(ReportMode.COLLECT);
        backend.close();
    }
}
