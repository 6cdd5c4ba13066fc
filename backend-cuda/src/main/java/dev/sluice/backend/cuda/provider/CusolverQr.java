package dev.sluice.backend.cuda.provider;

import dev.sluice.spi.QrProblem;
import dev.sluice.spi.Transpose;

/** QR factorisations: {@code geqrf} leaves R and the reflections, from a copy of which {@code orgqr} makes Q. */
final class CusolverQr {
    private final CusolverCalls calls;

    CusolverQr(CusolverCalls calls) {
        this.calls = calls;
    }

    /**
     * Where things are in the workspace, whose beginning has the scalar factors of the reflections.
     *
     * @param work the distance in bytes to what the library works in
     * @param elements the elements of that
     * @param bytes the size
     */
    private record Workspace(long work, int elements, long bytes) {}

    long workspaceBytes(long handle, QrProblem problem) {
        return workspace(handle, problem).bytes();
    }

    private Workspace workspace(long handle, QrProblem problem) {
        int m = CusolverCalls.extent(problem.m());
        int n = CusolverCalls.extent(problem.n());
        int k = Math.min(m, n);
        int lda = CusolverCalls.extent(problem.lda());
        int ldq = CusolverCalls.extent(problem.ldq());
        ScalarBlock block = ScalarBlock.ofThread();
        long out = block.out();
        long previous = calls.context().enter();
        try {
            int status = switch (problem.type()) {
                case F32 -> CusolverLibrary.cusolverDnSgeqrf_bufferSize(handle, m, n, 0, lda, out);
                case F64 -> CusolverLibrary.cusolverDnDgeqrf_bufferSize(handle, m, n, 0, lda, out);
                case C64 -> CusolverLibrary.cusolverDnCgeqrf_bufferSize(handle, m, n, 0, lda, out);
                case C128 -> CusolverLibrary.cusolverDnZgeqrf_bufferSize(handle, m, n, 0, lda, out);
                default -> throw CusolverCalls.unsupported(problem);
            };
            calls.check(status, "cusolverDnGeqrf_bufferSize " + problem);
            int factoring = block.outInt();
            status = switch (problem.type()) {
                case F32 -> CusolverLibrary.cusolverDnSorgqr_bufferSize(handle, m, k, k, 0, ldq, 0, out);
                case F64 -> CusolverLibrary.cusolverDnDorgqr_bufferSize(handle, m, k, k, 0, ldq, 0, out);
                case C64 -> CusolverLibrary.cusolverDnCungqr_bufferSize(handle, m, k, k, 0, ldq, 0, out);
                case C128 -> CusolverLibrary.cusolverDnZungqr_bufferSize(handle, m, k, k, 0, ldq, 0, out);
                default -> throw CusolverCalls.unsupported(problem);
            };
            calls.check(status, "cusolverDnOrgqr_bufferSize " + problem);
            int elements = Math.max(factoring, block.outInt());
            long size = problem.type().bytes();
            long work = CusolverCalls.aligned(size * k);
            return new Workspace(work, elements, work + CusolverCalls.aligned(size * elements));
        } finally {
            calls.context().leave(previous);
        }
    }

    void factor(long handle, QrProblem problem, long a, long q, long tau, long info) {
        Workspace workspace = workspace(handle, problem);
        int m = CusolverCalls.extent(problem.m());
        int n = CusolverCalls.extent(problem.n());
        int k = Math.min(m, n);
        int lda = CusolverCalls.extent(problem.lda());
        int ldq = CusolverCalls.extent(problem.ldq());
        long work = tau + workspace.work();
        int elements = workspace.elements();
        long previous = calls.context().enter();
        try {
            int status = switch (problem.type()) {
                case F32 -> CusolverLibrary.cusolverDnSgeqrf(handle, m, n, a, lda, tau, work, elements, info);
                case F64 -> CusolverLibrary.cusolverDnDgeqrf(handle, m, n, a, lda, tau, work, elements, info);
                case C64 -> CusolverLibrary.cusolverDnCgeqrf(handle, m, n, a, lda, tau, work, elements, info);
                case C128 -> CusolverLibrary.cusolverDnZgeqrf(handle, m, n, a, lda, tau, work, elements, info);
                default -> throw CusolverCalls.unsupported(problem);
            };
            calls.check(status, "cusolverDnGeqrf " + problem);
            calls.copy(handle, problem.type(), Transpose.NONE, m, k, a, lda, q, ldq);
            status = switch (problem.type()) {
                case F32 -> CusolverLibrary.cusolverDnSorgqr(handle, m, k, k, q, ldq, tau, work, elements, info);
                case F64 -> CusolverLibrary.cusolverDnDorgqr(handle, m, k, k, q, ldq, tau, work, elements, info);
                case C64 -> CusolverLibrary.cusolverDnCungqr(handle, m, k, k, q, ldq, tau, work, elements, info);
                case C128 -> CusolverLibrary.cusolverDnZungqr(handle, m, k, k, q, ldq, tau, work, elements, info);
                default -> throw CusolverCalls.unsupported(problem);
            };
            calls.check(status, "cusolverDnOrgqr " + problem);
        } finally {
            calls.context().leave(previous);
        }
    }
}
