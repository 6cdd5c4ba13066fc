package dev.sluice.tck.rule;

import dev.sluice.DType;
import dev.sluice.spi.SolverProvider;
import dev.sluice.spi.SvdProblem;
import dev.sluice.spi.SvdProblem.Vectors;
import dev.sluice.spi.Transpose;
import dev.sluice.tck.Chapter;
import dev.sluice.tck.Feature;
import dev.sluice.tck.Subject;
import dev.sluice.tck.oracle.ComplexMatrix;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Random;

/** DRV-60 to DRV-62: singular value decompositions, at the SPI. */
public final class FactorisationChapter {
    private static final double TOLERANCE = 1e-12;
    private static final int[][] SHAPES = {{5, 3}, {3, 5}, {4, 4}, {1, 3}};

    private FactorisationChapter() {}

    /** The chapter. */
    public static Chapter chapter() {
        Rules rules = Rules.of(
                        "Drivers: factorisations",
                        "DRV-60",
                        "Singular values are real, not negative, and in falling order, with and without vectors.",
                        Feature.SOLVER)
                .check("of a known matrix", FactorisationChapter::knownValues)
                .next("DRV-61", "U·diag(s)·Vᴴ is the matrix.", Feature.SOLVER);
        for (DType type : new DType[] {DType.F64, DType.C128}) {
            rules.check(type + ", thin", subject -> decompose(subject, type, Vectors.THIN, true));
            rules.check(type + ", full", subject -> decompose(subject, type, Vectors.FULL, true));
        }
        rules.next(
                "DRV-62",
                "The columns of U and the rows of Vᴴ are orthonormal; FULL gives complete bases.",
                Feature.SOLVER);
        for (DType type : new DType[] {DType.F64, DType.C128}) {
            rules.check(type + ", thin", subject -> decompose(subject, type, Vectors.THIN, false));
            rules.check(type + ", full", subject -> decompose(subject, type, Vectors.FULL, false));
        }
        return rules.chapter();
    }

    /** What a decomposition gave. */
    @SuppressWarnings("ArrayRecordComponent")
    private record Decomposition(double[] s, ComplexMatrix u, ComplexMatrix vt) {}

    private static Decomposition svd(DriverBench bench, DType type, Vectors vectors, ComplexMatrix a) {
        boolean complex = type.isComplex();
        int m = a.rows();
        int n = a.columns();
        int p = Math.min(m, n);
        int uColumns = vectors == Vectors.FULL ? m : p;
        int vtRows = vectors == Vectors.FULL ? n : p;
        int parts = complex ? 2 : 1;
        boolean none = vectors == Vectors.NONE;
        long stream = bench.stream();
        long x = bench.values(a.stored(m, complex, 0));
        long s = bench.values(new double[p]);
        double[] unset = new double[Math.max(m * uColumns, vtRows * n) * parts];
        Arrays.fill(unset, 1e9);
        long u = none ? 0 : bench.values(unset);
        long vt = none ? 0 : bench.values(unset);
        long info = bench.values(-1.0);
        SvdProblem problem = new SvdProblem(type, vectors, m, n, m, m, vtRows);
        SolverProvider solver = bench.device().solver().orElseThrow();
        long scope = bench.device().enter();
        try {
            long handle = solver.createHandle();
            solver.bind(handle, stream);
            long bytes = solver.svdWorkspaceBytes(handle, problem);
            long workspace = bytes == 0 ? 0 : bench.memory(bench.device(), bytes);
            solver.svd(handle, problem, x, s, u, vt, workspace, info);
            DriverBench.await(bench.device(), stream);
            solver.destroyHandle(handle);
        } finally {
            bench.device().leave(scope);
        }
        Expect.equal(
                0,
                bench.download(bench.device(), info, 4, bench.stream()).get(ValueLayout.JAVA_INT, 0),
                "the status of the decomposition");
        return new Decomposition(
                bench.read(s, p),
                none
                        ? new ComplexMatrix(0, 0)
                        : ComplexMatrix.of(bench.read(u, m * uColumns * parts), 0, m, uColumns, m, complex),
                none
                        ? new ComplexMatrix(0, 0)
                        : ComplexMatrix.of(bench.read(vt, vtRows * n * parts), 0, vtRows, n, vtRows, complex));
    }

    private static void knownValues(Subject subject) {
        ComplexMatrix a = new ComplexMatrix(3, 3);
        a.set(0, 1, 2, 0);
        a.set(1, 2, -5, 0);
        a.set(2, 0, 3, 0);
        try (DriverBench bench = DriverBench.open(subject)) {
            for (Vectors vectors : Vectors.values()) {
                double[] s = svd(bench, DType.F64, vectors, a).s();
                for (int i = 0; i < 3; i++) {
                    Expect.close(new double[] {5, 3, 2}[i], s[i], TOLERANCE, "singular value " + i + ", " + vectors);
                }
            }
        }
    }

    private static void decompose(Subject subject, DType type, Vectors vectors, boolean reconstruct) {
        Random random = new Random(subject.seed());
        try (DriverBench bench = DriverBench.open(subject)) {
            for (int[] shape : SHAPES) {
                ComplexMatrix a = ComplexMatrix.random(random, shape[0], shape[1], type.isComplex());
                Decomposition found = svd(bench, type, vectors, a);
                String what = vectors + " decomposition of " + shape[0] + "×" + shape[1] + " " + type;
                if (reconstruct) {
                    Expect.close(0, product(found).distance(a), 100 * TOLERANCE, "the error of U·diag(s)·Vᴴ, " + what);
                } else {
                    ComplexMatrix u = found.u();
                    ComplexMatrix vt = found.vt();
                    Expect.close(
                            0,
                            u.read(Transpose.CONJUGATE_TRANSPOSE)
                                    .times(u)
                                    .distance(ComplexMatrix.identity(u.columns())),
                            TOLERANCE,
                            "the error of Uᴴ·U, " + what);
                    Expect.close(
                            0,
                            vt.times(vt.read(Transpose.CONJUGATE_TRANSPOSE))
                                    .distance(ComplexMatrix.identity(vt.rows())),
                            TOLERANCE,
                            "the error of Vᴴ·V, " + what);
                }
            }
        }
    }

    private static ComplexMatrix product(Decomposition found) {
        ComplexMatrix diagonal = new ComplexMatrix(
                /* rows= */ found.u().columns(), /* columns= */ found.vt().rows());
        for (int i = 0; i < found.s().length; i++) {
            diagonal.set(i, i, found.s()[i], 0);
        }
        return found.u().times(diagonal).times(found.vt());
    }
}
