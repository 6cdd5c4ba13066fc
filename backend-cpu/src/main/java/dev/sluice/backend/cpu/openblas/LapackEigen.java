package dev.sluice.backend.cpu.openblas;

import dev.sluice.DType;
import dev.sluice.backend.cpu.gemm.Memory;
import dev.sluice.spi.EighProblem;
import dev.sluice.spi.EighProblem.Vectors;

/**
 * Eigenvalues of Hermitian matrices in LAPACK, by divide and conquer (syevd and heevd). Thread-safe, apart from handles
 * and workspaces.
 */
final class LapackEigen {
    private static final int N = 0;
    private static final int LDA = 4;
    private static final int LWORK = 8;
    private static final int LRWORK = 12;
    private static final int LIWORK = 16;
    private static final int INFO = 20;
    private static final int JOB = 24;
    private static final int TRIANGLE = 28;

    /** Where workspace queries leave their answers. */
    private static final int WORK = 64;

    private static final int RWORK = 80;
    private static final int IWORK = 96;

    private static final int QUERY = -1;

    private final NativeThreads threads;

    LapackEigen(NativeThreads threads) {
        this.threads = threads;
    }

    /** The parts of the workspace: elements, and where they start in bytes. */
    private record Workspace(long work, long rwork, long iwork, long rworkAt, long iworkAt, long bytes) {
        static Workspace of(DType type, long work, long rwork, long iwork) {
            long rworkAt = LapackWorkspace.aligned(work * type.bytes());
            long iworkAt =
                    rworkAt + LapackWorkspace.aligned(rwork * type.realPart().bytes());
            return new Workspace(work, rwork, iwork, rworkAt, iworkAt, iworkAt + iwork * Integer.BYTES);
        }
    }

    long workspaceBytes(long handle, EighProblem problem) {
        storeParameters(handle, problem);
        return workspace(handle, problem).bytes();
    }

    private static Workspace workspace(long handle, EighProblem problem) {
        DType type = problem.type();
        Memory.putInt(handle + LWORK, QUERY);
        Memory.putInt(handle + LRWORK, QUERY);
        Memory.putInt(handle + LIWORK, QUERY);
        evd(type, handle, 0, 0, handle + WORK, handle + RWORK, handle + IWORK);
        long work = LapackWorkspace.answer(handle + WORK, type);
        long rwork = type.isComplex() ? LapackWorkspace.answer(handle + RWORK, type) : 0;
        if (Math.max(work, rwork) > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(
                    "LAPACK counts its workspace in 32 bits, and " + Math.max(work, rwork) + " is beyond: " + problem);
        }
        return Workspace.of(type, work, rwork, Memory.getInt(handle + IWORK));
    }

    /** Decomposes a matrix that is not empty. */
    int decompose(long handle, EighProblem problem, long a, long w, long start) {
        storeParameters(handle, problem);
        threads.join(2.0 * problem.n() * problem.n() * problem.n());
        try {
            Workspace workspace = workspace(handle, problem);
            Memory.putInt(handle + LWORK, (int) workspace.work());
            Memory.putInt(handle + LRWORK, (int) workspace.rwork());
            Memory.putInt(handle + LIWORK, (int) workspace.iwork());
            return evd(problem.type(), handle, a, w, start, start + workspace.rworkAt(), start + workspace.iworkAt());
        } finally {
            threads.leave();
        }
    }

    private static void storeParameters(long handle, EighProblem problem) {
        Memory.putInt(handle + N, (int) problem.n());
        Memory.putInt(handle + LDA, (int) problem.lda());
        Memory.putInt(handle + JOB, problem.vectors() == Vectors.ALL ? 'V' : 'N');
        Memory.putInt(handle + TRIANGLE, 'L');
    }

    private static int evd(DType type, long handle, long a, long w, long work, long rwork, long iwork) {
        long job = handle + JOB;
        long triangle = handle + TRIANGLE;
        long n = handle + N;
        long lda = handle + LDA;
        long lwork = handle + LWORK;
        long lrwork = handle + LRWORK;
        long liwork = handle + LIWORK;
        long info = handle + INFO;
        switch (type) {
            case F32 -> Lapack.ssyevd_(job, triangle, n, a, lda, w, work, lwork, iwork, liwork, info, 1, 1);
            case F64 -> Lapack.dsyevd_(job, triangle, n, a, lda, w, work, lwork, iwork, liwork, info, 1, 1);
            case C64 ->
                Lapack.cheevd_(job, triangle, n, a, lda, w, work, lwork, rwork, lrwork, iwork, liwork, info, 1, 1);
            case C128 ->
                Lapack.zheevd_(job, triangle, n, a, lda, w, work, lwork, rwork, lrwork, iwork, liwork, info, 1, 1);
            default -> throw new IllegalArgumentException("no factorisation of " + type);
        }
        return LapackStatus.of(info, type.isComplex() ? "heevd" : "syevd", type);
    }
}
