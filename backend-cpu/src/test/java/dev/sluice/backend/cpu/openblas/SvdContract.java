package dev.sluice.backend.cpu.openblas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.DType;
import dev.sluice.backend.cpu.gemm.Memory;
import dev.sluice.spi.SolverProvider;
import dev.sluice.spi.SvdProblem;
import dev.sluice.spi.SvdProblem.Vectors;
import java.lang.foreign.Arena;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the singular value decomposition promises, with and without a native library. */
abstract class SvdContract {

    private static final long SEED = 19840523;
    private static final int PADDING = 3;

    private final Random random = new Random(SEED);
    private Arena arena;
    private TestProviders providers;
    private SolverProvider solver;
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
        solver = providers.solver();
        handle = solver.createHandle();
    }

    @AfterEach
    void close() {
        solver.destroyHandle(handle);
        providers.close();
        arena.close();
    }

    /** A, which the decomposition leaves alone here because it gets a copy, and what came of it. */
    private record Decomposition(Matrix a, Matrix s, Matrix u, Matrix vt, int info) {}

    @ParameterizedTest
    @EnumSource(names = {"F32", "F64", "C64", "C128"})
    void factorsReproduceTheMatrixAndAreOrthonormal(DType type) {
        int[][] shapes = {{1, 1}, {1, 5}, {5, 1}, {2, 2}, {4, 4}, {7, 3}, {3, 7}, {40, 40}, {60, 17}, {17, 60}, {90, 4}
        };
        for (int[] shape : shapes) {
            for (Vectors vectors : new Vectors[] {Vectors.THIN, Vectors.FULL}) {
                check(decompose(random(type, shape[0], shape[1]), vectors));
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"F32", "F64", "C64", "C128"})
    void rankDeficientMatricesHaveZerosAndStillOrthonormalFactors(DType type) {
        for (int[] shape : new int[][] {{6, 6}, {12, 5}, {5, 12}, {30, 30}}) {
            Matrix a = random(type, shape[0], shape[1]);
            // Every column is one of the first two, or their sum.
            for (int j = 2; j < shape[1]; j++) {
                for (int i = 0; i < shape[0]; i++) {
                    double re = (j % 3 == 0 ? 0 : a.re(i, 0)) + (j % 3 == 1 ? 0 : a.re(i, 1));
                    double im = (j % 3 == 0 ? 0 : a.im(i, 0)) + (j % 3 == 1 ? 0 : a.im(i, 1));
                    a.set(i, j, re, im);
                }
            }
            Decomposition result = decompose(a, Vectors.FULL);
            check(result);
            assertThat(result.s().re(2, 0))
                    .isLessThan(100 * a.epsilon() * result.s().re(0, 0));
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"F32", "F64", "C64", "C128"})
    void aZeroMatrixHasZeroValuesAndCompleteBases(DType type) {
        Decomposition result = decompose(random(type, 5, 3).fill(0, 0), Vectors.FULL);
        check(result);
        assertThat(result.s().re(0, 0)).isZero();
    }

    @ParameterizedTest
    @EnumSource(names = {"F32", "F64", "C64", "C128"})
    void knownValuesAreFound(DType type) {
        Matrix a = random(type, 2, 2);
        a.set(0, 0, 3, 0);
        a.set(0, 1, 0, 0);
        a.set(1, 0, 4, 0);
        a.set(1, 1, 5, 0);
        for (Vectors vectors : Vectors.values()) {
            Decomposition result = decompose(a, vectors);
            assertThat(result.s().re(0, 0)).isCloseTo(Math.sqrt(45), within(100 * a.epsilon()));
            assertThat(result.s().re(1, 0)).isCloseTo(Math.sqrt(5), within(100 * a.epsilon()));
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"C64", "C128"})
    void phasesOfAComplexDiagonalGoIntoTheVectors(DType type) {
        Matrix a = random(type, 3, 3).fill(0, 0);
        a.set(0, 0, 0, 2);
        a.set(1, 1, -7, 0);
        a.set(2, 2, 3, 4);
        Decomposition result = decompose(a, Vectors.FULL);
        check(result);
        assertThat(result.s().re(0, 0)).isCloseTo(7, within(100 * a.epsilon()));
        assertThat(result.s().re(1, 0)).isCloseTo(5, within(100 * a.epsilon()));
        assertThat(result.s().re(2, 0)).isCloseTo(2, within(100 * a.epsilon()));
    }

    @ParameterizedTest
    @EnumSource(names = {"F32", "F64", "C64", "C128"})
    void valuesAloneAreThoseThatComeWithVectors(DType type) {
        for (int[] shape : new int[][] {{8, 8}, {31, 6}, {6, 31}}) {
            Matrix a = random(type, shape[0], shape[1]);
            Decomposition alone = decompose(a, Vectors.NONE);
            Decomposition withVectors = decompose(a, Vectors.THIN);
            assertThat(alone.info()).isZero();
            for (int i = 0; i < Math.min(shape[0], shape[1]); i++) {
                assertThat(alone.s().re(i, 0)).isCloseTo(withVectors.s().re(i, 0), within(200 * a.epsilon()));
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"F32", "F64", "C64", "C128"})
    void extremeMagnitudesNeitherOverflowNorVanish(DType type) {
        double[] magnitudes = type.realPart() == DType.F32 ? new double[] {1e36, 1e-36} : new double[] {1e300, 1e-300};
        for (double magnitude : magnitudes) {
            Matrix a = random(type, 6, 4);
            Matrix scaled = copy(a);
            for (int j = 0; j < 4; j++) {
                for (int i = 0; i < 6; i++) {
                    scaled.set(i, j, a.re(i, j) * magnitude, a.im(i, j) * magnitude);
                }
            }
            Decomposition expected = decompose(a, Vectors.THIN);
            Decomposition actual = decompose(scaled, Vectors.THIN);
            for (int i = 0; i < 4; i++) {
                assertThat(actual.s().re(i, 0) / magnitude)
                        .isCloseTo(expected.s().re(i, 0), within(200 * a.epsilon()));
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"F32", "F64", "C64", "C128"})
    void notANumberOrInfinityGivesAPositiveStatusAndNoNumbers(DType type) {
        for (double value : new double[] {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY}) {
            for (Vectors vectors : Vectors.values()) {
                Matrix a = random(type, 20, 9);
                a.set(13, 4, 1, value);
                a.set(2, 8, type.isComplex() ? 1 : value, value);
                Decomposition result = decompose(a, vectors);
                assertThat(result.info()).isPositive();
                assertThat(result.s().re(8, 0)).isNaN();
                if (vectors != Vectors.NONE) {
                    assertThat(result.u().re(19, 8)).isNaN();
                    assertThat(result.vt().re(8, 8)).isNaN();
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"F32", "F64", "C64", "C128"})
    void anEmptyMatrixHasNoValuesAndItsFullBasesAreTheIdentity(DType type) {
        Decomposition result = decompose(random(type, 4, 0), Vectors.FULL);
        assertThat(result.info()).isZero();
        for (int j = 0; j < 4; j++) {
            for (int i = 0; i < 4; i++) {
                assertThat(result.u().re(i, j)).isEqualTo(i == j ? 1 : 0);
            }
        }
        assertThat(decompose(random(type, 0, 4), Vectors.THIN).info()).isZero();
    }

    @Test
    void anExtentBeyond32BitsIsRejectedByName() {
        SvdProblem problem = new SvdProblem(DType.F64, Vectors.NONE, 10, 1L << 31, 10, 0, 0);
        assertThatThrownBy(() -> solver.svdWorkspaceBytes(handle, problem))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("2147483648");
    }

    @Test
    void aDistanceBetweenColumnsLessThanTheRowsIsRejected() {
        SvdProblem problem = new SvdProblem(DType.F64, Vectors.THIN, 10, 4, 9, 10, 4);
        assertThatThrownBy(() -> solver.svd(handle, problem, 0, 0, 0, 0, 0, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("lda=9");
    }

    private Decomposition decompose(Matrix a, Vectors vectors) {
        DType type = a.type();
        int m = a.rows();
        int n = a.columns();
        int shorter = Math.min(m, n);
        boolean full = vectors == Vectors.FULL;
        Matrix input = copy(a);
        Matrix s = Matrix.allocate(arena, type.realPart(), shorter, 1, Math.max(1, shorter));
        Matrix u = Matrix.allocate(arena, type, m, full ? m : shorter, m + PADDING);
        int vtRows = full ? n : shorter;
        Matrix vt = Matrix.allocate(arena, type, vtRows, n, vtRows + PADDING);
        boolean none = vectors == Vectors.NONE;
        SvdProblem problem = new SvdProblem(type, vectors, m, n, a.ld(), none ? 0 : u.ld(), none ? 0 : vt.ld());
        long workspace = arena.allocate(Math.max(1, solver.svdWorkspaceBytes(handle, problem)), 64)
                .address();
        long info = arena.allocate(4, 4).address();
        Memory.putInt(info, -1);
        solver.svd(
                handle,
                problem,
                input.address(),
                s.address(),
                none ? 0 : u.address(),
                none ? 0 : vt.address(),
                workspace,
                info);
        return new Decomposition(a, s, u, vt, Memory.getInt(info));
    }

    private static void check(Decomposition result) {
        Matrix a = result.a();
        String where = a.type() + " " + a.rows() + "×" + a.columns() + ", seed " + SEED;
        assertThat(result.info()).as(where).isZero();
        int shorter = Math.min(a.rows(), a.columns());
        double tolerance = 30 * a.epsilon() * (a.rows() + a.columns());
        for (int i = 0; i < shorter; i++) {
            assertThat(result.s().re(i, 0)).as(where).isNotNegative();
            assertThat(i == 0 || result.s().re(i - 1, 0) >= result.s().re(i, 0))
                    .as(where + ": falling order")
                    .isTrue();
        }
        checkColumnsAreOrthonormal(result.u(), tolerance, where);
        checkRowsAreOrthonormal(result.vt(), tolerance, where);
        for (int j = 0; j < a.columns(); j++) {
            for (int i = 0; i < a.rows(); i++) {
                double re = 0;
                double im = 0;
                for (int p = 0; p < shorter; p++) {
                    double s = result.s().re(p, 0);
                    double uRe = result.u().re(i, p);
                    double uIm = result.u().im(i, p);
                    double vRe = result.vt().re(p, j);
                    double vIm = result.vt().im(p, j);
                    re += s * (uRe * vRe - uIm * vIm);
                    im += s * (uRe * vIm + uIm * vRe);
                }
                assertThat(re).as(where).isCloseTo(a.re(i, j), within(tolerance));
                assertThat(im).as(where).isCloseTo(a.im(i, j), within(tolerance));
            }
        }
    }

    private static void checkColumnsAreOrthonormal(Matrix u, double tolerance, String where) {
        for (int p = 0; p < u.columns(); p++) {
            for (int q = 0; q <= p; q++) {
                double re = 0;
                double im = 0;
                for (int i = 0; i < u.rows(); i++) {
                    re += u.re(i, p) * u.re(i, q) + u.im(i, p) * u.im(i, q);
                    im += u.re(i, p) * u.im(i, q) - u.im(i, p) * u.re(i, q);
                }
                assertThat(re).as(where + ", U").isCloseTo(p == q ? 1 : 0, within(tolerance));
                assertThat(im).as(where + ", U").isCloseTo(0, within(tolerance));
            }
        }
    }

    private static void checkRowsAreOrthonormal(Matrix vt, double tolerance, String where) {
        for (int p = 0; p < vt.rows(); p++) {
            for (int q = 0; q <= p; q++) {
                double re = 0;
                double im = 0;
                for (int j = 0; j < vt.columns(); j++) {
                    re += vt.re(p, j) * vt.re(q, j) + vt.im(p, j) * vt.im(q, j);
                    im += vt.re(p, j) * vt.im(q, j) - vt.im(p, j) * vt.re(q, j);
                }
                assertThat(re).as(where + ", V").isCloseTo(p == q ? 1 : 0, within(tolerance));
                assertThat(im).as(where + ", V").isCloseTo(0, within(tolerance));
            }
        }
    }

    private Matrix random(DType type, int rows, int columns) {
        return Matrix.random(arena, type, rows, columns, rows + PADDING, random);
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
}
