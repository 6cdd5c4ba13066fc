package dev.sluice.tck.rule;

import dev.sluice.DType;
import dev.sluice.expression.Expression;
import dev.sluice.spi.ReduceKernel;
import dev.sluice.spi.ReduceProgram;
import dev.sluice.spi.Reducer;
import dev.sluice.spi.ReductionPlan;
import dev.sluice.spi.SegmentedPlan;
import dev.sluice.tck.Chapter;
import dev.sluice.tck.Subject;
import dev.sluice.tck.oracle.PlanWalk;
import dev.sluice.tck.oracle.RandomPlans;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** DRV-40 to DRV-45: the reduction primitive, at the SPI. */
public final class ReductionChapter {
    private static final int PLANS = 12;

    private ReductionChapter() {}

    /** The chapter. */
    public static Chapter chapter() {
        Rules rules = Rules.of(
                "Drivers: reductions",
                "DRV-40",
                "Every reducer combines the elements of any plan into the outputs that they belong to.");
        for (Reducer reducer : Reducer.values()) {
            rules.check(reducer.name(), subject -> overRandomPlans(subject, reducer));
        }
        return rules.next(
                        "DRV-41",
                        "The least and the greatest element of any with NaN are NaN, and its position theirs.")
                .check("a NaN in the middle", ReductionChapter::notANumber)
                .next("DRV-42", "Of equal extremes the position of the first counts.")
                .check("ties", ReductionChapter::ties)
                .next("DRV-43", "Outputs of empty reductions receive the identity.")
                .check("sums and products of nothing", ReductionChapter::nothing)
                .next("DRV-44", "The error of a sum does not grow with the number of its elements.")
                .check("a million elements of type F32", ReductionChapter::accuracy)
                .next("DRV-45", "The same reduction gives the same bits again.")
                .check("eight times", ReductionChapter::deterministic)
                .chapter();
    }

    private static DType elementType(Reducer reducer) {
        return switch (reducer) {
            case SUM, PRODUCT, MINIMUM, MAXIMUM, ARG_MINIMUM, ARG_MAXIMUM -> DType.I64;
            case ANY, ALL -> DType.BOOL;
        };
    }

    private static long combine(Reducer reducer, List<Long> elements) {
        return switch (reducer) {
            case SUM -> elements.stream().reduce(0L, Long::sum);
            case PRODUCT -> elements.stream().reduce(1L, (a, b) -> a * b);
            case MINIMUM -> elements.stream().min(Long::compare).orElseThrow();
            case MAXIMUM -> elements.stream().max(Long::compare).orElseThrow();
            case ANY -> elements.contains(1L) ? 1 : 0;
            case ALL -> elements.contains(0L) ? 0 : 1;
            case ARG_MINIMUM ->
                elements.indexOf(elements.stream().min(Long::compare).orElseThrow());
            case ARG_MAXIMUM ->
                elements.indexOf(elements.stream().max(Long::compare).orElseThrow());
        };
    }

    /** A random plan of one segment whose operand 0 is a dense output over the kept axes. */
    private static ReductionPlan reduction(SegmentedPlan drawn, int kept) {
        int rank = drawn.rank();
        long[] strides = drawn.strides().clone();
        long step = 1;
        for (int axis = rank - 1; axis >= 0; axis--) {
            strides[axis] = axis < kept ? step : 0;
            step *= axis < kept ? drawn.extent(0, axis) : 1;
        }
        long[] bases = drawn.bases().clone();
        bases[0] = 0;
        return new ReductionPlan(new SegmentedPlan(2, rank, drawn.extents(), strides, bases), kept, 0);
    }

    private static void overRandomPlans(Subject subject, Reducer reducer) {
        RandomPlans plans = new RandomPlans(subject.seed());
        Random random = new Random(subject.seed());
        DType type = elementType(reducer);
        ReduceProgram program = new ReduceProgram(Expression.input(0, type), reducer, List.of(type), List.of());
        try (DriverBench bench = DriverBench.open(subject)) {
            for (int i = 0; i < PLANS; i++) {
                RandomPlans.Planned drawn = plans.next(1, 1, 1);
                ReductionPlan plan =
                        reduction(drawn.plan(), random.nextInt(drawn.plan().rank() + 1));
                long[] values = values(random, type, (int) drawn.elements()[1]);
                Map<Long, List<Long>> groups = new TreeMap<>();
                PlanWalk.visit(
                        plan.iteration(),
                        (number, at) -> groups.computeIfAbsent(at[0], key -> new ArrayList<>())
                                .add(values[(int) at[1]]));
                int outputs = groups.size();
                int bytes = program.outputType().bytes();
                long target = bench.memory(bench.device(), (long) outputs * bytes);
                bench.reduce(program, plan, new long[] {
                    target, bench.upload(bench.device(), stored(bench, type, values))
                });
                MemorySegment actual = bench.download(bench.device(), target, (long) outputs * bytes, bench.stream());
                groups.forEach((output, elements) -> Expect.equal(
                        combine(reducer, elements),
                        bytes == 1
                                ? (long) actual.get(ValueLayout.JAVA_BYTE, output)
                                : actual.get(ValueLayout.JAVA_LONG, 8 * output),
                        "output " + output + " of " + plan.iteration() + ", of which " + plan.keptRank()
                                + " axes are kept"));
            }
        }
    }

    private static long[] values(Random random, DType type, int count) {
        return type == DType.BOOL
                ? random.longs(count, 0, 2).toArray()
                : random.longs(count, -50, 50).toArray();
    }

    private static MemorySegment stored(DriverBench bench, DType type, long[] values) {
        MemorySegment segment = bench.host((long) values.length * type.bytes());
        for (int i = 0; i < values.length; i++) {
            if (type == DType.BOOL) {
                segment.set(ValueLayout.JAVA_BYTE, i, (byte) values[i]);
            } else {
                segment.setAtIndex(ValueLayout.JAVA_LONG, i, values[i]);
            }
        }
        return segment;
    }

    private static ReductionPlan dense(long count) {
        return new ReductionPlan(
                new SegmentedPlan(2, 1, new long[] {count}, new long[] {0, 1}, new long[] {0, 0}), 0, 0);
    }

    private static MemorySegment reduceAll(DriverBench bench, Reducer reducer, DType type, MemorySegment elements) {
        ReduceProgram program = new ReduceProgram(Expression.input(0, type), reducer, List.of(type), List.of());
        int bytes = program.outputType().bytes();
        long target = bench.memory(bench.device(), bytes);
        bench.reduce(program, dense(elements.byteSize() / type.bytes()), new long[] {
            target, bench.upload(bench.device(), elements)
        });
        return bench.download(bench.device(), target, bytes, bench.stream());
    }

    private static void notANumber(Subject subject) {
        try (DriverBench bench = DriverBench.open(subject)) {
            MemorySegment x = bench.host(3, -5, Double.NaN, 7, Double.NaN, 1);
            for (Reducer reducer : List.of(Reducer.MINIMUM, Reducer.MAXIMUM)) {
                Expect.equal(
                        Double.NaN,
                        reduceAll(bench, reducer, DType.F64, x).get(ValueLayout.JAVA_DOUBLE, 0),
                        reducer + " of numbers and NaN");
            }
            for (Reducer reducer : List.of(Reducer.ARG_MINIMUM, Reducer.ARG_MAXIMUM)) {
                Expect.equal(
                        2L,
                        reduceAll(bench, reducer, DType.F64, x).get(ValueLayout.JAVA_LONG, 0),
                        reducer + " of numbers and NaN");
            }
        }
    }

    private static void ties(Subject subject) {
        try (DriverBench bench = DriverBench.open(subject)) {
            MemorySegment x = bench.host(3, 1, 9, 1, 9, 1);
            Expect.equal(
                    1L,
                    reduceAll(bench, Reducer.ARG_MINIMUM, DType.F64, x).get(ValueLayout.JAVA_LONG, 0),
                    "the position of the least");
            Expect.equal(
                    2L,
                    reduceAll(bench, Reducer.ARG_MAXIMUM, DType.F64, x).get(ValueLayout.JAVA_LONG, 0),
                    "the position of the greatest");
        }
    }

    private static void nothing(Subject subject) {
        SegmentedPlan empty = new SegmentedPlan(2, 1, new long[0], new long[0], new long[0]);
        try (DriverBench bench = DriverBench.open(subject)) {
            for (Reducer reducer : List.of(Reducer.SUM, Reducer.PRODUCT)) {
                ReduceProgram program =
                        new ReduceProgram(Expression.input(0, DType.F64), reducer, List.of(DType.F64), List.of());
                long target = bench.values(9, 9, 9);
                bench.reduce(program, new ReductionPlan(empty, 0, 3), new long[] {target, bench.values(5.0)});
                for (double actual : bench.read(target, 3)) {
                    Expect.equal(reducer == Reducer.SUM ? 0.0 : 1.0, actual, "the " + reducer + " of nothing");
                }
            }
        }
    }

    private static void accuracy(Subject subject) {
        int count = 1_000_000;
        try (DriverBench bench = DriverBench.open(subject)) {
            MemorySegment x = bench.host(4L * count);
            Random random = new Random(subject.seed());
            double exact = 0;
            for (int i = 0; i < count; i++) {
                float value = random.nextFloat();
                x.setAtIndex(ValueLayout.JAVA_FLOAT, i, value);
                exact += value;
            }
            float sum = reduceAll(bench, Reducer.SUM, DType.F32, x).get(ValueLayout.JAVA_FLOAT, 0);
            Expect.close(exact, sum, exact * 4e-7, "the sum of " + count + " numbers");
        }
    }

    private static void deterministic(Subject subject) {
        double[] x = new Random(subject.seed()).doubles(10_000, -1, 1).toArray();
        ReduceProgram program =
                new ReduceProgram(Expression.input(0, DType.F64), Reducer.SUM, List.of(DType.F64), List.of());
        try (DriverBench bench = DriverBench.open(subject)) {
            long target = bench.values(0.0);
            long[] addresses = {target, bench.values(x)};
            ReduceKernel kernel = bench.device().kernels().compile(program);
            bench.reduce(kernel, dense(x.length), addresses);
            double first = bench.read(target, 1)[0];
            for (int i = 1; i < 8; i++) {
                bench.reduce(kernel, dense(x.length), addresses);
                Expect.equal(first, bench.read(target, 1)[0], "the sum at repetition " + i);
            }
        }
    }
}
