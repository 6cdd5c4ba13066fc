package dev.sluice.tck.rule;

import dev.sluice.DType;
import dev.sluice.expression.BinaryOperator;
import dev.sluice.expression.Expression;
import dev.sluice.expression.UnaryOperator;
import dev.sluice.spi.MapProgram;
import dev.sluice.spi.SegmentedPlan;
import dev.sluice.spi.scalar.Casts;
import dev.sluice.spi.scalar.Philox4x64;
import dev.sluice.tck.Chapter;
import dev.sluice.tck.Subject;
import dev.sluice.tck.oracle.PlanWalk;
import dev.sluice.tck.oracle.RandomPlans;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** DRV-20 to DRV-30: the elementwise primitive, at the SPI. */
public final class KernelChapter {
    private static final int PLANS = 12;
    private static final DType F64 = DType.F64;

    private KernelChapter() {}

    /** The chapter. */
    public static Chapter chapter() {
        Rules rules = Rules.of(
                "Drivers: elementwise kernels",
                "DRV-20",
                "A kernel visits every element of a plan, of any rank, stride, sign and repetition, in any number of"
                        + " segments.");
        for (DType type : DType.values()) {
            rules.check("copies of " + type, subject -> copies(subject, type, true));
        }
        rules.check("differences of two inputs", KernelChapter::differences)
                .next("DRV-21", "A kernel writes the elements of its plan and no byte beside them.");
        for (DType type : List.of(DType.BOOL, DType.F32, DType.F64, DType.C128)) {
            rules.check("between elements of " + type, subject -> copies(subject, type, false));
        }
        return rules.next("DRV-22", "The index leaf numbers the elements through all segments, last axis fastest.")
                .check("several segments", KernelChapter::index)
                .next("DRV-23", "A kernel writes every output.")
                .check("two outputs", KernelChapter::twoOutputs)
                .next("DRV-24", "Parameters arrive with every bit.")
                .check("F64 and I64", KernelChapter::parameters)
                .next("DRV-25", "Random words are those of Philox4x64-10, on every backend.")
                .check("1000 words", KernelChapter::philox)
                .next("DRV-26", "Conversion to an integer truncates and saturates; NaN becomes 0.")
                .check("special values as I64", KernelChapter::saturation)
                .check("special values as I32", KernelChapter::narrowSaturation)
                .next("DRV-27", "The conjugate changes the sign of the imaginary part, and of nothing else.")
                .check("complex numbers", KernelChapter::conjugate)
                .next("DRV-28", "The lesser and the greater of a number and NaN are NaN.")
                .check("NaN on either side", KernelChapter::minimumOfNaN)
                .next("DRV-29", "Truth values are stored as 0 or 1.")
                .check("from numbers", KernelChapter::truthValues)
                .next("DRV-30", "An output may be the same elements in the same order as an input.")
                .check("in place", KernelChapter::inPlace)
                .next("DRV-31", "Products of 64-bit integers are exact modulo 2⁶⁴.")
                .check("large factors", KernelChapter::integerProducts)
                .chapter();
    }

    /** Random bytes that are proper values of a type: no NaN, which a copy may change, and truth values of 0 and 1. */
    private static MemorySegment values(DriverBench bench, Random random, DType type, long elements) {
        byte[] bytes = new byte[(int) (elements * type.bytes())];
        random.nextBytes(bytes);
        int part = type.isComplex() ? type.bytes() / 2 : type.bytes();
        for (int i = 0; i < bytes.length; i++) {
            if (type == DType.BOOL) {
                bytes[i] &= 1;
            } else if (i % part == part - 1 && !type.isInteger()) {
                bytes[i] &= (byte) 0xbf;
            }
        }
        MemorySegment segment = bench.host(bytes.length);
        segment.copyFrom(MemorySegment.ofArray(bytes));
        return segment;
    }

    private static void copies(Subject subject, DType type, boolean visited) {
        RandomPlans plans = new RandomPlans(subject.seed());
        Random random = new Random(subject.seed());
        MapProgram copy = MapProgram.of(Expression.input(0, type), List.of(type), List.of());
        try (DriverBench bench = DriverBench.open(subject)) {
            for (int i = 0; i < PLANS; i++) {
                RandomPlans.Planned planned = plans.next(1, 1, i < 4 ? 1 : 1 + random.nextInt(20));
                int bytes = type.bytes();
                MemorySegment source = values(bench, random, type, planned.elements()[1]);
                MemorySegment background = values(bench, random, type, planned.elements()[0]);
                long x = bench.upload(bench.device(), source);
                long y = bench.upload(bench.device(), background);
                long stream = bench.stream();
                DriverBench.map(bench.device(), copy, planned.plan(), new long[] {y, x}, new long[0], stream);
                MemorySegment actual = bench.download(bench.device(), y, background.byteSize(), stream);
                boolean[] written = new boolean[(int) planned.elements()[0]];
                PlanWalk.visit(planned.plan(), (number, offsets) -> {
                    written[(int) offsets[0]] = true;
                    MemorySegment expected = source.asSlice(offsets[1] * bytes, bytes);
                    Expect.that(
                            !visited || expected.mismatch(actual.asSlice(offsets[0] * bytes, bytes)) == -1,
                            "element " + number + " of " + planned.plan() + " is copied");
                });
                for (int element = 0; !visited && element < written.length; element++) {
                    MemorySegment expected = background.asSlice((long) element * bytes, bytes);
                    Expect.that(
                            written[element] || expected.mismatch(actual.asSlice((long) element * bytes, bytes)) == -1,
                            "element " + element + " of the memory, which is not part of " + planned.plan()
                                    + ", is untouched");
                }
            }
        }
    }

    private static void differences(Subject subject) {
        RandomPlans plans = new RandomPlans(subject.seed() + 1);
        Random random = new Random(subject.seed());
        MapProgram difference = MapProgram.of(
                Expression.binary(BinaryOperator.SUBTRACT, Expression.input(0, F64), Expression.input(1, F64)),
                List.of(F64, F64),
                List.of());
        try (DriverBench bench = DriverBench.open(subject)) {
            for (int i = 0; i < PLANS; i++) {
                RandomPlans.Planned planned = plans.next(1, 2, 1 + random.nextInt(30));
                double[] x = random.doubles(planned.elements()[1]).toArray();
                double[] y = random.doubles(planned.elements()[2]).toArray();
                long target = bench.values(new double[(int) planned.elements()[0]]);
                long stream = bench.stream();
                DriverBench.map(
                        bench.device(),
                        difference,
                        planned.plan(),
                        new long[] {target, bench.values(x), bench.values(y)},
                        new long[0],
                        stream);
                double[] actual = bench.read(bench.device(), target, (int) planned.elements()[0], stream);
                PlanWalk.visit(
                        planned.plan(),
                        (number, at) -> Expect.equal(
                                x[(int) at[1]] - y[(int) at[2]],
                                actual[(int) at[0]],
                                "element " + number + " of " + planned.plan()));
            }
        }
    }

    private static long[] longs(DriverBench bench, MapProgram program, SegmentedPlan plan, int count, long... inputs) {
        long target = bench.memory(bench.device(), 8L * count);
        long[] addresses = new long[1 + inputs.length];
        addresses[0] = target;
        System.arraycopy(inputs, 0, addresses, 1, inputs.length);
        long stream = bench.stream();
        DriverBench.map(bench.device(), program, plan, addresses, new long[0], stream);
        return bench.download(bench.device(), target, 8L * count, stream).toArray(ValueLayout.JAVA_LONG);
    }

    private static double[] doubles(DriverBench bench, Expression expression, double[] x, double... y) {
        long target = bench.memory(bench.device(), 8L * x.length);
        boolean two = y.length > 0;
        MapProgram program = MapProgram.of(expression, two ? List.of(F64, F64) : List.of(F64), List.of());
        long[] addresses =
                two ? new long[] {target, bench.values(x), bench.values(y)} : new long[] {target, bench.values(x)};
        long stream = bench.stream();
        DriverBench.map(
                bench.device(), program, DriverBench.dense(addresses.length, x.length), addresses, new long[0], stream);
        return bench.read(bench.device(), target, x.length, stream);
    }

    private static void index(Subject subject) {
        try (DriverBench bench = DriverBench.open(subject)) {
            SegmentedPlan plan = new SegmentedPlan(
                    1, 2, new long[] {2, 3, 1, 4, 5, 1}, new long[] {3, 1, 4, 1, 1, 1}, new long[] {0, 6, 10});
            long[] actual = longs(bench, MapProgram.of(Expression.index(), List.of(), List.of()), plan, 15);
            for (int i = 0; i < actual.length; i++) {
                Expect.equal((long) i, actual[i], "the number of element " + i);
            }
        }
    }

    private static void twoOutputs(Subject subject) {
        Expression x = Expression.input(0, F64);
        MapProgram program = new MapProgram(
                List.of(
                        Expression.binary(BinaryOperator.ADD, x, Expression.constant(1.0)),
                        Expression.unary(UnaryOperator.NEGATE, x)),
                List.of(F64),
                List.of());
        try (DriverBench bench = DriverBench.open(subject)) {
            long first = bench.values(0, 0, 0);
            long second = bench.values(0, 0, 0);
            long[] addresses = {first, second, bench.values(1, 2, 3)};
            long stream = bench.stream();
            DriverBench.map(bench.device(), program, DriverBench.dense(3, 3), addresses, new long[0], stream);
            Expect.equal("[2.0, 3.0, 4.0]", text(bench.read(bench.device(), first, 3, stream)), "the first output");
            Expect.equal(
                    "[-1.0, -2.0, -3.0]", text(bench.read(bench.device(), second, 3, stream)), "the second output");
        }
    }

    private static String text(double[] values) {
        return Arrays.toString(values);
    }

    private static void parameters(Subject subject) {
        Expression x = Expression.input(0, F64);
        MapProgram program = new MapProgram(
                List.of(
                        Expression.binary(BinaryOperator.MULTIPLY, x, Expression.parameter(0, F64)),
                        Expression.binary(BinaryOperator.ADD, Expression.index(), Expression.parameter(1, DType.I64))),
                List.of(F64),
                List.of(F64, DType.I64));
        long large = (1L << 62) + 12_345;
        try (DriverBench bench = DriverBench.open(subject)) {
            long product = bench.values(0.0);
            long sum = bench.values(0.0);
            long stream = bench.stream();
            DriverBench.map(
                    bench.device(),
                    program,
                    DriverBench.dense(3, 1),
                    new long[] {product, sum, bench.values(1.0)},
                    new long[] {Double.doubleToRawLongBits(Math.PI), large},
                    stream);
            Expect.equal(Math.PI, bench.read(bench.device(), product, 1, stream)[0], "the parameter of type F64");
            Expect.equal(
                    large,
                    bench.download(bench.device(), sum, 8, stream).get(ValueLayout.JAVA_LONG, 0),
                    "the parameter of type I64");
        }
    }

    private static void philox(Subject subject) {
        long key = subject.seed();
        MapProgram program = MapProgram.of(
                new Expression.Philox(Expression.index(), Expression.constant(key)), List.of(), List.of());
        try (DriverBench bench = DriverBench.open(subject)) {
            long[] words = longs(bench, program, DriverBench.dense(1, 1000), 1000);
            for (int i = 0; i < words.length; i++) {
                Expect.equal(Philox4x64.word(i, key), words[i], "word " + i + " under key " + key);
            }
        }
    }

    private static void saturation(Subject subject) {
        double[] x = {1.9, -1.9, 1e300, -1e300, Double.NaN, 9.3e18, -0.5, Double.POSITIVE_INFINITY};
        MapProgram program = MapProgram.of(Expression.input(0, F64).cast(DType.I64), List.of(F64), List.of());
        try (DriverBench bench = DriverBench.open(subject)) {
            long[] actual = longs(bench, program, DriverBench.dense(2, x.length), x.length, bench.values(x));
            for (int i = 0; i < x.length; i++) {
                Expect.equal(Casts.toI64(x[i]), actual[i], x[i] + " as I64");
            }
        }
    }

    private static void narrowSaturation(Subject subject) {
        double[] x = {1.9, -1.9, 3e9, -3e9, 1e300, Double.NaN, -0.5, Double.NEGATIVE_INFINITY};
        MapProgram program = MapProgram.of(Expression.input(0, F64).cast(DType.I32), List.of(F64), List.of());
        try (DriverBench bench = DriverBench.open(subject)) {
            long target = bench.memory(bench.device(), 4L * x.length);
            long stream = bench.stream();
            DriverBench.map(
                    bench.device(),
                    program,
                    DriverBench.dense(2, x.length),
                    new long[] {target, bench.values(x)},
                    new long[0],
                    stream);
            int[] actual = bench.download(bench.device(), target, 4L * x.length, stream)
                    .toArray(ValueLayout.JAVA_INT);
            for (int i = 0; i < x.length; i++) {
                Expect.equal(Casts.toI32(x[i]), actual[i], x[i] + " as I32");
            }
        }
    }

    private static void conjugate(Subject subject) {
        MapProgram program = MapProgram.of(
                Expression.unary(UnaryOperator.CONJ, Expression.input(0, DType.C128)), List.of(DType.C128), List.of());
        try (DriverBench bench = DriverBench.open(subject)) {
            long target = bench.values(new double[4]);
            long stream = bench.stream();
            DriverBench.map(
                    bench.device(),
                    program,
                    DriverBench.dense(2, 2),
                    new long[] {target, bench.values(1, 2, -3, -4)},
                    new long[0],
                    stream);
            Expect.equal(
                    "[1.0, -2.0, -3.0, 4.0]",
                    text(bench.read(bench.device(), target, 4, stream)),
                    "the conjugates of 1+2i and -3-4i");
        }
    }

    private static void minimumOfNaN(Subject subject) {
        double[] x = {1, Double.NaN, 3};
        double[] y = {Double.NaN, 2, 4};
        try (DriverBench bench = DriverBench.open(subject)) {
            for (BinaryOperator operator : List.of(BinaryOperator.MINIMUM, BinaryOperator.MAXIMUM)) {
                double[] actual = doubles(
                        bench, Expression.binary(operator, Expression.input(0, F64), Expression.input(1, F64)), x, y);
                Expect.equal(Double.NaN, actual[0], operator + " of 1 and NaN");
                Expect.equal(Double.NaN, actual[1], operator + " of NaN and 2");
                Expect.equal(operator == BinaryOperator.MINIMUM ? 3.0 : 4.0, actual[2], operator + " of 3 and 4");
            }
        }
    }

    private static void truthValues(Subject subject) {
        double[] x = {0, 1, 2, -7, 0.25, Double.NaN, -0.0, 256};
        MapProgram program = MapProgram.of(Expression.input(0, F64).cast(DType.BOOL), List.of(F64), List.of());
        try (DriverBench bench = DriverBench.open(subject)) {
            long target = bench.memory(bench.device(), x.length);
            long stream = bench.stream();
            DriverBench.map(
                    bench.device(),
                    program,
                    DriverBench.dense(2, x.length),
                    new long[] {target, bench.values(x)},
                    new long[0],
                    stream);
            byte[] actual =
                    bench.download(bench.device(), target, x.length, stream).toArray(ValueLayout.JAVA_BYTE);
            for (int i = 0; i < x.length; i++) {
                Expect.equal(Casts.toBool(x[i]) ? (byte) 1 : (byte) 0, actual[i], "the byte of " + x[i] + " as BOOL");
            }
        }
    }

    private static void inPlace(Subject subject) {
        MapProgram square = MapProgram.of(
                Expression.unary(UnaryOperator.SQUARE, Expression.input(0, F64)), List.of(F64), List.of());
        int count = 1000;
        double[] x = new Random(subject.seed()).doubles(count).toArray();
        try (DriverBench bench = DriverBench.open(subject)) {
            long address = bench.values(x);
            long stream = bench.stream();
            DriverBench.map(
                    bench.device(),
                    square,
                    DriverBench.dense(2, count),
                    new long[] {address, address},
                    new long[0],
                    stream);
            double[] actual = bench.read(bench.device(), address, count, stream);
            for (int i = 0; i < count; i++) {
                Expect.equal(x[i] * x[i], actual[i], "element " + i + " squared in place");
            }
        }
    }

    private static void integerProducts(Subject subject) {
        MapProgram product = MapProgram.of(
                Expression.binary(
                        BinaryOperator.MULTIPLY, Expression.input(0, DType.I64), Expression.input(1, DType.I64)),
                List.of(DType.I64, DType.I64),
                List.of());
        long[] x = new Random(subject.seed()).longs(64).toArray();
        long[] y = new Random(subject.seed() + 1).longs(64).toArray();
        try (DriverBench bench = DriverBench.open(subject)) {
            MemorySegment first = bench.host(8L * x.length);
            MemorySegment second = bench.host(8L * x.length);
            MemorySegment.copy(x, 0, first, ValueLayout.JAVA_LONG, 0, x.length);
            MemorySegment.copy(y, 0, second, ValueLayout.JAVA_LONG, 0, y.length);
            long[] actual = longs(
                    bench,
                    product,
                    DriverBench.dense(3, x.length),
                    x.length,
                    bench.upload(bench.device(), first),
                    bench.upload(bench.device(), second));
            for (int i = 0; i < x.length; i++) {
                Expect.equal(x[i] * y[i], actual[i], x[i] + " · " + y[i]);
            }
        }
    }
}
