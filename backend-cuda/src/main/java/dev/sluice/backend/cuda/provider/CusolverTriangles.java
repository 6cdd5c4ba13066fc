package dev.sluice.backend.cuda.provider;

import dev.sluice.DType;
import dev.sluice.Triangle;
import dev.sluice.spi.CholeskyProblem;
import dev.sluice.spi.LuProblem;
import dev.sluice.spi.LuSolveProblem;
import dev.sluice.spi.Transpose;

/** Triangular factors: {@code potrf} for positive definite matrices, {@code getrf} and {@code getrs} for all others. */
final class CusolverTriangles {
    private static final int LOWER = CublasTypes.fillMode(Triangle.LOWER);

    private final CusolverCalls calls;

    CusolverTriangles(CusolverCalls calls) {
        this.calls = calls;
    }

    long workspaceBytes(long handle, CholeskyProblem problem) {
        return CusolverCalls.aligned((long) problem.type().bytes() * workElements(handle, problem));
    }

    private int workElements(long handle, CholeskyProblem problem) {
        int n = CusolverCalls.extent(problem.n());
        int lda = CusolverCalls.extent(problem.lda());
        ScalarBlock block = ScalarBlock.ofThread();
        long out = block.out();
        long previous = calls.context().enter();
        try {
            int status = switch (problem.type()) {
                case F32 -> CusolverLibrary.cusolverDnSpotrf_bufferSize(handle, LOWER, n, 0, lda, out);
                case F64 -> CusolverLibrary.cusolverDnDpotrf_bufferSize(handle, LOWER, n, 0, lda, out);
                case C64 -> CusolverLibrary.cusolverDnCpotrf_bufferSize(handle, LOWER, n, 0, lda, out);
                case C128 -> CusolverLibrary.cusolverDnZpotrf_bufferSize(handle, LOWER, n, 0, lda, out);
                default -> throw CusolverCalls.unsupported(problem);
            };
            calls.check(status, "cusolverDnPotrf_bufferSize " + problem);
            return block.outInt();
        } finally {
            calls.context().leave(previous);
        }
    }

    void cholesky(long handle, CholeskyProblem problem, long a, long workspace, long info) {
        int elements = workElements(handle, problem);
        int n = CusolverCalls.extent(problem.n());
        int lda = CusolverCalls.extent(problem.lda());
        long previous = calls.context().enter();
        try {
            int status = switch (problem.type()) {
                case F32 -> CusolverLibrary.cusolverDnSpotrf(handle, LOWER, n, a, lda, workspace, elements, info);
                case F64 -> CusolverLibrary.cusolverDnDpotrf(handle, LOWER, n, a, lda, workspace, elements, info);
                case C64 -> CusolverLibrary.cusolverDnCpotrf(handle, LOWER, n, a, lda, workspace, elements, info);
                case C128 -> CusolverLibrary.cusolverDnZpotrf(handle, LOWER, n, a, lda, workspace, elements, info);
                default -> throw CusolverCalls.unsupported(problem);
            };
            calls.check(status, "cusolverDnPotrf " + problem);
        } finally {
            calls.context().leave(previous);
        }
    }

    long workspaceBytes(long handle, LuProblem problem) {
        int m = CusolverCalls.extent(problem.m());
        int n = CusolverCalls.extent(problem.n());
        int lda = CusolverCalls.extent(problem.lda());
        ScalarBlock block = ScalarBlock.ofThread();
        long out = block.out();
        long previous = calls.context().enter();
        try {
            int status = switch (problem.type()) {
                case F32 -> CusolverLibrary.cusolverDnSgetrf_bufferSize(handle, m, n, 0, lda, out);
                case F64 -> CusolverLibrary.cusolverDnDgetrf_bufferSize(handle, m, n, 0, lda, out);
                case C64 -> CusolverLibrary.cusolverDnCgetrf_bufferSize(handle, m, n, 0, lda, out);
                case C128 -> CusolverLibrary.cusolverDnZgetrf_bufferSize(handle, m, n, 0, lda, out);
                default -> throw CusolverCalls.unsupported(problem);
            };
            calls.check(status, "cusolverDnGetrf_bufferSize " + problem);
            return CusolverCalls.aligned((long) problem.type().bytes() * block.outInt());
        } finally {
            calls.context().leave(previous);
        }
    }

    void lu(long handle, LuProblem problem, long a, long pivots, long workspace, long info) {
        int m = CusolverCalls.extent(problem.m());
        int n = CusolverCalls.extent(problem.n());
        int lda = CusolverCalls.extent(problem.lda());
        long previous = calls.context().enter();
        try {
            int status = switch (problem.type()) {
                case F32 -> CusolverLibrary.cusolverDnSgetrf(handle, m, n, a, lda, workspace, pivots, info);
                case F64 -> CusolverLibrary.cusolverDnDgetrf(handle, m, n, a, lda, workspace, pivots, info);
                case C64 -> CusolverLibrary.cusolverDnCgetrf(handle, m, n, a, lda, workspace, pivots, info);
                case C128 -> CusolverLibrary.cusolverDnZgetrf(handle, m, n, a, lda, workspace, pivots, info);
                default -> throw CusolverCalls.unsupported(problem);
            };
            calls.check(status, "cusolverDnGetrf " + problem);
        } finally {
            calls.context().leave(previous);
        }
    }

    void solve(long handle, LuSolveProblem problem, long a, long pivots, long b, long info) {
        DType type = problem.type();
        int plain = CublasTypes.operation(Transpose.NONE, type);
        int n = CusolverCalls.extent(problem.n());
        int columns = CusolverCalls.extent(problem.columns());
        int lda = CusolverCalls.extent(problem.lda());
        int ldb = CusolverCalls.extent(problem.ldb());
        long previous = calls.context().enter();
        try {
            int status = switch (type) {
                case F32 -> CusolverLibrary.cusolverDnSgetrs(handle, plain, n, columns, a, lda, pivots, b, ldb, info);
                case F64 -> CusolverLibrary.cusolverDnDgetrs(handle, plain, n, columns, a, lda, pivots, b, ldb, info);
                case C64 -> CusolverLibrary.cusolverDnCgetrs(handle, plain, n, columns, a, lda, pivots, b, ldb, info);
                case C128 -> CusolverLibrary.cusolverDnZgetrs(handle, plain, n, columns, a, lda, pivots, b, ldb, info);
                default -> throw CusolverCalls.unsupported(problem);
            };
            calls.check(status, "cusolverDnGetrs " + problem);
        } finally {
            calls.context().leave(previous);
        }
    }
}
