package dev.sluice.backend.cpu.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.DType;
import dev.sluice.DTypeException;
import dev.sluice.expression.Expression;
import dev.sluice.spi.ReduceProgram;
import dev.sluice.spi.Reducer;
import dev.sluice.spi.ReductionPlan;
import dev.sluice.spi.SegmentedPlan;
import java.lang.foreign.Arena;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReductionKernelTest {
    private static final MathContext PRECISION = new MathContext(60);

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void everyReducerOnEveryTypeOverRandomPlansCombinesWhatItsElementsSay(boolean vector) {
        try (KernelFixture fixture = new KernelFixture(vector)) {
            for (DType type : DType.values()) {
                for (Reducer reducer : Reducer.values()) {
                    if (!isDefined(reducer, type)) {
                        continue;
                    }
                    for (long seed = 0; seed < 24; seed++) {
                        RandomGenerator random =
                                new SplittableRandom(seed * 1000 + type.name().hashCode());
                        check(fixture, program(random, reducer, type), random, seed, seed % 8 == 0 ? 30_000 : 500);
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void largeReductionsOverTheParallelThresholdCombineWhatTheirElementsSay(boolean vector) {
        try (KernelFixture fixture = new KernelFixture(vector)) {
            for (Reducer reducer : Reducer.values()) {
                DType type = reducer == Reducer.ANY || reducer == Reducer.ALL ? DType.BOOL : DType.F32;
                for (long seed = 0; seed < 4; seed++) {
                    RandomGenerator random = new SplittableRandom(seed);
                    check(fixture, program(random, reducer, type), random, seed, 400_000);
                }
            }
        }
    }

    private static boolean isDefined(Reducer reducer, DType type) {
        try {
            DType unused = reducer.resultType(type);
            return true;
        } catch (DTypeException e) {
            return false;
        }
    }

    private static ReduceProgram program(RandomGenerator random, Reducer reducer, DType type) {
        Expression input = Expression.input(0, type);
        if (type != DType.BOOL && random.nextInt(3) == 0) {
            Expression product = new Expression.Binary(
                    dev.sluice.expression.BinaryOperator.SUBTRACT, input, Expression.input(1, type));
            return new ReduceProgram(product, reducer, List.of(type, type), List.of());
        }
        return new ReduceProgram(input, reducer, List.of(type), List.of());
    }

    private static void check(
            KernelFixture fixture, ReduceProgram program, RandomGenerator random, long seed, int most) {
        int rank = random.nextInt(5);
        int kept = random.nextInt(rank + 1);
        int segments = random.nextInt(4) == 0 ? 3 : 1;
        RandomPlans plans = RandomPlans.reduction(random, program.operands(), rank, kept, segments, most);
        ReductionPlan plan = new ReductionPlan(plans.plan, kept, 0);
        String name = program + ", seed " + seed + ", kept " + kept + ", " + plans.plan + ", extents "
                + Arrays.toString(plans.plan.extents()) + ", strides " + Arrays.toString(plans.plan.strides());
        try (Arena arena = Arena.ofConfined()) {
            Elements[] operands = new Elements[program.operands()];
            operands[0] = Elements.allocate(arena, program.outputType(), plans.sizes[0]);
            for (int k = 1; k < operands.length; k++) {
                operands[k] = Elements.allocate(arena, program.inputs().get(k - 1), plans.sizes[k]);
                operands[k].randomize(random);
            }
            long[] addresses =
                    Arrays.stream(operands).mapToLong(Elements::address).toArray();

            fixture.kernels.reduce(fixture.kernels.compile(program), plan, addresses, new long[0], 0, 0);

            for (int s = 0; s < plans.plan.segments(); s++) {
                long combined = plan.combined(s);
                for (long output = 0; output < plan.outputs(s); output++) {
                    List<Object[]> elements = new ArrayList<>();
                    for (long e = output * combined; e < (output + 1) * combined; e++) {
                        elements.add(element(program, plans.plan, operands, s, e));
                    }
                    long at = KernelFixture.offset(plans.plan, s, 0, output * combined);
                    checkOne(operands[0].get(at), elements, program, name + ", output " + output);
                }
            }
        }
    }

    private static Object[] element(
            ReduceProgram program, SegmentedPlan plan, Elements[] operands, int segment, long e) {
        return new ReferenceEvaluator(
                        i -> operands[1 + i].get(KernelFixture.offset(plan, segment, 1 + i, e)), p -> new Object[0], e)
                .evaluate(program.element());
    }

    private static void checkOne(Object[] actual, List<Object[]> elements, ReduceProgram program, String name) {
        switch (program.reducer()) {
            case ANY ->
                assertThat(actual[0]).as(name).isEqualTo(elements.stream().anyMatch(e -> (Boolean) e[0]));
            case ALL ->
                assertThat(actual[0]).as(name).isEqualTo(elements.stream().allMatch(e -> (Boolean) e[0]));
            case ARG_MINIMUM, ARG_MAXIMUM ->
                assertThat(actual[0]).as(name).isEqualTo(position(elements, program.reducer() == Reducer.ARG_MAXIMUM));
            case MINIMUM, MAXIMUM -> {
                long at = position(elements, program.reducer() == Reducer.MAXIMUM);
                // Zeros of both signs are equally good as far as their position goes.
                assertThat(number(actual[0])).as(name).isEqualTo((Object) number(elements.get((int) at)[0]));
            }
            case SUM, PRODUCT -> checkArithmetic(actual, elements, program, name);
        }
    }

    private static double number(Object x) {
        return (x instanceof Boolean b ? (b ? 1 : 0) : ((Number) x).doubleValue()) + 0.0;
    }

    private static long position(List<Object[]> elements, boolean greatest) {
        int best = 0;
        for (int i = 0; i < elements.size(); i++) {
            int order = compare(elements.get(i)[0], elements.get(best)[0]);
            boolean nan = Double.isNaN(number(elements.get(i)[0]));
            if (nan) {
                return i;
            }
            if (greatest ? order > 0 : order < 0) {
                best = i;
            }
        }
        return best;
    }

    private static int compare(Object x, Object y) {
        return x instanceof Long a ? a.compareTo((Long) y) : Double.compare(number(x), number(y));
    }

    private static void checkArithmetic(Object[] actual, List<Object[]> elements, ReduceProgram program, String name) {
        boolean product = program.reducer() == Reducer.PRODUCT;
        DType type = program.outputType();
        if (type.isInteger()) {
            long result = product ? 1 : 0;
            for (Object[] e : elements) {
                long x = ((Number) e[0]).longValue();
                result = product ? result * x : result + x;
            }
            assertThat(((Number) actual[0]).longValue()).as(name).isEqualTo(type == DType.I32 ? (int) result : result);
        } else if (!product) {
            for (int p = 0; p < actual.length; p++) {
                checkSum(((Number) actual[p]).doubleValue(), elements, p, type.realPart() == DType.F32, name);
            }
        } else if (!type.isComplex()) {
            checkProduct(((Number) actual[0]).doubleValue(), elements, type == DType.F32, name);
        } else {
            checkComplexProduct(actual, elements, type == DType.C64, name);
        }
    }

    private static void checkSum(double actual, List<Object[]> elements, int part, boolean single, String name) {
        double plain = 0;
        double magnitude = 0;
        BigDecimal exact = BigDecimal.ZERO;
        for (Object[] e : elements) {
            double x = ((Number) e[part]).doubleValue();
            plain += x;
            magnitude += Math.abs(x);
            if (Double.isFinite(x)) {
                exact = exact.add(new BigDecimal(x));
            }
        }
        if (!Double.isFinite(plain)) {
            assertThat(actual).as(name).isEqualTo((Object) plain);
            return;
        }
        double expected = exact.doubleValue();
        double bound = single
                ? Math.ulp((float) expected) + 1e-14 * magnitude
                : Math.ulp(expected) + 64 * Math.ulp(1.0) * magnitude;
        if (single && Math.abs(expected) > Float.MAX_VALUE) {
            assertThat(Math.abs(actual)).as(name).isEqualTo(Double.POSITIVE_INFINITY);
            return;
        }
        assertThat(actual).as(name).isBetween(expected - bound, expected + bound);
    }

    private static void checkProduct(double actual, List<Object[]> elements, boolean single, String name) {
        double plain = 1;
        BigDecimal exact = BigDecimal.ONE;
        for (Object[] e : elements) {
            double x = ((Number) e[0]).doubleValue();
            plain *= x;
            if (Double.isFinite(x)) {
                exact = exact.multiply(new BigDecimal(x), PRECISION);
            }
            if (x != 0 && (Math.abs(x) < 1e-200 || Math.abs(x) > 1e200)) {
                return; // Intermediate products may leave the range in one order and not in another.
            }
        }
        double expected = Double.isFinite(plain) ? exact.doubleValue() : plain;
        if (Double.isFinite(plain) && (Math.abs(plain) < 1e-250 || Math.abs(plain) > 1e250)) {
            return; // Intermediate products may leave the range in one order and not in another.
        }
        if (Double.isNaN(plain) || Double.isInfinite(plain)) {
            boolean special = elements.stream().anyMatch(e -> !Double.isFinite(((Number) e[0]).doubleValue()));
            if (special) {
                assertThat(Double.isFinite(actual)).as(name).isFalse();
            }
            return;
        }
        double wanted = single ? (float) expected : expected;
        double bound = single ? Math.ulp((float) expected) : 2 * Math.ulp(expected);
        if (Double.isInfinite(wanted)) {
            assertThat(actual).as(name).isEqualTo(wanted);
        } else {
            assertThat(actual).as(name).isBetween(wanted - bound, wanted + bound);
        }
    }

    private static void checkComplexProduct(Object[] actual, List<Object[]> elements, boolean single, String name) {
        double re = 1;
        double im = 0;
        for (Object[] e : elements) {
            double x = ((Number) e[0]).doubleValue();
            double y = ((Number) e[1]).doubleValue();
            double next = re * x - im * y;
            im = re * y + im * x;
            re = next;
        }
        double modulus = Math.hypot(re, im);
        if (!Double.isFinite(modulus) || modulus < 1e-250 || (single && modulus > Float.MAX_VALUE)) {
            return; // Which part of a product is infinite or NaN depends on the order.
        }
        double bound = modulus * (single ? 1e-6 : 1e-15 * (elements.size() + 10));
        assertThat(((Number) actual[0]).doubleValue()).as(name).isBetween(re - bound, re + bound);
        assertThat(((Number) actual[1]).doubleValue()).as(name).isBetween(im - bound, im + bound);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void outputsWithoutElementsReceiveTheIdentity(boolean vector) {
        try (KernelFixture fixture = new KernelFixture(vector);
                Arena arena = Arena.ofConfined()) {
            Elements output = Elements.allocate(arena, DType.C64, 3);
            ReduceProgram program =
                    new ReduceProgram(Expression.input(0, DType.C64), Reducer.PRODUCT, List.of(DType.C64), List.of());
            SegmentedPlan nothing = new SegmentedPlan(2, 0, new long[0], new long[0], new long[0]);

            fixture.kernels.reduce(
                    fixture.kernels.compile(program),
                    new ReductionPlan(nothing, 0, 3),
                    new long[] {output.address(), output.address()},
                    new long[0],
                    0,
                    0);

            for (int i = 0; i < 3; i++) {
                assertThat(output.get(i)).containsExactly(1f, 0f);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aLargeSingleSumLosesNothingAndDoesNotDependOnTheNumberOfThreads(boolean vector) {
        int count = 1 << 21;
        try (Arena arena = Arena.ofConfined()) {
            Elements input = Elements.allocate(arena, DType.F64, count);
            for (int i = 0; i < count; i++) {
                input.set(i, new Object[] {i % 2 == 0 ? 0.1 : 1e8 / (i + 1)});
            }
            SegmentedPlan plan = new SegmentedPlan(2, 1, new long[] {count}, new long[] {0, 1}, new long[] {0, 0});
            ReduceProgram program =
                    new ReduceProgram(Expression.input(0, DType.F64), Reducer.SUM, List.of(DType.F64), List.of());
            List<Object> sums = new ArrayList<>();
            for (int threads = 1; threads <= 4; threads++) {
                try (KernelFixture fixture = new KernelFixture(vector, threads)) {
                    Elements output = Elements.allocate(arena, DType.F64, 1);
                    fixture.kernels.reduce(
                            fixture.kernels.compile(program),
                            new ReductionPlan(plan, 0, 0),
                            new long[] {output.address(), input.address()},
                            new long[0],
                            0,
                            0);
                    sums.add(output.get(0)[0]);
                }
            }
            BigDecimal exact = BigDecimal.ZERO;
            for (int i = 0; i < count; i++) {
                exact = exact.add(new BigDecimal((double) input.get(i)[0]));
            }
            assertThat(sums).containsOnly(sums.getFirst());
            double expected = exact.doubleValue();
            assertThat((double) sums.getFirst())
                    .isBetween(expected - 8 * Math.ulp(expected), expected + 8 * Math.ulp(expected));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aSumOfNegativeZerosIsANegativeZero(boolean vector) {
        try (KernelFixture fixture = new KernelFixture(vector);
                Arena arena = Arena.ofConfined()) {
            Elements input = Elements.allocate(arena, DType.F64, 40);
            for (int i = 0; i < 40; i++) {
                input.set(i, new Object[] {-0.0});
            }
            Elements output = Elements.allocate(arena, DType.F64, 1);
            SegmentedPlan plan = new SegmentedPlan(2, 1, new long[] {40}, new long[] {0, 1}, new long[] {0, 0});

            fixture.kernels.reduce(
                    fixture.kernels.compile(new ReduceProgram(
                            Expression.input(0, DType.F64), Reducer.SUM, List.of(DType.F64), List.of())),
                    new ReductionPlan(plan, 0, 0),
                    new long[] {output.address(), input.address()},
                    new long[0],
                    0,
                    0);

            assertThat(output.get(0)).containsExactly(-0.0);
        }
    }
}
