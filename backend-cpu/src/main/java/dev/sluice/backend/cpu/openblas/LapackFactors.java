package dev.sluice.backend.cpu.openblas;

import dev.sluice.DType;
import dev.sluice.backend.cpu.gemm.Memory;
import dev.sluice.spi.CholeskyProblem;
import dev.sluice.spi.LuProblem;
import dev.sluice.spi.LuSolveProblem;
import dev.sluice.spi.QrProblem;

/**
 * Triangular and orthogonal factors in LAPACK: potrf, getrf and getrs, geqrf and orgqr. Those that can fail return
 * LAPACK's positive status, or 0. Thread-safe, apart from handles and workspaces.
 */
final class LapackFactors {
    private static final int M = 0;
    private static final int N = 4;
    private static final int K = 8;
    private static final int LDA = 12;
    private static final int LDB = 16;
    private static final int LWORK = 20;
    private static final int INFO = 24;
    private static final int LETTER = 28;

    /** Where a workspace query leaves its answer, one element. */
    private static final int ANSWER = 64;

    private static final int QUERY = -1;

    private final NativeThreads threads;

    LapackFactors(NativeThreads threads) {
        this.threads = threads;
    }

    int cholesky(long handle, CholeskyProblem problem, long a) {
        long letter = handle + LETTER;
        long n = handle + N;
        long lda = handle + LDA;
        long info = handle + INFO;
        Memory.putInt(letter, 'L');
        Memory.putInt(n, (int) problem.n());
        Memory.putInt(lda, (int) problem.lda());
        threads.join((double) problem.n() * problem.n() * problem.n() / 3);
        try {
            switch (problem.type()) {
                case F32 -> Lapack.spotrf_(letter, n, a, lda, info, 1);
                case F64 -> Lapack.dpotrf_(letter, n, a, lda, info, 1);
                case C64 -> Lapack.cpotrf_(letter, n, a, lda, info, 1);
                case C128 -> Lapack.zpotrf_(letter, n, a, lda, info, 1);
                default -> throw unsupported(problem.type());
            }
        } finally {
            threads.leave();
        }
        return LapackStatus.of(info, "potrf", problem.type());
    }

    int lu(long handle, LuProblem problem, long a, long pivots) {
        long m = handle + M;
        long n = handle + N;
        long lda = handle + LDA;
        long info = handle + INFO;
        Memory.putInt(m, (int) problem.m());
        Memory.putInt(n, (int) problem.n());
        Memory.putInt(lda, (int) problem.lda());
        threads.join((double) problem.m() * problem.n() * Math.min(problem.m(), problem.n()));
        try {
            switch (problem.type()) {
                case F32 -> Lapack.sgetrf_(m, n, a, lda, pivots, info);
                case F64 -> Lapack.dgetrf_(m, n, a, lda, pivots, info);
                case C64 -> Lapack.cgetrf_(m, n, a, lda, pivots, info);
                case C128 -> Lapack.zgetrf_(m, n, a, lda, pivots, info);
                default -> throw unsupported(problem.type());
            }
        } finally {
            threads.leave();
        }
        return LapackStatus.of(info, "getrf", problem.type());
    }

    void luSolve(long handle, LuSolveProblem problem, long a, long pivots, long b) {
        long letter = handle + LETTER;
        long n = handle + N;
        long columns = handle + K;
        long lda = handle + LDA;
        long ldb = handle + LDB;
        long info = handle + INFO;
        Memory.putInt(letter, 'N');
        Memory.putInt(n, (int) problem.n());
        Memory.putInt(columns, (int) problem.columns());
        Memory.putInt(lda, (int) problem.lda());
        Memory.putInt(ldb, (int) problem.ldb());
        threads.join((double) problem.n() * problem.n() * problem.columns());
        try {
            switch (problem.type()) {
                case F32 -> Lapack.sgetrs_(letter, n, columns, a, lda, pivots, b, ldb, info, 1);
                case F64 -> Lapack.dgetrs_(letter, n, columns, a, lda, pivots, b, ldb, info, 1);
                case C64 -> Lapack.cgetrs_(letter, n, columns, a, lda, pivots, b, ldb, info, 1);
                case C128 -> Lapack.zgetrs_(letter, n, columns, a, lda, pivots, b, ldb, info, 1);
                default -> throw unsupported(problem.type());
            }
        } finally {
            threads.leave();
        }
        LapackStatus.requireValid(info, "getrs", problem.type());
    }

    /** The scalar factors of the reflections, then what geqrf and orgqr work in. */
    long qrWorkspaceBytes(long handle, QrProblem problem) {
        return LapackWorkspace.aligned(reflections(problem) * problem.type().bytes())
                + workElements(handle, problem) * problem.type().bytes();
    }

    private static long reflections(QrProblem problem) {
        return Math.min(problem.m(), problem.n());
    }

    private static long workElements(long handle, QrProblem problem) {
        storeExtents(handle, problem);
        Memory.putInt(handle + LWORK, QUERY);
        geqrf(problem.type(), handle, 0, 0, handle + ANSWER);
        long factoring = LapackWorkspace.answer(handle + ANSWER, problem.type());
        orgqr(problem.type(), handle, 0, 0, handle + ANSWER);
        return Math.max(factoring, LapackWorkspace.answer(handle + ANSWER, problem.type()));
    }

    void qr(long handle, QrProblem problem, long a, long q, long workspace) {
        DType type = problem.type();
        long tau = workspace;
        long work = workspace + LapackWorkspace.aligned(reflections(problem) * type.bytes());
        threads.join((double) problem.m() * problem.n() * reflections(problem));
        try {
            long elements = workElements(handle, problem);
            Memory.putInt(handle + LWORK, (int) elements);
            Memory.putInt(handle + LDA, (int) problem.lda());
            geqrf(type, handle, a, tau, work);
            for (long j = 0; j < reflections(problem); j++) {
                Memory.copy(
                        a + j * problem.lda() * type.bytes(),
                        q + j * problem.ldq() * type.bytes(),
                        problem.m() * type.bytes());
            }
            Memory.putInt(handle + LDA, (int) problem.ldq());
            orgqr(type, handle, q, tau, work);
        } finally {
            threads.leave();
        }
    }

    private static void storeExtents(long handle, QrProblem problem) {
        Memory.putInt(handle + M, (int) problem.m());
        Memory.putInt(handle + N, (int) problem.n());
        Memory.putInt(handle + K, (int) reflections(problem));
        Memory.putInt(handle + LDA, (int) Math.max(problem.lda(), problem.ldq()));
    }

    private static void geqrf(DType type, long handle, long a, long tau, long work) {
        long m = handle + M;
        long n = handle + N;
        long lda = handle + LDA;
        long lwork = handle + LWORK;
        long info = handle + INFO;
        switch (type) {
            case F32 -> Lapack.sgeqrf_(m, n, a, lda, tau, work, lwork, info);
            case F64 -> Lapack.dgeqrf_(m, n, a, lda, tau, work, lwork, info);
            case C64 -> Lapack.cgeqrf_(m, n, a, lda, tau, work, lwork, info);
            case C128 -> Lapack.zgeqrf_(m, n, a, lda, tau, work, lwork, info);
            default -> throw unsupported(type);
        }
        LapackStatus.requireValid(info, "geqrf", type);
    }

    private static void orgqr(DType type, long handle, long q, long tau, long work) {
        long m = handle + M;
        long k = handle + K;
        long ldq = handle + LDA;
        long lwork = handle + LWORK;
        long info = handle + INFO;
        switch (type) {
            case F32 -> Lapack.sorgqr_(m, k, k, q, ldq, tau, work, lwork, info);
            case F64 -> Lapack.dorgqr_(m, k, k, q, ldq, tau, work, lwork, info);
            case C64 -> Lapack.cungqr_(m, k, k, q, ldq, tau, work, lwork, info);
            case C128 -> Lapack.zungqr_(m, k, k, q, ldq, tau, work, lwork, info);
            default -> throw unsupported(type);
        }
        LapackStatus.requireValid(info, "orgqr", type);
    }

    private static IllegalArgumentException unsupported(DType type) {
        return new IllegalArgumentException("no factorisation of " + type);
    }
}
