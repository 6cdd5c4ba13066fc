package dev.sluice.backend.cpu.tensor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.Complex;
import dev.sluice.DType;
import dev.sluice.Reductions.Reduction;
import dev.sluice.Scalar;
import dev.sluice.Scope;
import dev.sluice.Slice;
import dev.sluice.Sluice;
import dev.sluice.SluiceOptions;
import dev.sluice.Tensor;
import dev.sluice.backend.cpu.tensor.RandomTensors.Pair;
import dev.sluice.expression.BinaryOperator;
import java.util.Arrays;
import java.util.Comparator;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Random operations on random views have the results that index loops have. The seed of a failing case is in its message. */
class OperationsAgainstIndexLoopsTest {
    private static final long FIRST_SEED = 20_260_401;
    private static final DType[] TYPES = {
        DType.BOOL, DType.I32, DType.I64, DType.F16, DType.BF16, DType.F32, DType.F64, DType.C64, DType.C128
    };
    private static final DType[] NUMBERS = {DType.I32, DType.I64, DType.F32, DType.F64, DType.C64, DType.C128};

    private static Sluice sluice;

    @BeforeAll
    static void open() {
        sluice = Sluice.open(SluiceOptions.defaults().withBackend("cpu").asIsolated());
    }

    @AfterAll
    static void close() {
        sluice.close();
    }

    private interface Case {
        void run(RandomTensors random);
    }

    private static void repeat(int cases, Case body) {
        for (long seed = FIRST_SEED; seed < FIRST_SEED + cases; seed++) {
            try (Scope _ = sluice.scope()) {
                body.run(new RandomTensors(sluice, seed));
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
            }
        }
    }

    private static void assertMeans(Tensor actual, ReferenceTensor expected, String what) {
        assertMeans(actual, expected, 0, what);
    }

    private static void assertMeans(Tensor actual, ReferenceTensor expected, double tolerance, String what) {
        assertThat(actual.shape()).as(what).isEqualTo(expected.shape());
        double[] parts;
        try (Tensor complex = actual.cast(DType.C128)) {
            parts = complex.toDoubleArray();
        }
        for (int at = 0; at < expected.elements.length; at++) {
            Complex want = expected.elements[at];
            Complex have = new Complex(parts[2 * at], parts[2 * at + 1]);
            double error = new Complex(have.re() - want.re(), have.im() - want.im()).abs();
            assertThat(error)
                    .as("%s: element %d is %s, expected %s", what, at, have, want)
                    .isLessThanOrEqualTo(tolerance * Math.max(1, want.abs()));
        }
    }

    @Test
    void viewsOfViewsSeeTheElementsTheyName() {
        repeat(1000, random -> {
            Pair pair = random.viewWith(random.oneOf(TYPES), random.extents(random.below(5), random.below(2)));
            for (int step = random.below(4); step >= 0; step--) {
                pair = random.view(pair);
            }
            assertMeans(pair.tensor(), pair.meaning(), pair.history());
        });
    }

    @Test
    void singleElementsAreReadWhereTheyLie() {
        repeat(200, random -> {
            Pair pair = random.view(random.viewWith(random.oneOf(TYPES), random.extents(random.below(4), 1)));
            assertThat(ReferenceTensor.of(pair.tensor()).elements)
                    .as(pair.history())
                    .isEqualTo(pair.meaning().elements);
        });
    }

    @Test
    void binaryOperationsBroadcastAndPromote() {
        repeat(1000, random -> {
            int[] extents = random.extents(random.below(4), random.below(2));
            DType leftType = random.oneOf(NUMBERS);
            DType rightType = random.oneOf(NUMBERS);
            Pair left = random.viewWith(leftType, partOf(random, extents));
            Pair right = random.viewWith(rightType, partOf(random, extents));
            BinaryOperator operator = random.oneOf(BinaryOperator.ADD, BinaryOperator.MULTIPLY, BinaryOperator.EQUAL);
            ReferenceTensor expected = left.meaning().combine(right.meaning(), (a, b) -> switch (operator) {
                case ADD -> ReferenceTensor.add(a, b);
                case MULTIPLY -> ReferenceTensor.multiply(a, b);
                default -> truth(a.re() == b.re() && a.im() == b.im());
            });
            Tensor actual = left.tensor().apply(operator, right.tensor());
            String what = left.history() + " " + operator + " " + right.history();
            assertMeans(actual, expected, what);
            DType promoted = DType.promote(leftType, rightType);
            assertThat(actual.dtype()).as(what).isEqualTo(operator == BinaryOperator.EQUAL ? DType.BOOL : promoted);
        });
    }

    /** Extents that broadcast to {@code extents}. */
    private static int[] partOf(RandomTensors random, int[] extents) {
        int dropped = random.below(3) == 0 ? random.below(extents.length + 1) : 0;
        return IntStream.range(dropped, extents.length)
                .map(axis -> random.below(4) == 0 ? 1 : extents[axis])
                .toArray();
    }

    @Test
    void assignmentWritesThroughViewsAndNothingElse() {
        repeat(800, random -> {
            int[] extents = random.extents(1 + random.below(3), 1);
            Pair whole = random.tensor(random.oneOf(NUMBERS), extents);
            int axis = random.below(extents.length);
            int start = random.below(extents[axis]);
            int step = random.oneOf(1, 2, -1);
            int count = step > 0 ? (extents[axis] - start + step - 1) / step : start / -step + 1;
            Slice[] slices = new Slice[axis + 1];
            Arrays.fill(slices, Slice.all());
            slices[axis] = Slice.range(start, Slice.Range.OPEN, step);
            ReferenceTensor part = whole.meaning().range(axis, start, step, count);
            Pair source = random.viewWith(DType.I32, partOf(random, part.extents));
            whole.tensor().slice(slices).assign(source.tensor());
            ReferenceTensor written = source.meaning().broadcastTo(part.extents);
            ReferenceTensor expected = ReferenceTensor.build(extents, index -> {
                int distance = index[axis] - start;
                if (distance % step != 0 || distance / step < 0 || distance / step >= count) {
                    return whole.meaning().at(index);
                }
                int[] inPart = index.clone();
                inPart[axis] = distance / step;
                return written.at(inPart);
            });
            assertMeans(whole.tensor(), expected, whole.history() + " assigned at " + Arrays.toString(slices));
        });
    }

    @Test
    void assignmentFromAnOverlappingViewSeesTheOldElements() {
        repeat(300, random -> {
            int extent = 1 + random.below(5);
            Pair matrix = random.tensor(random.oneOf(NUMBERS), extent, extent);
            Tensor target = matrix.tensor();
            ReferenceTensor expected;
            String what;
            switch (random.below(3)) {
                case 0 -> {
                    target.assign(target.transpose());
                    expected = matrix.meaning().permute(1, 0);
                    what = "transposed onto itself";
                }
                case 1 -> {
                    target.assign(target.slice(Slice.every(-1)));
                    expected = matrix.meaning().range(0, extent - 1, -1, extent);
                    what = "reversed onto itself";
                }
                default -> {
                    target.axpy(Scalar.of(2L), target.slice(Slice.range(0, 1)));
                    ReferenceTensor row = matrix.meaning().range(0, 0, 1, 1);
                    expected =
                            matrix.meaning().combine(row, (y, x) -> ReferenceTensor.add(y, ReferenceTensor.add(x, x)));
                    what = "twice its first row added";
                }
            }
            assertMeans(target, expected, matrix.history() + " " + what);
        });
    }

    @Test
    void inPlaceUpdatesOfConjugatedViewsReachTheStoredElements() {
        repeat(300, random -> {
            int[] extents = random.extents(random.below(3), 1);
            Pair y = random.viewWith(random.oneOf(DType.C64, DType.C128), extents);
            Pair x = random.viewWith(random.oneOf(DType.I32, DType.F32, DType.C64), partOf(random, extents));
            if (DType.promote(y.tensor().dtype(), x.tensor().dtype())
                    != y.tensor().dtype()) {
                return;
            }
            Complex alpha = new Complex(2, -3);
            y.tensor().axpy(Scalar.of(alpha), x.tensor());
            ReferenceTensor expected = y.meaning()
                    .combine(x.meaning(), (a, b) -> ReferenceTensor.add(a, ReferenceTensor.multiply(alpha, b)));
            assertMeans(y.tensor(), expected, y.history() + " += α·" + x.history());
        });
    }

    @Test
    void reductionsCombineTheAxesTheyName() {
        repeat(1000, random -> {
            DType type = random.oneOf(TYPES);
            int[] extents = random.extents(random.below(4), random.below(8) == 0 ? 0 : 1);
            Pair x = random.viewWith(type, extents);
            int[] axes = Arrays.copyOf(random.shuffled(extents.length), random.below(extents.length + 1));
            boolean[] combined = new boolean[extents.length];
            Arrays.stream(axes).forEach(axis -> combined[axis] = true);
            if (axes.length == 0) {
                Arrays.fill(combined, true);
            }
            Reduction reduction = random.oneOf(Reduction.values());
            int count = IntStream.range(0, extents.length)
                    .filter(axis -> combined[axis])
                    .map(axis -> extents[axis])
                    .reduce(1, (a, b) -> a * b);
            boolean ordered = reduction == Reduction.MIN || reduction == Reduction.MAX;
            if (ordered && (type.isComplex() || count == 0) || reduction == Reduction.MEAN && count == 0) {
                return;
            }
            ReferenceTensor expected = x.meaning().reduce(combined, meaningOf(reduction));
            Tensor actual = x.tensor().reduce(reduction, false, axes);
            String what = reduction + " over " + Arrays.toString(axes) + " of " + x.history();
            assertMeans(actual, expected, toleranceOf(reduction, type), what);
        });
    }

    private static double toleranceOf(Reduction reduction, DType type) {
        boolean rounds = reduction == Reduction.MEAN || reduction == Reduction.NORM || reduction == Reduction.PROD;
        return !rounds ? 0 : type.floating().realPart() == DType.F32 ? 1e-6 : 1e-14;
    }

    private static Function<Complex[], Complex> meaningOf(Reduction reduction) {
        return switch (reduction) {
            case SUM -> ReferenceTensor::sum;
            case PROD -> values -> Arrays.stream(values).reduce(Complex.ONE, ReferenceTensor::multiply);
            case MIN ->
                values -> Arrays.stream(values)
                        .min(Comparator.comparingDouble(Complex::re))
                        .orElseThrow();
            case MAX ->
                values -> Arrays.stream(values)
                        .max(Comparator.comparingDouble(Complex::re))
                        .orElseThrow();
            case MEAN ->
                values -> {
                    Complex sum = ReferenceTensor.sum(values);
                    return new Complex(sum.re() / values.length, sum.im() / values.length);
                };
            case ANY -> values -> truth(Arrays.stream(values).anyMatch(OperationsAgainstIndexLoopsTest::isNotZero));
            case ALL -> values -> truth(Arrays.stream(values).allMatch(OperationsAgainstIndexLoopsTest::isNotZero));
            case NORM ->
                values -> new Complex(
                        Math.sqrt(Arrays.stream(values)
                                .mapToDouble(v -> v.re() * v.re() + v.im() * v.im())
                                .sum()),
                        0);
        };
    }

    private static boolean isNotZero(Complex value) {
        return value.re() != 0 || value.im() != 0;
    }

    private static Complex truth(boolean value) {
        return value ? Complex.ONE : Complex.ZERO;
    }

    @Test
    void positionsCountInRowMajorOrderAndTheFirstWins() {
        repeat(600, random -> {
            int[] extents = random.extents(1 + random.below(3), 1);
            Pair x = random.viewWith(random.oneOf(DType.BOOL, DType.I32, DType.F16, DType.F32, DType.F64), extents);
            boolean least = random.below(2) == 0;
            boolean all = random.below(3) == 0;
            int axis = random.below(extents.length);
            boolean[] combined = new boolean[extents.length];
            combined[axis] = true;
            if (all) {
                Arrays.fill(combined, true);
            }
            ReferenceTensor expected = x.meaning().reduce(combined, values -> {
                int best = 0;
                for (int at = 1; at < values.length; at++) {
                    if (least ? values[at].re() < values[best].re() : values[at].re() > values[best].re()) {
                        best = at;
                    }
                }
                return new Complex(best, 0);
            });
            Tensor actual = least
                    ? all ? x.tensor().argmin() : x.tensor().argmin(axis, false)
                    : all ? x.tensor().argmax() : x.tensor().argmax(axis, false);
            assertMeans(actual, expected, (least ? "argmin" : "argmax") + " over " + axis + " of " + x.history());
        });
    }

    @Test
    void matrixProductsOfAnyViewsAreSumsOfProducts() {
        repeat(1200, random -> {
            int rows = random.below(6);
            int inner = random.below(6);
            int columns = random.below(6);
            int[] batch = random.extents(random.below(3), 1);
            Pair left = random.viewWith(random.oneOf(NUMBERS), withMatrix(partOf(random, batch), rows, inner));
            Pair right = random.viewWith(random.oneOf(NUMBERS), withMatrix(partOf(random, batch), inner, columns));
            ReferenceTensor expected = left.meaning().matmul(right.meaning());
            Tensor actual = left.tensor().matmul(right.tensor());
            String what = left.history() + " × " + right.history();
            assertThat(actual.dtype())
                    .as(what)
                    .isEqualTo(
                            DType.promote(left.tensor().dtype(), right.tensor().dtype()));
            assertMeans(actual, expected, what);
        });
    }

    private static int[] withMatrix(int[] batch, int rows, int columns) {
        int[] extents = Arrays.copyOf(batch, batch.length + 2);
        extents[batch.length] = rows;
        extents[batch.length + 1] = columns;
        return extents;
    }

    @Test
    void vectorsAreRowsOnTheLeftAndColumnsOnTheRight() {
        repeat(600, random -> {
            int inner = random.below(5);
            int[] batch = random.extents(random.below(3), 1);
            DType type = random.oneOf(NUMBERS);
            Pair vector = random.viewWith(random.oneOf(type, random.oneOf(NUMBERS)), inner);
            int columns = 1 + random.below(4);
            if (random.below(2) == 0) {
                Pair matrix = random.viewWith(type, withMatrix(batch, inner, columns));
                ReferenceTensor product = vector.meaning().reshape(1, inner).matmul(matrix.meaning());
                assertMeans(
                        vector.tensor().matmul(matrix.tensor()),
                        product.reshape(withoutAxis(product.extents, product.rank() - 2)),
                        vector.history() + " × " + matrix.history());
            } else {
                Pair matrix = random.viewWith(type, withMatrix(batch, columns, inner));
                ReferenceTensor product =
                        matrix.meaning().matmul(vector.meaning().reshape(inner, 1));
                assertMeans(
                        matrix.tensor().matmul(vector.tensor()),
                        product.reshape(Arrays.copyOf(product.extents, product.rank() - 1)),
                        matrix.history() + " × " + vector.history());
            }
            Pair other = random.viewWith(type, inner);
            ReferenceTensor dot =
                    vector.meaning().reshape(1, inner).matmul(other.meaning().reshape(inner, 1));
            assertMeans(vector.tensor().dot(other.tensor()), dot.reshape(), vector.history() + " · " + other.history());
        });
    }

    private static int[] withoutAxis(int[] extents, int axis) {
        return IntStream.range(0, extents.length)
                .filter(i -> i != axis)
                .map(i -> extents[i])
                .toArray();
    }
}
