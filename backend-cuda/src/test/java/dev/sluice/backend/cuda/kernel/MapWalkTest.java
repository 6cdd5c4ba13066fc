package dev.sluice.backend.cuda.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sluice.DType;
import dev.sluice.backend.cuda.emulation.EmulatedDevice;
import dev.sluice.backend.cuda.emulation.HostCompilerCalls;
import dev.sluice.expression.BinaryOperator;
import dev.sluice.expression.Expression;
import dev.sluice.spi.MapProgram;
import dev.sluice.spi.SegmentedPlan;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every kernel of maps reads and writes exactly the elements that a plan names; run by a host compiler. */
class MapWalkTest {
    private static final long SEED = 20_260_101;
    private static final long INPUT_ELEMENTS = 300_000;

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

    @ParameterizedTest(name = "{0} segments of rank {1}, {2} inputs, extents to {3}")
    @CsvSource({
        "1,1,2,5000",
        "1,2,2,90",
        "1,3,1,40",
        "1,4,2,9",
        "2,2,2,60",
        "40,1,2,300",
        "40,2,2,30",
        "300,3,1,4",
        "2000,2,1,3",
    })
    void aPlanWithStridesOfAnyKindIsWalkedElementByElement(int segments, int rank, int inputs, int largest) {
        for (int repeat = 0; repeat < 3; repeat++) {
            long seed = SEED + repeat;
            check(new RandomPlans(seed).plan(segments, rank, inputs, largest, INPUT_ELEMENTS), inputs, seed);
        }
    }

    @ParameterizedTest(name = "{0} × {1} × {2}")
    @CsvSource({"1,64,64", "1,33,100", "3,16,47", "5,100,31"})
    void aPermutedCopyIsWalkedInTiles(int outer, int rows, int columns) {
        long[] extents = {outer, rows, columns};
        long[] strides = {(long) rows * columns, columns, 1, (long) rows * columns, 1, rows};
        check(new SegmentedPlan(2, 3, extents, strides, new long[] {0, 7}), 1, SEED);
    }

    @ParameterizedTest(name = "{0} elements from offset {1}")
    @CsvSource({"1,0", "2,0", "1023,0", "1024,0", "4096,0", "5000,0", "5000,1", "5001,2"})
    void aContiguousPlanIsWalkedInVectors(int elements, int offset) {
        check(
                new SegmentedPlan(
                        3, 1, new long[] {elements}, new long[] {1, 1, 1}, new long[] {offset, offset, offset}),
                2,
                SEED);
        check(new SegmentedPlan(3, 1, new long[] {elements}, new long[] {1, 1, 0}, new long[] {0, offset, 3}), 2, SEED);
    }

    @ParameterizedTest(name = "{0} segments of up to {1} elements, multiples of {2}")
    @CsvSource({"500,40,1", "20,9000,1", "20,9000,4", "150,290000,4"})
    void contiguousSegmentsAreWalkedInVectorsWhereTheyAreAligned(int segments, int longest, int multiple) {
        Random random = new Random(SEED);
        long[] extents = new long[segments];
        long[] strides = new long[2 * segments];
        long[] bases = new long[2 * segments];
        long next = 0;
        for (int segment = 0; segment < segments; segment++) {
            extents[segment] = (1L + random.nextInt(longest / multiple)) * multiple;
            strides[2 * segment] = 1;
            strides[2 * segment + 1] = 1;
            bases[2 * segment] = next;
            bases[2 * segment + 1] = (long) random.nextInt(3) * multiple;
            next += extents[segment];
        }
        check(new SegmentedPlan(2, 1, extents, strides, bases), 1, SEED);
    }

    @Test
    void theIndexCountsElementsOverAllSegments() {
        MapProgram program = MapProgram.of(Expression.index(), List.of(), List.of());
        SegmentedPlan plan = new RandomPlans(SEED).plan(50, 2, 0, 20, 0);
        long bytes = RandomPlans.outputElements(plan) * 8;
        long output = device.allocate(bytes);
        device.kernels()
                .map(device.kernels().compile(program), plan, new long[] {output}, new long[0], device.stream());
        for (int segment = 0; segment < plan.segments(); segment++) {
            for (long number = plan.firstElement(segment); number < plan.firstElement(segment + 1); number++) {
                long offset = RandomPlans.offset(plan, segment, 0, number - plan.firstElement(segment));
                assertThat(device.view(output, bytes).getAtIndex(ValueLayout.JAVA_LONG, offset))
                        .isEqualTo(number);
            }
        }
    }

    /** Computes out ← in0 + p·in1, or in0 alone, and compares it, and all that must not be written, with a plain loop. */
    private static void check(SegmentedPlan plan, int inputs, long seed) {
        Expression x = Expression.input(0, DType.F32);
        Expression value = inputs == 1
                ? x
                : Expression.binary(
                        BinaryOperator.ADD,
                        x,
                        Expression.binary(
                                BinaryOperator.MULTIPLY,
                                Expression.parameter(0, DType.F32),
                                Expression.input(1, DType.F32)));
        MapProgram program = MapProgram.of(
                value, java.util.Collections.nCopies(inputs, DType.F32), inputs == 1 ? List.of() : List.of(DType.F32));
        Random random = new Random(seed);
        long outputElements = RandomPlans.outputElements(plan);
        MemorySegment[] views = new MemorySegment[1 + inputs];
        long[] addresses = new long[1 + inputs];
        for (int k = 0; k <= inputs; k++) {
            long elements = k == 0 ? outputElements : INPUT_ELEMENTS;
            addresses[k] = device.allocate(elements * 4);
            views[k] = device.view(addresses[k], elements * 4);
            for (long i = 0; i < elements; i++) {
                views[k].setAtIndex(ValueLayout.JAVA_FLOAT, i, k == 0 ? -1e30f : random.nextFloat());
            }
        }
        float factor = 0.3f;
        float[] expected = views[0].toArray(ValueLayout.JAVA_FLOAT);
        for (int segment = 0; segment < plan.segments(); segment++) {
            long elements = plan.firstElement(segment + 1) - plan.firstElement(segment);
            for (long number = 0; number < elements; number++) {
                float first = element(plan, views, segment, 1, number);
                expected[(int) RandomPlans.offset(plan, segment, 0, number)] =
                        inputs == 1 ? first : first + factor * element(plan, views, segment, 2, number);
            }
        }
        long[] parameters = inputs == 1 ? new long[0] : new long[] {Float.floatToRawIntBits(factor)};
        device.kernels().map(device.kernels().compile(program), plan, addresses, parameters, device.stream());
        assertThat(views[0].toArray(ValueLayout.JAVA_FLOAT))
                .as("%s, seed %d", plan, seed)
                .isEqualTo(expected);
        for (long address : addresses) {
            int status = device.calls().freeAsync(address, device.stream());
            assertThat(status).isZero();
        }
    }

    private static float element(SegmentedPlan plan, MemorySegment[] views, int segment, int operand, long number) {
        return views[operand].getAtIndex(ValueLayout.JAVA_FLOAT, RandomPlans.offset(plan, segment, operand, number));
    }
}
