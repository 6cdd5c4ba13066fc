package dev.sluice.backend.cpu.openblas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.DType;
import dev.sluice.spi.BlasProvider;
import dev.sluice.spi.GemmProblem;
import dev.sluice.spi.Transpose;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What products promise, with and without a native library, against plain loops in 64 bits. */
abstract class ProductsContract {

    private static final long SEED = 20240229;
    private static final List<DType> TYPES = List.of(DType.F32, DType.F64, DType.C64, DType.C128);

    private static final List<Transpose> TRANSPOSES = List.of(Transpose.values());

    private final Random random = new Random(SEED);
    private Arena arena;
    private TestProviders providers;
    private BlasProvider blas;
    private long handle;

    /** The setting {@code cpu.openblas}. */
    abstract String library();

    /** Whether the JVM may use SIMD. */
    boolean vector() {
        return true;
    }

    @BeforeEach
    @SuppressWarnings("MustBeClosedChecker") // close() does.
    void open() {
        arena = Arena.ofConfined();
        providers = new TestProviders(library(), vector());
        blas = providers.blas();
        handle = blas.createHandle();
    }

    @AfterEach
    void close() {
        blas.destroyHandle(handle);
        providers.close();
        arena.close();
    }

    @ParameterizedTest
    @EnumSource(names = {"F32", "F64", "C64", "C128"})
    void everySquareSizeUpTo40MatchesTheReferenceInEveryTransposition(DType type) {
        for (int n = 0; n <= 40; n++) {
            for (Transpose transA : Transpose.values()) {
                for (Transpose transB : Transpose.values()) {
                    checkGemm(type, transA, transB, n, n, n, 0, 1, new double[] {1, 0, 0, 0});
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"F32", "F64", "C64", "C128"})
    void oddShapesWithPaddedColumnsAndScalarsMatchTheReference(DType type) {
        int[] extents = {1, 2, 3, 5, 7, 9, 17, 33, 65, 130};
        for (int trial = 0; trial < 150; trial++) {
            int m = extents[random.nextInt(extents.length)];
            int n = extents[random.nextInt(extents.length)];
            int k = random.nextInt(8) == 0 ? 0 : extents[random.nextInt(extents.length)];
            double[] scalars = {
                random.nextInt(-1, 3), random.nextInt(-1, 2), random.nextInt(-1, 3), random.nextInt(-1, 2)
            };
            checkGemm(
                    type,
                    TRANSPOSES.get(random.nextInt(3)),
                    TRANSPOSES.get(random.nextInt(3)),
                    m,
                    n,
                    k,
                    random.nextInt(4),
                    random.nextInt(1, 4),
                    scalars);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"F32", "F64", "C64", "C128"})
    void productsThatUseSeveralThreadsMatchTheReference(DType type) {
        checkGemm(type, Transpose.NONE, Transpose.NONE, 200, 210, 190, 3, 1, new double[] {1, 0, 0, 0});
        checkGemm(type, Transpose.CONJUGATE_TRANSPOSE, Transpose.TRANSPOSE, 150, 260, 170, 0, 2, new double[] {
            2, -1, 0.5, 1
        });
    }

    /** Compares one batch; strides leave gaps, and one operand in three is shared by the batch. */
    private void checkGemm(
            DType type,
            Transpose transA,
            Transpose transB,
            int m,
            int n,
            int k,
            int padding,
            int batch,
            double[] scalars) {
        int aRows = transA == Transpose.NONE ? m : k;
        int aColumns = transA == Transpose.NONE ? k : m;
        int bRows = transB == Transpose.NONE ? k : n;
        int bColumns = transB == Transpose.NONE ? n : k;
        boolean shareA = batch > 1 && random.nextInt(3) == 0;
        Matrix a = random(type, aRows, aColumns * batch, padding);
        Matrix b = random(type, bRows, bColumns * batch, padding);
        Matrix c = random(type, m, n * batch, padding);
        boolean betaIsZero = scalars[2] == 0 && (scalars[3] == 0 || !type.isComplex());
        Matrix before = betaIsZero ? c.fill(Double.NaN, Double.NaN) : copy(c);
        GemmProblem problem = new GemmProblem(
                type,
                transA,
                transB,
                m,
                n,
                k,
                a.ld(),
                b.ld(),
                c.ld(),
                shareA ? 0 : (long) a.ld() * aColumns,
                (long) b.ld() * bColumns,
                (long) c.ld() * n,
                batch);

        blas.gemm(
                handle, problem, scalars[0], scalars[1], a.address(), b.address(), scalars[2], scalars[3], c.address());

        for (int index = 0; index < batch; index++) {
            Matrix aOne = part(a, shareA ? 0 : index, aColumns);
            Matrix bOne = part(b, index, bColumns);
            Matrix cOne = part(c, index, n);
            Matrix beforeOne = part(before, index, n);
            double tolerance = 40 * c.epsilon() * (k + 2);
            for (int j = 0; j < n; j++) {
                for (int i = 0; i < m; i++) {
                    double[] expected = {0, 0};
                    for (int p = 0; p < k; p++) {
                        addProduct(
                                expected,
                                aOne.re(transA, i, p),
                                aOne.im(transA, i, p),
                                bOne.re(transB, p, j),
                                bOne.im(transB, p, j));
                    }
                    expected = scaled(type, scalars[0], scalars[1], expected);
                    if (!betaIsZero) {
                        double[] old = scaled(
                                type, scalars[2], scalars[3], new double[] {beforeOne.re(i, j), beforeOne.im(i, j)});
                        expected[0] += old[0];
                        expected[1] += old[1];
                    }
                    checkElement(cOne, i, j, expected, tolerance, problem);
                }
            }
        }
    }

    /** Describes an element only when it is wrong, because most of the time would go into that. */
    private static void checkElement(
            Matrix actual, int i, int j, double[] expected, double tolerance, Object operands) {
        double error = Math.max(Math.abs(actual.re(i, j) - expected[0]), Math.abs(actual.im(i, j) - expected[1]));
        if (!(error <= tolerance)) {
            assertThat(new double[] {actual.re(i, j), actual.im(i, j)})
                    .as("[%d,%d] of %s from %s, seed %d", i, j, actual, operands, SEED)
                    .containsExactly(expected, within(tolerance));
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"F32", "F64", "C64", "C128"})
    void paddingBetweenColumnsOfTheResultIsNotTouched(DType type) {
        for (int n : new int[] {3, 8, 21, 70}) {
            Matrix a = random(type, n, n, 0);
            Matrix c = random(type, n, n, 5);
            Matrix before = copy(c);
            blas.gemm(handle, square(type, n, n, n, n + 5), 1, 0, a.address(), a.address(), 0, 0, c.address());
            for (int j = 0; j < n; j++) {
                for (int i = n; i < n + 5; i++) {
                    assertThat(c.re(i, j)).isEqualTo(before.re(i, j));
                    assertThat(c.im(i, j)).isEqualTo(before.im(i, j));
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"F32", "F64", "C64", "C128"})
    void aZeroAlphaReadsNeitherOperand(DType type) {
        for (int n : new int[] {4, 70}) {
            Matrix nan = random(type, n, n, 0).fill(Double.NaN, Double.NaN);
            Matrix c = random(type, n, n, 0).fill(3, 0);
            blas.gemm(handle, square(type, n, n, n, n), 0, 0, nan.address(), nan.address(), 2, 0, c.address());
            assertThat(c.re(n - 1, n - 1)).isEqualTo(6);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"F32", "F64", "C64", "C128"})
    void largeBatchesOfSmallProductsMatchTheReference(DType type) {
        checkGemm(type, Transpose.NONE, Transpose.NONE, 16, 16, 16, 0, 1000, new double[] {1, 0, 0, 0});
        checkGemm(type, Transpose.TRANSPOSE, Transpose.NONE, 9, 5, 7, 1, 9001, new double[] {1, 0, 2, 0});
        checkGemm(type, Transpose.NONE, Transpose.TRANSPOSE, 40, 41, 39, 0, 50, new double[] {2, 1, 0, 0});
    }

    @Test
    void aSmallGroupOfDifferentShapesIsComputed() {
        checkGroup(3, 100);
    }

    @Test
    void aLargeGroupOfDifferentShapesIsComputed() {
        checkGroup(700, 60);
    }

    private void checkGroup(int size, int largest) {
        GemmProblem[] problems = new GemmProblem[size];
        Matrix[] a = new Matrix[size];
        Matrix[] c = new Matrix[size];
        long[] aAddresses = new long[size];
        long[] cAddresses = new long[size];
        for (int index = 0; index < size; index++) {
            int n = index % 100 == 50 ? 90 : random.nextInt(largest);
            problems[index] = square(DType.F64, n, Math.max(1, n), Math.max(1, n), Math.max(1, n));
            a[index] = random(DType.F64, n, n, 0);
            c[index] = random(DType.F64, n, n, 0).fill(Double.NaN, 0);
            aAddresses[index] = a[index].address();
            cAddresses[index] = c[index].address();
        }

        blas.gemmGrouped(handle, problems, 1, 0, aAddresses, aAddresses, 0, 0, cAddresses);

        for (int index = 0; index < size; index++) {
            int n = a[index].rows();
            for (int j = 0; j < n; j += 7) {
                double expected = 0;
                for (int p = 0; p < n; p++) {
                    expected += a[index].re(n - 1, p) * a[index].re(p, j);
                }
                assertThat(c[index].re(n - 1, j))
                        .as("product %d of extent %d, seed %d", index, n, SEED)
                        .isCloseTo(expected, within(1e-12));
            }
        }
    }

    @Test
    void productsOfSeveralThreadsDoNotDisturbEachOther() throws Exception {
        int[] extents = {8, 40, 100, 180, 230};
        List<Callable<Void>> callers = new ArrayList<>();
        for (int caller = 0; caller < 4; caller++) {
            int first = caller;
            callers.add(() -> {
                long ownHandle = blas.createHandle();
                try (Arena ownArena = Arena.ofConfined()) {
                    for (int round = 0; round < 25; round++) {
                        int n = extents[(first + round) % extents.length];
                        Matrix ones =
                                Matrix.allocate(ownArena, DType.F64, n, n, n).fill(1, 0);
                        Matrix product = Matrix.allocate(ownArena, DType.F64, n, n, n);
                        blas.gemm(
                                ownHandle,
                                square(DType.F64, n, n, n, n),
                                1,
                                0,
                                ones.address(),
                                ones.address(),
                                0,
                                0,
                                product.address());
                        for (int j = 0; j < n; j++) {
                            for (int i = 0; i < n; i++) {
                                checkElement(product, i, j, new double[] {n, 0}, 0, ones);
                            }
                        }
                    }
                } finally {
                    blas.destroyHandle(ownHandle);
                }
                return null;
            });
        }
        try (ExecutorService executor = Executors.newFixedThreadPool(callers.size())) {
            for (Future<Void> result : executor.invokeAll(callers)) {
                result.get();
            }
        }
    }

    @Test
    void aDistanceBetweenColumnsLessThanTheRowsIsRejected() {
        assertThatThrownBy(() -> blas.gemm(handle, square(DType.F64, 4, 3, 4, 4), 1, 0, 0, 0, 0, 0, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("lda=3");
    }

    @ParameterizedTest
    @EnumSource(names = {"F32", "F64", "C64", "C128"})
    void matrixVectorProductsMatchTheReference(DType type) {
        int[][] shapes = {{0, 3}, {3, 0}, {1, 1}, {4, 4}, {7, 13}, {16, 16}, {33, 20}, {300, 5}, {5, 300}, {257, 129}};
        double[][] scalars = {{1, 0, 0, 0}, {2, -1, 1, 0.5}, {0, 0, 2, 1}, {0, 0, 0, 0}};
        for (int[] shape : shapes) {
            for (Transpose trans : Transpose.values()) {
                for (int[] steps : new int[][] {{1, 1}, {2, 3}, {-1, 1}, {1, -2}}) {
                    for (double[] scalar : scalars) {
                        checkGemv(type, trans, shape[0], shape[1], steps[0], steps[1], scalar);
                    }
                }
            }
        }
    }

    private void checkGemv(DType type, Transpose trans, int m, int n, int incx, int incy, double[] scalars) {
        int xLength = trans == Transpose.NONE ? n : m;
        int yLength = trans == Transpose.NONE ? m : n;
        Matrix a = random(type, m, n, 2);
        Matrix x = random(type, 1, xLength, Math.abs(incx) - 1);
        Matrix y = random(type, 1, yLength, Math.abs(incy) - 1);
        boolean betaIsZero = scalars[2] == 0 && scalars[3] == 0;
        Matrix before = betaIsZero ? y.fill(Double.NaN, Double.NaN) : copy(y);

        blas.gemv(
                handle,
                type,
                trans,
                m,
                n,
                scalars[0],
                scalars[1],
                a.address(),
                a.ld(),
                x.address(),
                incx,
                scalars[2],
                scalars[3],
                y.address(),
                incy);

        for (int i = 0; i < yLength; i++) {
            double[] expected = {0, 0};
            for (int p = 0; p < xLength; p++) {
                int at = incx > 0 ? p : xLength - 1 - p;
                addProduct(expected, a.re(trans, i, p), a.im(trans, i, p), x.re(0, at), x.im(0, at));
            }
            expected = scaled(type, scalars[0], scalars[1], expected);
            int at = incy > 0 ? i : yLength - 1 - i;
            if (!betaIsZero) {
                double[] old = scaled(type, scalars[2], scalars[3], new double[] {before.re(0, at), before.im(0, at)});
                expected[0] += old[0];
                expected[1] += old[1];
            }
            double tolerance = 40 * a.epsilon() * (xLength + 2);
            checkElement(y, 0, at, expected, tolerance, a);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"F32", "F64", "C64", "C128"})
    void dotProductsMatchTheReference(DType type) {
        Matrix result = random(type, 1, 1, 0);
        for (int n : new int[] {0, 1, 2, 3, 4, 5, 63, 64, 65, 256, 257, 1000, 100_003}) {
            for (int[] steps : new int[][] {{1, 1}, {2, 3}, {-1, 1}}) {
                for (boolean conjugate : new boolean[] {false, true}) {
                    Matrix x = random(type, 1, n, Math.abs(steps[0]) - 1);
                    Matrix y = random(type, 1, n, Math.abs(steps[1]) - 1);
                    blas.dot(
                            handle, type, conjugate, n, x.address(), steps[0], y.address(), steps[1], result.address());
                    double[] expected = {0, 0};
                    for (int i = 0; i < n; i++) {
                        int at = steps[0] > 0 ? i : n - 1 - i;
                        addProduct(
                                expected, x.re(0, at), conjugate ? -x.im(0, at) : x.im(0, at), y.re(0, i), y.im(0, i));
                    }
                    String where = type + " n=" + n + ", seed " + SEED;
                    double tolerance = 20 * x.epsilon() * (Math.sqrt(n) * 10 + 2);
                    assertThat(result.re(0, 0)).as(where).isCloseTo(expected[0], within(tolerance));
                    assertThat(result.im(0, 0)).as(where).isCloseTo(expected[1], within(tolerance));
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"F32", "F64", "C64", "C128"})
    void normsMatchTheReferenceForEveryMagnitude(DType type) {
        double[] magnitudes = type.realPart() == DType.F32
                ? new double[] {1, 1e37, 1e-37, 1e-42}
                : new double[] {1, 1e300, 1e-300, 1e-310};
        Matrix result = random(type.realPart(), 1, 1, 0);
        for (int n : new int[] {1, 2, 3, 64, 1001}) {
            for (double magnitude : magnitudes) {
                for (int step : new int[] {1, 3}) {
                    Matrix x = random(type, 1, n, step - 1);
                    double squares = 0;
                    for (int i = 0; i < n; i++) {
                        double re = x.re(0, i);
                        double im = x.im(0, i);
                        squares += re * re + im * im;
                        x.set(0, i, re * magnitude, im * magnitude);
                    }
                    blas.nrm2(handle, type, n, x.address(), step, result.address());
                    // Subnormal elements have lost digits when they were stored.
                    double tolerance = magnitude == 1e-42 || magnitude == 1e-310 ? 1e-2 : 100 * x.epsilon();
                    assertThat(result.re(0, 0) / magnitude)
                            .as("%s n=%d magnitude=%s, seed %d", type, n, magnitude, SEED)
                            .isCloseTo(Math.sqrt(squares), within(tolerance * Math.sqrt(squares)));
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"F32", "F64", "C64", "C128"})
    void theNormOfInfinityIsInfiniteAndOfNanIsNan(DType type) {
        Matrix result = random(type.realPart(), 1, 1, 0);
        Matrix x = random(type, 1, 5, 0);
        x.set(0, 3, Double.NEGATIVE_INFINITY, 0);
        blas.nrm2(handle, type, 5, x.address(), 1, result.address());
        assertThat(result.re(0, 0)).isInfinite();
        x.set(0, 2, Double.NaN, 0);
        blas.nrm2(handle, type, 5, x.address(), 1, result.address());
        assertThat(result.re(0, 0)).isNaN();
        blas.nrm2(handle, type, 0, x.address(), 1, result.address());
        assertThat(result.re(0, 0)).isZero();
    }

    @Test
    void theFourArithmeticTypesAreSupportedAndNoOther() {
        for (DType type : DType.values()) {
            assertThat(blas.supports(type)).as(type.toString()).isEqualTo(TYPES.contains(type));
        }
    }

    private static GemmProblem square(DType type, int n, int lda, int ldb, int ldc) {
        return new GemmProblem(type, Transpose.NONE, Transpose.NONE, n, n, n, lda, ldb, ldc, 0, 0, 0, 1);
    }

    private Matrix random(DType type, int rows, int columns, int padding) {
        return Matrix.random(arena, type, rows, columns, Math.max(1, rows + padding), random);
    }

    private Matrix copy(Matrix source) {
        Matrix copy = Matrix.allocate(arena, source.type(), source.rows(), source.columns(), source.ld());
        for (int j = 0; j < source.columns(); j++) {
            for (int i = 0; i < source.ld(); i++) {
                copy.set(i, j, source.re(i, j), source.im(i, j));
            }
        }
        return copy;
    }

    private static Matrix part(Matrix all, int index, int columns) {
        long offset = (long) index * columns * all.ld() * all.type().bytes();
        return new Matrix(all.type(), all.rows(), columns, all.ld(), all.address() + offset);
    }

    private static void addProduct(double[] sum, double aRe, double aIm, double bRe, double bIm) {
        sum[0] += aRe * bRe - aIm * bIm;
        sum[1] += aRe * bIm + aIm * bRe;
    }

    private static double[] scaled(DType type, double re, double im, double[] value) {
        double imaginary = type.isComplex() ? im : 0;
        return new double[] {re * value[0] - imaginary * value[1], re * value[1] + imaginary * value[0]};
    }
}
