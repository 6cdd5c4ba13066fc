package dev.sluice.backend.cuda.provider;

import dev.sluice.Triangle;
import dev.sluice.spi.EighProblem;
import dev.sluice.spi.EighProblem.Vectors;

/** Eigenvalues of Hermitian matrices by divide and conquer: {@code syevd} and {@code heevd}. */
final class CusolverEigen {
    private static final int LOWER = CublasTypes.fillMode(Triangle.LOWER);

    private final CusolverCalls calls;

    CusolverEigen(CusolverCalls calls) {
        this.calls = calls;
    }

    long workspaceBytes(long handle, EighProblem problem) {
        return CusolverCalls.aligned((long) problem.type().bytes() * workElements(handle, problem));
    }

    /** {@code cusolverEigMode_t}. */
    private static int job(EighProblem problem) {
        return problem.vectors() == Vectors.ALL ? 1 : 0;
    }

    private int workElements(long handle, EighProblem problem) {
        int job = job(problem);
        int n = CusolverCalls.extent(problem.n());
        int lda = CusolverCalls.extent(problem.lda());
        ScalarBlock block = ScalarBlock.ofThread();
        long out = block.out();
        long previous = calls.context().enter();
        try {
            int status = switch (problem.type()) {
                case F32 -> CusolverLibrary.cusolverDnSsyevd_bufferSize(handle, job, LOWER, n, 0, lda, 0, out);
                case F64 -> CusolverLibrary.cusolverDnDsyevd_bufferSize(handle, job, LOWER, n, 0, lda, 0, out);
                case C64 -> CusolverLibrary.cusolverDnCheevd_bufferSize(handle, job, LOWER, n, 0, lda, 0, out);
                case C128 -> CusolverLibrary.cusolverDnZheevd_bufferSize(handle, job, LOWER, n, 0, lda, 0, out);
                default -> throw CusolverCalls.unsupported(problem);
            };
            calls.check(status, "cusolverDnSyevd_bufferSize " + problem);
            return block.outInt();
        } finally {
            calls.context().leave(previous);
        }
    }

    void decompose(long handle, EighProblem problem, long a, long w, long workspace, long info) {
        int elements = workElements(handle, problem);
        int job = job(problem);
        int n = CusolverCalls.extent(problem.n());
        int lda = CusolverCalls.extent(problem.lda());
        long previous = calls.context().enter();
        try {
            int status = switch (problem.type()) {
                case F32 ->
                    CusolverLibrary.cusolverDnSsyevd(handle, job, LOWER, n, a, lda, w, workspace, elements, info);
                case F64 ->
                    CusolverLibrary.cusolverDnDsyevd(handle, job, LOWER, n, a, lda, w, workspace, elements, info);
                case C64 ->
                    CusolverLibrary.cusolverDnCheevd(handle, job, LOWER, n, a, lda, w, workspace, elements, info);
                case C128 ->
                    CusolverLibrary.cusolverDnZheevd(handle, job, LOWER, n, a, lda, w, workspace, elements, info);
                default -> throw CusolverCalls.unsupported(problem);
            };
            calls.check(status, "cusolverDnSyevd " + problem);
        } finally {
            calls.context().leave(previous);
        }
    }
}
