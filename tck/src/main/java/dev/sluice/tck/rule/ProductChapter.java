package dev.sluice.tck.rule;

import dev.sluice.DType;
import dev.sluice.spi.BlasProvider;
import dev.sluice.spi.GemmProblem;
import dev.sluice.spi.Transpose;
import dev.sluice.tck.Chapter;
import dev.sluice.tck.Feature;
import dev.sluice.tck.Subject;
import dev.sluice.tck.oracle.ComplexMatrix;
import java.util.Arrays;
import java.util.Random;
import java.util.function.LongConsumer;

/** DRV-50 to DRV-57: matrix products, at the SPI. Operands are small whole numbers, so results are exact. */
public final class ProductChapter {
    private static final int M = 3;
    private static final int N = 4;
    private static final int K = 5;
    private static final int ROOM = 2;

    private ProductChapter() {}

    /** The chapter. */
    public static Chapter chapter() {
        Rules rules = Rules.of(
                "Drivers: matrix products",
                "DRV-50",
                "gemm computes α·op(A)·op(B) + β·C for every pair of transpositions and any leading dimensions.",
                Feature.BLAS);
        for (DType type : new DType[] {DType.F64, DType.C128}) {
            for (Transpose a : Transpose.values()) {
                for (Transpose b : Transpose.values()) {
                    rules.check(type + ", A " + a + ", B " + b, subject -> gemm(subject, type, a, b));
                }
            }
        }
        return rules.next("DRV-51", "With β = 0 the old contents of C are not read.", Feature.BLAS)
                .check("NaN in C", ProductChapter::betaZero)
                .next("DRV-52", "A batch multiplies each pair of its matrices.", Feature.BLAS)
                .check("three products", ProductChapter::batch)
                .next("DRV-53", "A group computes each of its products.", Feature.BLAS)
                .check("different shapes", ProductChapter::group)
                .next("DRV-54", "A product over no index gives β·C.", Feature.BLAS)
                .check("k = 0", ProductChapter::emptyProduct)
                .next("DRV-55", "gemv computes α·op(A)·x + β·y.", Feature.BLAS)
                .check("every transposition, with strides", ProductChapter::gemv)
                .next(
                        "DRV-56",
                        "dot conjugates its first operand exactly on request; nrm2 does not overflow.",
                        Feature.BLAS)
                .check("dot, plain", subject -> dot(subject, false))
                .check("dot, conjugated", subject -> dot(subject, true))
                .check("nrm2", ProductChapter::norm)
                .next(
                        "DRV-57",
                        "A handle works on the stream that it was bound to last.",
                        Feature.BLAS,
                        Feature.DEFERRED_EXECUTION)
                .check("a handle that changes its stream", ProductChapter::rebound)
                .chapter();
    }

    private static void onHandle(DriverBench bench, long stream, LongConsumer use) {
        BlasProvider blas = bench.device().blas().orElseThrow();
        long scope = bench.device().enter();
        try {
            long handle = blas.createHandle();
            blas.bind(handle, stream);
            long bytes = blas.workspaceBytes();
            if (bytes > 0) {
                blas.setWorkspace(handle, bench.memory(bench.device(), bytes), bytes);
            }
            use.accept(handle);
            DriverBench.await(bench.device(), stream);
            blas.destroyHandle(handle);
        } finally {
            bench.device().leave(scope);
        }
    }

    private static BlasProvider blas(DriverBench bench) {
        return bench.device().blas().orElseThrow();
    }

    private static GemmProblem problem(DType type, Transpose a, Transpose b, int m, int n, int k, int batch) {
        int aRows = a == Transpose.NONE ? m : k;
        int bRows = b == Transpose.NONE ? k : n;
        long lda = Math.max(1L, aRows + ROOM);
        long ldb = Math.max(1L, bRows + ROOM);
        long ldc = (long) m + ROOM;
        return new GemmProblem(
                type,
                a,
                b,
                m,
                n,
                k,
                lda,
                ldb,
                ldc,
                lda * (a == Transpose.NONE ? k : m),
                ldb * (b == Transpose.NONE ? n : k),
                ldc * n,
                batch);
    }

    private static void gemm(Subject subject, DType type, Transpose a, Transpose b) {
        Random random = new Random(subject.seed());
        boolean complex = type.isComplex();
        double imaginary = complex ? 1 : 0;
        GemmProblem problem = problem(type, a, b, M, N, K, 1);
        ComplexMatrix storedA =
                ComplexMatrix.random(random, a == Transpose.NONE ? M : K, a == Transpose.NONE ? K : M, complex);
        ComplexMatrix storedB =
                ComplexMatrix.random(random, b == Transpose.NONE ? K : N, b == Transpose.NONE ? N : K, complex);
        ComplexMatrix c = ComplexMatrix.random(random, M, N, complex);
        ComplexMatrix expected = storedA.read(a).times(storedB.read(b)).combine(2, imaginary, 3, -imaginary, c);
        try (DriverBench bench = DriverBench.open(subject)) {
            long x = bench.values(storedA.stored((int) problem.lda(), complex, 99));
            long y = bench.values(storedB.stored((int) problem.ldb(), complex, 99));
            double[] before = c.stored((int) problem.ldc(), complex, 77);
            long z = bench.values(before);
            onHandle(
                    bench,
                    bench.stream(),
                    handle -> blas(bench).gemm(handle, problem, 2, imaginary, x, y, 3, -imaginary, z));
            double[] actual = bench.read(z, before.length);
            Expect.equal(
                    Arrays.toString(expected.stored((int) problem.ldc(), complex, 77)),
                    Arrays.toString(actual),
                    "C with the room below its columns");
        }
    }

    private static void betaZero(Subject subject) {
        try (DriverBench bench = DriverBench.open(subject)) {
            GemmProblem problem =
                    new GemmProblem(DType.F64, Transpose.NONE, Transpose.NONE, 1, 1, 2, 1, 2, 1, 0, 0, 0, 1);
            long a = bench.values(2, 3);
            long b = bench.values(5, 7);
            long c = bench.values(Double.NaN);
            onHandle(bench, bench.stream(), handle -> blas(bench).gemm(handle, problem, 1, 0, a, b, 0, 0, c));
            Expect.equal(31.0, bench.read(c, 1)[0], "2·5 + 3·7");
        }
    }

    private static void batch(Subject subject) {
        Random random = new Random(subject.seed());
        GemmProblem problem = problem(DType.F64, Transpose.NONE, Transpose.TRANSPOSE, M, N, K, 3);
        double[] a = random.ints((int) problem.strideA() * 3L, -4, 5)
                .asDoubleStream()
                .toArray();
        double[] b = random.ints((int) problem.strideB() * 3L, -4, 5)
                .asDoubleStream()
                .toArray();
        try (DriverBench bench = DriverBench.open(subject)) {
            long x = bench.values(a);
            long y = bench.values(b);
            long z = bench.values(new double[(int) problem.strideC() * 3]);
            onHandle(bench, bench.stream(), handle -> blas(bench).gemm(handle, problem, 1, 0, x, y, 0, 0, z));
            double[] actual = bench.read(z, (int) problem.strideC() * 3);
            for (int i = 0; i < 3; i++) {
                ComplexMatrix left = ComplexMatrix.of(a, i * (int) problem.strideA(), M, K, (int) problem.lda(), false);
                ComplexMatrix right =
                        ComplexMatrix.of(b, i * (int) problem.strideB(), N, K, (int) problem.ldb(), false);
                ComplexMatrix found =
                        ComplexMatrix.of(actual, i * (int) problem.strideC(), M, N, (int) problem.ldc(), false);
                Expect.equal(
                        0.0, left.times(right.read(Transpose.TRANSPOSE)).distance(found), "the error of product " + i);
            }
        }
    }

    private static void group(Subject subject) {
        Random random = new Random(subject.seed());
        int products = 4;
        try (DriverBench bench = DriverBench.open(subject)) {
            GemmProblem[] problems = new GemmProblem[products];
            ComplexMatrix[] expected = new ComplexMatrix[products];
            long[] a = new long[products];
            long[] b = new long[products];
            long[] c = new long[products];
            for (int i = 0; i < products; i++) {
                int m = 1 + i;
                int n = 5 - i;
                problems[i] = problem(DType.F64, Transpose.NONE, Transpose.NONE, m, n, 2 + i, 1);
                ComplexMatrix left = ComplexMatrix.random(random, m, 2 + i, false);
                ComplexMatrix right = ComplexMatrix.random(random, 2 + i, n, false);
                expected[i] = left.times(right);
                a[i] = bench.values(left.stored((int) problems[i].lda(), false, 9));
                b[i] = bench.values(right.stored((int) problems[i].ldb(), false, 9));
                c[i] = bench.values(new double[(int) problems[i].ldc() * n]);
            }
            onHandle(bench, bench.stream(), handle -> blas(bench).gemmGrouped(handle, problems, 1, 0, a, b, 0, 0, c));
            for (int i = 0; i < products; i++) {
                double[] actual = bench.read(c[i], (int) (problems[i].ldc() * problems[i].n()));
                ComplexMatrix found = ComplexMatrix.of(
                        actual, 0, (int) problems[i].m(), (int) problems[i].n(), (int) problems[i].ldc(), false);
                Expect.equal(0.0, expected[i].distance(found), "the error of product " + i);
            }
        }
    }

    private static void emptyProduct(Subject subject) {
        try (DriverBench bench = DriverBench.open(subject)) {
            GemmProblem problem =
                    new GemmProblem(DType.F64, Transpose.NONE, Transpose.NONE, 2, 1, 0, 2, 1, 2, 0, 0, 0, 1);
            long a = bench.values(9.0);
            long b = bench.values(9.0);
            long c = bench.values(3, 4);
            onHandle(bench, bench.stream(), handle -> blas(bench).gemm(handle, problem, 1, 0, a, b, 2, 0, c));
            Expect.equal("[6.0, 8.0]", Arrays.toString(bench.read(c, 2)), "2·C");
        }
    }

    private static void gemv(Subject subject) {
        Random random = new Random(subject.seed());
        try (DriverBench bench = DriverBench.open(subject)) {
            for (Transpose transpose : Transpose.values()) {
                ComplexMatrix a = ComplexMatrix.random(random, M, N, true);
                ComplexMatrix read = a.read(transpose);
                ComplexMatrix x = ComplexMatrix.random(random, read.columns(), 1, true);
                ComplexMatrix y = ComplexMatrix.random(random, read.rows(), 1, true);
                // A vector with a stride of two is a row of a matrix whose leading dimension is two.
                double[] xs = x.read(Transpose.TRANSPOSE).stored(2, true, 55);
                double[] ys = y.read(Transpose.TRANSPOSE).stored(2, true, 55);
                long addressA = bench.values(a.stored(M + ROOM, true, 55));
                long addressX = bench.values(xs);
                long addressY = bench.values(ys);
                onHandle(
                        bench,
                        bench.stream(),
                        handle -> blas(bench)
                                .gemv(
                                        handle,
                                        DType.C128,
                                        transpose,
                                        M,
                                        N,
                                        2,
                                        1,
                                        addressA,
                                        M + ROOM,
                                        addressX,
                                        2,
                                        1,
                                        -1,
                                        addressY,
                                        2));
                ComplexMatrix expected = read.times(x).combine(2, 1, 1, -1, y);
                Expect.equal(
                        Arrays.toString(expected.read(Transpose.TRANSPOSE).stored(2, true, 55)),
                        Arrays.toString(bench.read(addressY, ys.length)),
                        "y, A read " + transpose);
            }
        }
    }

    private static void dot(Subject subject, boolean conjugate) {
        try (DriverBench bench = DriverBench.open(subject)) {
            long x = bench.values(1, 2, 3, 4);
            long y = bench.values(5, 6, 7, 8);
            long result = bench.values(0, 0);
            onHandle(
                    bench,
                    bench.stream(),
                    handle -> blas(bench).dot(handle, DType.C128, conjugate, 2, x, 1, y, 1, result));
            Expect.equal(
                    conjugate ? "[70.0, -8.0]" : "[-18.0, 68.0]",
                    Arrays.toString(bench.read(result, 2)),
                    "the inner product of (1+2i, 3+4i) and (5+6i, 7+8i)");
        }
    }

    private static void norm(Subject subject) {
        try (DriverBench bench = DriverBench.open(subject)) {
            long x = bench.values(3e200, 4e200);
            long result = bench.values(0.0);
            onHandle(bench, bench.stream(), handle -> blas(bench).nrm2(handle, DType.F64, 2, x, 1, result));
            Expect.close(5e200, bench.read(result, 1)[0], 1e186, "the norm of (3e200, 4e200)");
        }
    }

    private static void rebound(Subject subject) {
        try (DriverBench bench = DriverBench.open(subject)) {
            GemmProblem problem =
                    new GemmProblem(DType.F64, Transpose.NONE, Transpose.NONE, 1, 1, 1, 1, 1, 1, 0, 0, 0, 1);
            long a = bench.values(2.0);
            long b = bench.values(3.0);
            long c = bench.values(0.0);
            long first = bench.stream();
            long second = bench.stream();
            onHandle(bench, first, handle -> {
                blas(bench).bind(handle, second);
                blas(bench).gemm(handle, problem, 1, 0, a, b, 0, 0, c);
                Expect.equal(
                        6.0, bench.read(bench.device(), c, 1, second)[0], "the product, read on the second stream");
            });
        }
    }
}
