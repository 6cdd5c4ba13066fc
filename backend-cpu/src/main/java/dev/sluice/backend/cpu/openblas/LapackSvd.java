package dev.sluice.backend.cpu.openblas;

import dev.sluice.DType;
import dev.sluice.backend.cpu.gemm.Memory;
import dev.sluice.spi.SvdProblem;
import dev.sluice.spi.SvdProblem.Vectors;

/**
 * The singular value decomposition in LAPACK: by divide and conquer (gesdd), and by the slower QR iteration (gesvd)
 * when that does not converge or would need a workspace beyond what 32 bits can count. As gesdd destroys its input, a
 * copy is kept in the workspace. Thread-safe, apart from handles and workspaces.
 */
final class LapackSvd {

    /** The size of the block of a handle, in which integers and characters are passed by address. */
    static final long PARAMETER_BYTES = 128;

    private static final int M = 0;
    private static final int N = 4;
    private static final int LDA = 8;
    private static final int LDU = 12;
    private static final int LDVT = 16;
    private static final int LWORK = 20;
    private static final int INFO = 24;
    private static final int JOB = 28;

    /** Where a workspace query leaves its answer, one element. */
    private static final int ANSWER = 64;

    private static final int QUERY = -1;

    private final NativeThreads threads;

    LapackSvd(NativeThreads threads) {
        this.threads = threads;
    }

    /**
     * The parts of the workspace, at these distances in bytes from its start, where the copy of A is.
     *
     * @param divideAndConquer the elements of work that gesdd is given; 0 when it cannot be used
     * @param iteration the elements of work that gesvd is given
     */
    private record Workspace(long divideAndConquer, long iteration, long work, long rwork, long iwork, long bytes) {}

    long workspaceBytes(long handle, SvdProblem problem) {
        storeParameters(handle, problem);
        return workspace(handle, problem).bytes();
    }

    private static Workspace workspace(long handle, SvdProblem problem) {
        DType type = problem.type();
        long shorter = Math.min(problem.m(), problem.n());
        long longer = Math.max(problem.m(), problem.n());
        Memory.putInt(handle + LWORK, QUERY);
        gesdd(type, handle, 0, 0, 0, 0, handle + ANSWER, handle + ANSWER, handle + ANSWER);
        LapackStatus.requireValid(handle + INFO, "gesdd", type);
        long divideAndConquer = LapackWorkspace.answer(handle + ANSWER, type);
        gesvd(type, handle, 0, 0, 0, 0, handle + ANSWER, handle + ANSWER);
        LapackStatus.requireValid(handle + INFO, "gesvd", type);
        long iteration = Math.min(LapackWorkspace.answer(handle + ANSWER, type), Integer.MAX_VALUE);
        if (divideAndConquer > Integer.MAX_VALUE) {
            divideAndConquer = 0;
        }
        long work = LapackWorkspace.aligned(problem.m() * problem.n() * type.bytes());
        long rwork = work + LapackWorkspace.aligned(Math.max(divideAndConquer, iteration) * type.bytes());
        long iwork = rwork
                + (type.isComplex()
                        ? LapackWorkspace.aligned(reals(problem.vectors(), shorter, longer) * type.bytes() / 2)
                        : 0);
        long bytes = iwork + 8 * shorter * Integer.BYTES;
        return new Workspace(divideAndConquer, iteration, work, rwork, iwork, bytes);
    }

    /** The reals that zgesdd needs, according to its documentation; zgesvd needs fewer. */
    private static long reals(Vectors vectors, long shorter, long longer) {
        return vectors == Vectors.NONE
                ? 7 * shorter
                : Math.max(5 * shorter * shorter + 5 * shorter, 2 * longer * shorter + 2 * shorter * shorter + shorter);
    }

    /** Decomposes a non-empty matrix and returns LAPACK's positive status, or 0. */
    int decompose(long handle, SvdProblem problem, long a, long s, long u, long vt, long start) {
        storeParameters(handle, problem);
        // Extents may be far apart, and the smaller one counts twice.
        threads.join((double) problem.m() * problem.n() * Math.min(problem.m(), problem.n()));
        try {
            Workspace workspace = workspace(handle, problem);
            if (workspace.divideAndConquer() > 0) {
                copyMatrix(problem, a, problem.lda(), start, problem.m());
                Memory.putInt(handle + LWORK, (int) workspace.divideAndConquer());
                gesdd(
                        problem.type(),
                        handle,
                        a,
                        s,
                        u,
                        vt,
                        start + workspace.work(),
                        start + workspace.rwork(),
                        start + workspace.iwork());
                if (LapackStatus.of(handle + INFO, "gesdd", problem.type()) == 0) {
                    return 0;
                }
                copyMatrix(problem, start, problem.m(), a, problem.lda());
            }
            Memory.putInt(handle + LWORK, (int) workspace.iteration());
            gesvd(problem.type(), handle, a, s, u, vt, start + workspace.work(), start + workspace.rwork());
            return LapackStatus.of(handle + INFO, "gesvd", problem.type());
        } finally {
            threads.leave();
        }
    }

    private static void copyMatrix(SvdProblem problem, long from, long fromColumn, long to, long toColumn) {
        int bytes = problem.type().bytes();
        for (long j = 0; j < problem.n(); j++) {
            Memory.copy(from + j * fromColumn * bytes, to + j * toColumn * bytes, problem.m() * bytes);
        }
    }

    private static void storeParameters(long handle, SvdProblem problem) {
        Memory.putInt(handle + M, (int) problem.m());
        Memory.putInt(handle + N, (int) problem.n());
        Memory.putInt(handle + LDA, (int) problem.lda());
        // Also without vectors these must be positive.
        Memory.putInt(handle + LDU, (int) Math.max(1, problem.ldu()));
        Memory.putInt(handle + LDVT, (int) Math.max(1, problem.ldvt()));
        char job = switch (problem.vectors()) {
            case NONE -> 'N';
            case THIN -> 'S';
            case FULL -> 'A';
        };
        Memory.putInt(handle + JOB, job);
    }

    private static void gesdd(
            DType type, long handle, long a, long s, long u, long vt, long work, long rwork, long iwork) {
        long job = handle + JOB;
        long m = handle + M;
        long n = handle + N;
        long lda = handle + LDA;
        long ldu = handle + LDU;
        long ldvt = handle + LDVT;
        long lwork = handle + LWORK;
        long info = handle + INFO;
        switch (type) {
            case F32 -> Lapack.sgesdd_(job, m, n, a, lda, s, u, ldu, vt, ldvt, work, lwork, iwork, info, 1);
            case F64 -> Lapack.dgesdd_(job, m, n, a, lda, s, u, ldu, vt, ldvt, work, lwork, iwork, info, 1);
            case C64 -> Lapack.cgesdd_(job, m, n, a, lda, s, u, ldu, vt, ldvt, work, lwork, rwork, iwork, info, 1);
            case C128 -> Lapack.zgesdd_(job, m, n, a, lda, s, u, ldu, vt, ldvt, work, lwork, rwork, iwork, info, 1);
            default -> throw new IllegalArgumentException("no factorisation of " + type);
        }
    }

    private static void gesvd(DType type, long handle, long a, long s, long u, long vt, long work, long rwork) {
        long job = handle + JOB;
        long m = handle + M;
        long n = handle + N;
        long lda = handle + LDA;
        long ldu = handle + LDU;
        long ldvt = handle + LDVT;
        long lwork = handle + LWORK;
        long info = handle + INFO;
        switch (type) {
            case F32 -> Lapack.sgesvd_(job, job, m, n, a, lda, s, u, ldu, vt, ldvt, work, lwork, info, 1, 1);
            case F64 -> Lapack.dgesvd_(job, job, m, n, a, lda, s, u, ldu, vt, ldvt, work, lwork, info, 1, 1);
            case C64 -> Lapack.cgesvd_(job, job, m, n, a, lda, s, u, ldu, vt, ldvt, work, lwork, rwork, info, 1, 1);
            case C128 -> Lapack.zgesvd_(job, job, m, n, a, lda, s, u, ldu, vt, ldvt, work, lwork, rwork, info, 1, 1);
            default -> throw new IllegalArgumentException("no factorisation of " + type);
        }
    }
}
