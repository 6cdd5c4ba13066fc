package dev.sluice.backend.cuda.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sluice.DType;
import dev.sluice.backend.cuda.emulation.EmulatedDevice;
import dev.sluice.backend.cuda.emulation.HostCompilerCalls;
import dev.sluice.expression.Expression;
import dev.sluice.spi.ReduceKernel;
import dev.sluice.spi.ReduceProgram;
import dev.sluice.spi.Reducer;
import dev.sluice.spi.ReductionPlan;
import dev.sluice.spi.SegmentedPlan;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Reductions combine exactly the elements that a plan names, in every arrangement; run by a host compiler. */
class ReduceWalkTest {
    private static final long SEED = 7;

    @TempDir
    static Path cache;

    private static EmulatedDevice device;

    @BeforeAll
    static void open() {
        assumeTrue(HostCompilerCalls.isPresent(), "no host compiler");
        device = new EmulatedDevice(cache.toString());
    }

    @AfterAll
    static void close() {
        if (device != null) {
            device.close();
        }
    }

    @ParameterizedTest(name = "{0} outputs of {1} elements, output stride {2}, element stride {3}")
    @CsvSource({
        "1,1,1,1",
        "1,7,1,1",
        "1,100000,1,1",
        "3,5000,5000,1",
        "1000,3,3,1",
        "100,40,40,1",
        "5000,4,1,5000",
        "37,3000,1,37",
        "2,20000,1,2",
        "8,1,1,1",
        "9,33,33,-1",
    })
    void aSumTakesEveryElementOfItsOutputOnce(long outputs, long combined, long outputStride, long stride) {
        long base = stride < 0 ? combined - 1 : 0;
        SegmentedPlan iteration = new SegmentedPlan(
                2, 2, new long[] {outputs, combined}, new long[] {1, 0, outputStride, stride}, new long[] {0, base});
        MemorySegment result = run(Reducer.SUM, DType.I64, new ReductionPlan(iteration, 1, 0), outputs, i -> i * i + 1);
        for (long output = 0; output < outputs; output++) {
            long expected = 0;
            for (long j = 0; j < combined; j++) {
                long i = base + output * outputStride + j * stride;
                expected += i * i + 1;
            }
            assertThat(result.getAtIndex(ValueLayout.JAVA_LONG, output)).isEqualTo(expected);
        }
    }

    @Test
    void segmentsOfDifferentShapesAreReducedTogether() {
        int segments = 70;
        Random random = new Random(SEED);
        long[] extents = new long[segments * 3];
        long[] strides = new long[segments * 6];
        long[] bases = new long[segments * 2];
        long[] expected = new long[3000];
        long outputs = 0;
        for (int s = 0; s < segments; s++) {
            long kept = 1L + random.nextInt(20);
            long rows = 1L + random.nextInt(30);
            long columns = 1L + random.nextInt(s == 3 ? 900 : 9);
            System.arraycopy(new long[] {kept, rows, columns}, 0, extents, 3 * s, 3);
            System.arraycopy(new long[] {1, 0, 0, rows * columns, columns, 1}, 0, strides, 6 * s, 6);
            bases[2 * s] = outputs;
            bases[2 * s + 1] = random.nextInt(1000);
            for (long o = 0; o < kept; o++) {
                for (long j = 0; j < rows * columns; j++) {
                    expected[(int) (outputs + o)] += 3 * (bases[2 * s + 1] + o * rows * columns + j);
                }
            }
            outputs += kept;
        }
        ReductionPlan plan = new ReductionPlan(new SegmentedPlan(2, 3, extents, strides, bases), 1, 0);
        MemorySegment result = run(Reducer.SUM, DType.I64, plan, outputs, i -> 3 * i);
        for (int output = 0; output < outputs; output++) {
            assertThat(result.getAtIndex(ValueLayout.JAVA_LONG, output)).isEqualTo(expected[output]);
        }
    }

    @ParameterizedTest(name = "{0} of {1} elements")
    @CsvSource({"ARG_MINIMUM,1000", "ARG_MAXIMUM,1000", "ARG_MINIMUM,60000", "ARG_MAXIMUM,60000", "ARG_MAXIMUM,1"})
    void aPositionIsThatOfTheFirstExtremeElement(Reducer reducer, int count) {
        SegmentedPlan iteration = new SegmentedPlan(2, 1, new long[] {count}, new long[] {0, 1}, new long[] {0, 0});
        MemorySegment result = run(reducer, DType.I64, new ReductionPlan(iteration, 0, 0), 1, i -> i * 7919 % 101);
        long expected = 0;
        for (long i = 1; i < count; i++) {
            long value = i * 7919 % 101;
            long best = expected * 7919 % 101;
            if (reducer == Reducer.ARG_MINIMUM ? value < best : value > best) {
                expected = i;
            }
        }
        assertThat(result.get(ValueLayout.JAVA_LONG, 0)).isEqualTo(expected);
    }

    @Test
    void theFirstNaNIsTheExtremeElement() {
        double[] values = new double[5000];
        values[3000] = Double.NaN;
        values[4100] = Double.NaN;
        values[17] = Double.NEGATIVE_INFINITY;
        for (Reducer reducer : List.of(Reducer.ARG_MINIMUM, Reducer.ARG_MAXIMUM)) {
            assertThat(reduce(reducer, values).get(ValueLayout.JAVA_LONG, 0)).isEqualTo(3000);
        }
        for (Reducer reducer : List.of(Reducer.MINIMUM, Reducer.MAXIMUM)) {
            assertThat(reduce(reducer, values).get(ValueLayout.JAVA_DOUBLE, 0)).isNaN();
        }
    }

    @Test
    void aSumKeepsItsAccuracyOverManyCancellingElements() {
        Random random = new Random(SEED);
        double[] values = random.doubles(200_000, -1, 1).map(x -> x * 1e10).toArray();
        BigDecimal exact = BigDecimal.ZERO;
        for (double value : values) {
            exact = exact.add(new BigDecimal(value));
        }
        assertThat(reduce(Reducer.SUM, values).get(ValueLayout.JAVA_DOUBLE, 0))
                .isCloseTo(exact.doubleValue(), within(Math.ulp(exact.doubleValue())));
    }

    @Test
    void anInfiniteSumIsInfinite() {
        double[] values = new double[1000];
        values[10] = Double.POSITIVE_INFINITY;
        assertThat(reduce(Reducer.SUM, values).get(ValueLayout.JAVA_DOUBLE, 0)).isEqualTo(Double.POSITIVE_INFINITY);
    }

    @Test
    void outputsWithoutElementsReceiveTheIdentity() {
        SegmentedPlan none = new SegmentedPlan(2, 2, new long[0], new long[0], new long[0]);
        MemorySegment result = run(Reducer.PRODUCT, DType.I64, new ReductionPlan(none, 1, 600), 600, i -> i);
        assertThat(result.toArray(ValueLayout.JAVA_LONG)).hasSize(600).containsOnly(1);
    }

    private interface Values {
        long at(long index);
    }

    private static MemorySegment run(Reducer reducer, DType type, ReductionPlan plan, long outputs, Values values) {
        long count = 200_000;
        long input = device.allocate(count * 8);
        MemorySegment view = device.view(input, count * 8);
        for (long i = 0; i < count; i++) {
            view.setAtIndex(ValueLayout.JAVA_LONG, i, values.at(i));
        }
        return reduce(reducer, type, plan, outputs, input);
    }

    private static MemorySegment reduce(Reducer reducer, double[] values) {
        long input = device.allocate(values.length * 8L);
        device.view(input, values.length * 8L).copyFrom(MemorySegment.ofArray(values));
        SegmentedPlan iteration =
                new SegmentedPlan(2, 1, new long[] {values.length}, new long[] {0, 1}, new long[] {0, 0});
        return reduce(reducer, DType.F64, new ReductionPlan(iteration, 0, 0), 1, input);
    }

    private static MemorySegment reduce(Reducer reducer, DType type, ReductionPlan plan, long outputs, long input) {
        ReduceKernel kernel = device.kernels()
                .compile(new ReduceProgram(Expression.input(0, type), reducer, List.of(type), List.of()));
        long output = device.allocate(outputs * 8);
        long workspaceBytes = device.kernels().workspaceBytes(kernel, plan);
        long workspace = workspaceBytes == 0 ? 0 : device.allocate(workspaceBytes);
        device.kernels().reduce(kernel, plan, new long[] {output, input}, new long[0], workspace, device.stream());
        return device.view(output, outputs * 8);
    }
}
