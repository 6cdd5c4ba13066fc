package dev.sluice.tck.rule;

import dev.sluice.DType;
import dev.sluice.spi.EighProblem;
import dev.sluice.spi.Factorisation;
import dev.sluice.spi.QrProblem;
import dev.sluice.spi.SvdProblem;
import dev.sluice.spi.SvdProblem.Vectors;
import dev.sluice.spi.Transpose;
import dev.sluice.tck.Chapter;
import dev.sluice.tck.Feature;
import dev.sluice.tck.Subject;
import dev.sluice.tck.oracle.ComplexMatrix;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** DRV-60 to DRV-65: factorisations with orthogonal factors, at the SPI. */
public final class FactorisationChapter {
    private static final DType[] TYPES = {DType.F32, DType.F64, DType.C64, DType.C128};
    private static final int[][] SHAPES = {{5, 3}, {3, 5}, {4, 4}, {1, 3}, {1, 1}, {17, 9}};

    /** Rows below the columns that are not theirs. */
    private static final int PADDING = 2;

    private FactorisationChapter() {}

    /** The chapter. */
    public static Chapter chapter() {
        Rules rules = Rules.of(
                        "Drivers: orthogonal factors",
                        "DRV-60",
                        "Singular values are real, not negative, and in falling order, with and without vectors.",
                        Feature.SOLVER)
                .check("of a known matrix", FactorisationChapter::knownValues)
                .next("DRV-61", "U·diag(s)·Vᴴ is the matrix.", Feature.SOLVER);
        for (DType type : TYPES) {
            rules.check(type + ", thin", subject -> decompose(subject, type, Vectors.THIN, true));
            rules.check(type + ", full", subject -> decompose(subject, type, Vectors.FULL, true));
        }
        rules.next(
                "DRV-62",
                "The columns of U and the rows of Vᴴ are orthonormal; FULL gives complete bases.",
                Feature.SOLVER);
        for (DType type : TYPES) {
            rules.check(type + ", thin", subject -> decompose(subject, type, Vectors.THIN, false));
            rules.check(type + ", full", subject -> decompose(subject, type, Vectors.FULL, false));
        }
        rules.next(
                "DRV-63", "Q·R is the matrix, with orthonormal columns in Q, for any shape and rank.", Feature.SOLVER);
        for (DType type : TYPES) {
            rules.check(type.toString(), subject -> orthogonalise(subject, type));
        }
        rules.next(
                "DRV-64",
                "V·diag(w)·Vᴴ is the Hermitian matrix whose lower triangle is given, with orthonormal columns in V.",
                Feature.SOLVER);
        for (DType type : TYPES) {
            rules.check(type.toString(), subject -> diagonalise(subject, type));
        }
        rules.next("DRV-65", "Eigenvalues are in rising order, with and without vectors.", Feature.SOLVER);
        for (DType type : TYPES) {
            rules.check(type.toString(), subject -> knownEigenvalues(subject, type));
        }
        return rules.chapter();
    }

    // --- singular values

    private record Singular(List<Double> s, ComplexMatrix u, ComplexMatrix vt) {
        ComplexMatrix product() {
            ComplexMatrix diagonal = new ComplexMatrix(/* rows= */ u.columns(), /* columns= */ vt.rows());
            for (int i = 0; i < s.size(); i++) {
                diagonal.set(i, i, s.get(i), 0);
            }
            return u.times(diagonal).times(vt);
        }
    }

    private static Singular svd(MatrixBench bench, Vectors vectors, ComplexMatrix a) {
        int m = a.rows();
        int n = a.columns();
        int p = Math.min(m, n);
        boolean none = vectors == Vectors.NONE;
        int uColumns = vectors == Vectors.FULL ? m : p;
        int vtRows = vectors == Vectors.FULL ? n : p;
        long x = bench.upload(a, m + PADDING);
        long s = bench.reals(p);
        long u = none ? 0 : bench.room(m, uColumns);
        long vt = none ? 0 : bench.room(vtRows, n);
        SvdProblem problem = new SvdProblem(bench.type(), vectors, m, n, m + PADDING, m, vtRows);
        int status = SolverRun.of(
                bench,
                (solver, handle) -> solver.svdWorkspaceBytes(handle, problem),
                (solver, handle, workspace, info) -> solver.svd(handle, problem, x, s, u, vt, workspace, info));
        Expect.equal(0, status, "the status of " + problem);
        return new Singular(
                boxed(bench.numbers(s, p)),
                none ? new ComplexMatrix(0, 0) : bench.download(u, m, uColumns, m),
                none ? new ComplexMatrix(0, 0) : bench.download(vt, vtRows, n, vtRows));
    }

    private static List<Double> boxed(double[] values) {
        List<Double> list = new ArrayList<>();
        for (double value : values) {
            list.add(value);
        }
        return list;
    }

    private static void knownValues(Subject subject) {
        ComplexMatrix a = new ComplexMatrix(3, 3);
        a.set(0, 1, 2, 0);
        a.set(1, 2, -5, 0);
        a.set(2, 0, 3, 0);
        try (MatrixBench bench = open(subject, DType.F64, Factorisation.SVD)) {
            for (Vectors vectors : Vectors.values()) {
                List<Double> s = svd(bench, vectors, a).s();
                for (int i = 0; i < 3; i++) {
                    Expect.close(
                            new double[] {5, 3, 2}[i],
                            s.get(i),
                            bench.tolerance(3),
                            "singular value " + i + ", " + vectors);
                }
            }
        }
    }

    private static void decompose(Subject subject, DType type, Vectors vectors, boolean reconstruct) {
        Random random = new Random(subject.seed());
        try (MatrixBench bench = open(subject, type, Factorisation.SVD)) {
            for (ComplexMatrix a : matrices(bench, random)) {
                Singular found = svd(bench, vectors, a);
                String what = vectors + " decomposition of " + a.rows() + "×" + a.columns() + " " + type;
                if (reconstruct) {
                    bench.requireClose(a, found.product(), "U·diag(s)·Vᴴ, " + what);
                } else {
                    bench.requireOrthonormal(found.u(), "U, " + what);
                    bench.requireOrthonormal(found.vt().read(Transpose.CONJUGATE_TRANSPOSE), "V, " + what);
                }
            }
        }
    }

    /** Of every shape: random, graded and of rank one. */
    private static List<ComplexMatrix> matrices(MatrixBench bench, Random random) {
        List<ComplexMatrix> matrices = new ArrayList<>();
        for (int[] shape : SHAPES) {
            matrices.add(ComplexMatrix.random(random, shape[0], shape[1], bench.isComplex()));
            matrices.add(bench.graded(random, shape[0], shape[1]));
            matrices.add(bench.deficient(random, shape[0], shape[1]));
        }
        return matrices;
    }

    private static MatrixBench open(Subject subject, DType type, Factorisation factorisation) {
        MatrixBench bench = MatrixBench.open(subject, type);
        try {
            Expect.claimed(
                    bench.bench().device().solver().orElseThrow().supports(factorisation, type),
                    factorisation + " of " + type);
            return bench;
        } catch (RuntimeException | Error e) {
            bench.close();
            throw e;
        }
    }

    // --- QR

    private static void orthogonalise(Subject subject, DType type) {
        Random random = new Random(subject.seed());
        try (MatrixBench bench = open(subject, type, Factorisation.QR)) {
            for (ComplexMatrix a : matrices(bench, random)) {
                int m = a.rows();
                int n = a.columns();
                int p = Math.min(m, n);
                QrProblem problem = new QrProblem(type, m, n, m + PADDING, m + 1);
                long x = bench.upload(a, m + PADDING);
                long q = bench.room(m + 1, p);
                int status = SolverRun.of(
                        bench,
                        (solver, handle) -> solver.qrWorkspaceBytes(handle, problem),
                        (solver, handle, workspace, info) -> solver.qr(handle, problem, x, q, workspace, info));
                Expect.equal(0, status, "the status of " + problem);
                ComplexMatrix basis = bench.download(q, m, p, m + 1);
                ComplexMatrix upper = bench.download(x, m, n, m + PADDING).upper(p);
                bench.requireOrthonormal(basis, "Q of " + problem);
                bench.requireClose(a, basis.times(upper), "Q·R, " + problem);
            }
        }
    }

    // --- Hermitian matrices

    private record Eigen(ComplexMatrix w, ComplexMatrix v) {}

    private static Eigen eigh(MatrixBench bench, EighProblem.Vectors vectors, ComplexMatrix stored) {
        int n = stored.rows();
        EighProblem problem = new EighProblem(bench.type(), vectors, n, n + PADDING);
        long x = bench.upload(stored, n + PADDING);
        long w = bench.reals(n);
        int status = SolverRun.of(
                bench,
                (solver, handle) -> solver.eighWorkspaceBytes(handle, problem),
                (solver, handle, workspace, info) -> solver.eigh(handle, problem, x, w, workspace, info));
        Expect.equal(0, status, "the status of " + problem);
        return new Eigen(ComplexMatrix.diagonal(bench.numbers(w, n)), bench.download(x, n, n, n + PADDING));
    }

    private static void diagonalise(Subject subject, DType type) {
        Random random = new Random(subject.seed());
        try (MatrixBench bench = open(subject, type, Factorisation.EIGH)) {
            for (int n : new int[] {1, 2, 5, 16}) {
                for (ComplexMatrix stored : List.of(
                        realDiagonal(ComplexMatrix.random(random, n, n, bench.isComplex())),
                        realDiagonal(bench.graded(random, n, n)),
                        realDiagonal(bench.deficient(random, n, n)),
                        new ComplexMatrix(n, n))) {
                    // What is above the diagonal is not that of the Hermitian matrix.
                    Eigen found = eigh(bench, EighProblem.Vectors.ALL, stored);
                    String what = "the eigenvectors of a " + n + "×" + n + " matrix of " + type;
                    bench.requireOrthonormal(found.v(), what);
                    ComplexMatrix product =
                            found.v().times(found.w()).times(found.v().read(Transpose.CONJUGATE_TRANSPOSE));
                    bench.requireClose(stored.lower(true), product, "V·diag(w)·Vᴴ with " + what);
                }
            }
        }
    }

    private static ComplexMatrix realDiagonal(ComplexMatrix matrix) {
        for (int i = 0; i < matrix.rows(); i++) {
            matrix.set(i, i, matrix.re(i, i), 0);
        }
        return matrix;
    }

    /** The matrix of a chain of springs, whose eigenvalues are 2 − 2·cos(kπ/(n+1)). */
    private static void knownEigenvalues(Subject subject, DType type) {
        int n = 9;
        ComplexMatrix chain = new ComplexMatrix(n, n);
        for (int i = 0; i < n; i++) {
            chain.set(i, i, 2, 0);
            if (i > 0) {
                // A phase on a bond of an open chain changes no eigenvalue.
                chain.set(i, i - 1, type.isComplex() ? 0 : -1, type.isComplex() ? 1 : 0);
            }
        }
        try (MatrixBench bench = open(subject, type, Factorisation.EIGH)) {
            for (EighProblem.Vectors vectors : EighProblem.Vectors.values()) {
                ComplexMatrix w = eigh(bench, vectors, chain).w();
                for (int k = 1; k <= n; k++) {
                    Expect.close(
                            2 - 2 * Math.cos(k * Math.PI / (n + 1)),
                            w.re(k - 1, k - 1),
                            bench.tolerance(n),
                            "eigenvalue " + k + ", " + vectors);
                }
            }
        }
    }
}
