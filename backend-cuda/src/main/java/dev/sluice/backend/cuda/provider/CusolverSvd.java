package dev.sluice.backend.cuda.provider;

import dev.sluice.spi.SvdProblem;
import dev.sluice.spi.Transpose;

/**
 * Singular value decompositions by {@code gesvd}, QR iteration on the bidiagonal form: of cuSOLVER's three methods the one
 * whose small singular values and vectors are as accurate as LAPACK's for every matrix, and which reports failure. Jacobi
 * rotations ({@code gesvdj}) are faster for small matrices, but stop at a tolerance; the polar method ({@code gesvdp}) is
 * faster for large ones, but perturbs nearly singular input, and reports by how much in memory of the host, which would
 * have to wait for it.
 *
 * <p>{@code gesvd} wants at least as many rows as columns. A wide matrix is factored as its conjugate transpose: from
 * Aᴴ = V·Σ·Uᴴ the factors are transposed back with cuBLAS.
 */
final class CusolverSvd {
    private static final int MINIMUM_BYTES = 256;

    private final CusolverCalls calls;

    CusolverSvd(CusolverCalls calls) {
        this.calls = calls;
    }

    long workspaceBytes(long handle, SvdProblem problem) {
        return Layout.of(problem, workElements(handle, problem)).bytes();
    }

    void decompose(long handle, SvdProblem problem, long a, long s, long u, long vt, long workspace, long info) {
        int elements = workElements(handle, problem);
        Layout layout = Layout.of(problem, elements);
        long previous = calls.context().enter();
        try {
            if (!layout.transposed()) {
                factor(
                        handle,
                        problem,
                        CusolverCalls.extent(problem.m()),
                        CusolverCalls.extent(problem.n()),
                        a,
                        CusolverCalls.extent(problem.lda()),
                        s,
                        u,
                        CusolverCalls.extent(problem.ldu()),
                        vt,
                        CusolverCalls.extent(problem.ldvt()),
                        workspace,
                        elements,
                        info);
                return;
            }
            int m = CusolverCalls.extent(problem.m());
            int n = CusolverCalls.extent(problem.n());
            long flipped = workspace + layout.matrix();
            long v = workspace + layout.left();
            long uh = workspace + layout.right();
            calls.copy(
                    handle,
                    problem.type(),
                    Transpose.CONJUGATE_TRANSPOSE,
                    n,
                    m,
                    a,
                    CusolverCalls.extent(problem.lda()),
                    flipped,
                    n);
            boolean full = problem.vectors() == SvdProblem.Vectors.FULL;
            boolean vectors = problem.vectors() != SvdProblem.Vectors.NONE;
            factor(
                    handle,
                    problem,
                    n,
                    m,
                    flipped,
                    n,
                    s,
                    vectors ? v : 0,
                    n,
                    vectors ? uh : 0,
                    m,
                    workspace,
                    elements,
                    info);
            if (vectors) {
                calls.copy(
                        handle,
                        problem.type(),
                        Transpose.CONJUGATE_TRANSPOSE,
                        m,
                        m,
                        uh,
                        m,
                        u,
                        CusolverCalls.extent(problem.ldu()));
                calls.copy(
                        handle,
                        problem.type(),
                        Transpose.CONJUGATE_TRANSPOSE,
                        full ? n : m,
                        n,
                        v,
                        n,
                        vt,
                        CusolverCalls.extent(problem.ldvt()));
            }
        } finally {
            calls.context().leave(previous);
        }
    }

    /**
     * Where things are in the workspace, in bytes.
     *
     * @param transposed whether the conjugate transpose is factored
     * @param matrix the transposed matrix
     * @param left its left singular vectors
     * @param right its right singular vectors, conjugate-transposed
     * @param bytes the size
     */
    private record Layout(boolean transposed, long matrix, long left, long right, long bytes) {
        static Layout of(SvdProblem problem, int workElements) {
            long size = problem.type().bytes();
            long m = problem.m();
            long n = problem.n();
            long work = CusolverCalls.aligned(size * workElements);
            if (m >= n) {
                return new Layout(false, 0, 0, 0, Math.max(work, MINIMUM_BYTES));
            }
            boolean full = problem.vectors() == SvdProblem.Vectors.FULL;
            boolean vectors = problem.vectors() != SvdProblem.Vectors.NONE;
            long left = work + CusolverCalls.aligned(size * m * n);
            long right = left + (vectors ? CusolverCalls.aligned(size * n * (full ? n : m)) : 0);
            return new Layout(true, work, left, right, right + (vectors ? CusolverCalls.aligned(size * m * m) : 0));
        }
    }

    private int workElements(long handle, SvdProblem problem) {
        int rows = CusolverCalls.extent(Math.max(problem.m(), problem.n()));
        int columns = CusolverCalls.extent(Math.min(problem.m(), problem.n()));
        ScalarBlock block = ScalarBlock.ofThread();
        long out = block.out();
        long previous = calls.context().enter();
        try {
            int status = switch (problem.type()) {
                case F32 -> CusolverLibrary.cusolverDnSgesvd_bufferSize(handle, rows, columns, out);
                case F64 -> CusolverLibrary.cusolverDnDgesvd_bufferSize(handle, rows, columns, out);
                case C64 -> CusolverLibrary.cusolverDnCgesvd_bufferSize(handle, rows, columns, out);
                case C128 -> CusolverLibrary.cusolverDnZgesvd_bufferSize(handle, rows, columns, out);
                default -> throw CusolverCalls.unsupported(problem);
            };
            calls.check(status, "cusolverDnGesvd_bufferSize " + problem);
            return block.outInt();
        } finally {
            calls.context().leave(previous);
        }
    }

    private void factor(
            long handle,
            SvdProblem problem,
            int m,
            int n,
            long a,
            int lda,
            long s,
            long u,
            int ldu,
            long vt,
            int ldvt,
            long work,
            int elements,
            long info) {
        byte job = (byte)
                switch (problem.vectors()) {
                    case NONE -> 'N';
                    case THIN -> 'S';
                    case FULL -> 'A';
                };
        // Leading dimensions are checked even where there are no vectors.
        int rowsU = Math.max(ldu, 1);
        int rowsVt = Math.max(ldvt, 1);
        int status = switch (problem.type()) {
            case F32 ->
                CusolverLibrary.cusolverDnSgesvd(
                        handle, job, job, m, n, a, lda, s, u, rowsU, vt, rowsVt, work, elements, 0, info);
            case F64 ->
                CusolverLibrary.cusolverDnDgesvd(
                        handle, job, job, m, n, a, lda, s, u, rowsU, vt, rowsVt, work, elements, 0, info);
            case C64 ->
                CusolverLibrary.cusolverDnCgesvd(
                        handle, job, job, m, n, a, lda, s, u, rowsU, vt, rowsVt, work, elements, 0, info);
            case C128 ->
                CusolverLibrary.cusolverDnZgesvd(
                        handle, job, job, m, n, a, lda, s, u, rowsU, vt, rowsVt, work, elements, 0, info);
            default -> throw CusolverCalls.unsupported(problem);
        };
        calls.check(status, "cusolverDnGesvd " + problem);
    }
}
