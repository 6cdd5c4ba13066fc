package dev.sluice.backend.cpu.openblas;

import dev.sluice.DType;
import dev.sluice.backend.cpu.gemm.ColumnCholesky;
import dev.sluice.backend.cpu.gemm.ColumnLu;
import dev.sluice.backend.cpu.gemm.ColumnQr;
import dev.sluice.backend.cpu.gemm.JacobiEigen;
import dev.sluice.backend.cpu.gemm.JacobiSvd;
import dev.sluice.backend.cpu.gemm.Memory;
import dev.sluice.spi.CholeskyProblem;
import dev.sluice.spi.EighProblem;
import dev.sluice.spi.Factorisation;
import dev.sluice.spi.LuProblem;
import dev.sluice.spi.LuSolveProblem;
import dev.sluice.spi.QrProblem;
import dev.sluice.spi.SolverProvider;
import dev.sluice.spi.SvdProblem;
import dev.sluice.spi.SvdProblem.Vectors;
import org.jspecify.annotations.Nullable;

/**
 * Factorisations on the host: in LAPACK where OpenBLAS brings it, on the JVM otherwise. Everything has run when a call
 * returns.
 *
 * <p>LAPACK promises nothing about iterations on an infinity or a NaN, not even an end. Matrices with one are never handed
 * to those: they get a positive status, and NaN in all results.
 */
public final class CpuSolverProvider implements SolverProvider {

    private static final int SUCCESS = 0;
    private static final int NOT_FINITE = 1;

    /** LAPACK's methods, which share what a handle lends them. */
    private record Lapacks(LapackSvd svd, LapackFactors factors, LapackEigen eigen) {}

    private final @Nullable Lapacks lapack;
    private final HandleMemory handles = new HandleMemory(LapackSvd.PARAMETER_BYTES);

    /**
     * Creates the provider.
     *
     * @param threads the thread count of the library that has LAPACK, or null to compute on the JVM
     */
    CpuSolverProvider(@Nullable NativeThreads threads) {
        this.lapack = threads == null
                ? null
                : new Lapacks(new LapackSvd(threads), new LapackFactors(threads), new LapackEigen(threads));
    }

    @Override
    public boolean supports(Factorisation factorisation, DType type) {
        return switch (type) {
            case F32, F64, C64, C128 -> true;
            default -> false;
        };
    }

    @Override
    public long createHandle() {
        return handles.create();
    }

    @Override
    public void destroyHandle(long handle) {
        handles.destroy(handle);
    }

    @Override
    public void bind(long handle, long stream) {
        // Operations run when they are submitted, whatever the stream.
    }

    @Override
    public long svdWorkspaceBytes(long handle, SvdProblem problem) {
        requireValid(problem);
        return lapack == null || isEmpty(problem) ? 0 : lapack.svd().workspaceBytes(handle, problem);
    }

    @Override
    public void svd(long handle, SvdProblem problem, long a, long s, long u, long vt, long workspace, long info) {
        requireValid(problem);
        int status;
        if (isEmpty(problem)) {
            // Nothing to decompose, but complete bases are asked for.
            status = JacobiSvd.decompose(problem, a, s, u, vt);
        } else if (!matrix(problem, a).isFinite()) {
            status = NOT_FINITE;
            spoilResults(problem, s, u, vt);
        } else if (lapack == null) {
            status = JacobiSvd.decompose(problem, a, s, u, vt);
        } else {
            status = lapack.svd().decompose(handle, problem, a, s, u, vt, workspace);
        }
        Memory.putInt(info, status);
    }

    private static boolean isEmpty(SvdProblem problem) {
        return problem.m() == 0 || problem.n() == 0;
    }

    private static HostMatrix matrix(SvdProblem problem, long a) {
        return new HostMatrix(problem.type(), problem.m(), problem.n(), problem.lda(), a);
    }

    private static HostMatrix left(SvdProblem problem, long u) {
        long columns = problem.vectors() == Vectors.FULL ? problem.m() : Math.min(problem.m(), problem.n());
        return new HostMatrix(problem.type(), problem.m(), columns, problem.ldu(), u);
    }

    private static HostMatrix right(SvdProblem problem, long vt) {
        long rows = problem.vectors() == Vectors.FULL ? problem.n() : Math.min(problem.m(), problem.n());
        return new HostMatrix(problem.type(), rows, problem.n(), problem.ldvt(), vt);
    }

    private static void requireValid(SvdProblem problem) {
        matrix(problem, 0).requireValid(problem);
        if (problem.vectors() != Vectors.NONE) {
            left(problem, 0).requireValid(problem);
            right(problem, 0).requireValid(problem);
        }
    }

    private static void spoilResults(SvdProblem problem, long s, long u, long vt) {
        long shorter = Math.min(problem.m(), problem.n());
        new HostMatrix(problem.type().realPart(), shorter, 1, shorter, s).spoil();
        if (problem.vectors() != Vectors.NONE) {
            left(problem, u).spoil();
            right(problem, vt).spoil();
        }
    }

    @Override
    public long qrWorkspaceBytes(long handle, QrProblem problem) {
        requireValid(problem);
        return lapack == null ? 0 : lapack.factors().qrWorkspaceBytes(handle, problem);
    }

    @Override
    public void qr(long handle, QrProblem problem, long a, long q, long workspace, long info) {
        requireValid(problem);
        if (lapack == null) {
            ColumnQr.factor(problem, a, q);
        } else {
            lapack.factors().qr(handle, problem, a, q, workspace);
        }
        Memory.putInt(info, SUCCESS);
    }

    private static void requireValid(QrProblem problem) {
        long m = problem.m();
        long n = problem.n();
        new HostMatrix(problem.type(), m, n, problem.lda(), 0).requireValid(problem);
        new HostMatrix(problem.type(), m, Math.min(m, n), problem.ldq(), 0).requireValid(problem);
    }

    @Override
    public long eighWorkspaceBytes(long handle, EighProblem problem) {
        matrix(problem, 0).requireValid(problem);
        return lapack == null || problem.n() == 0 ? 0 : lapack.eigen().workspaceBytes(handle, problem);
    }

    @Override
    public void eigh(long handle, EighProblem problem, long a, long w, long workspace, long info) {
        HostMatrix matrix = matrix(problem, a);
        matrix.requireValid(problem);
        int status = SUCCESS;
        if (!matrix.isLowerTriangleFinite()) {
            status = NOT_FINITE;
            matrix.spoil();
            new HostMatrix(problem.type().realPart(), problem.n(), 1, problem.n(), w).spoil();
        } else if (lapack == null) {
            status = JacobiEigen.decompose(problem, a, w);
        } else if (problem.n() > 0) {
            status = lapack.eigen().decompose(handle, problem, a, w, workspace);
        }
        Memory.putInt(info, status);
    }

    private static HostMatrix matrix(EighProblem problem, long a) {
        return new HostMatrix(problem.type(), problem.n(), problem.n(), problem.lda(), a);
    }

    @Override
    public long choleskyWorkspaceBytes(long handle, CholeskyProblem problem) {
        return 0;
    }

    @Override
    public void cholesky(long handle, CholeskyProblem problem, long a, long workspace, long info) {
        long n = problem.n();
        new HostMatrix(problem.type(), n, n, problem.lda(), a).requireValid(problem);
        int status = lapack == null
                ? ColumnCholesky.factor(problem, a)
                : lapack.factors().cholesky(handle, problem, a);
        Memory.putInt(info, status);
    }

    @Override
    public long luWorkspaceBytes(long handle, LuProblem problem) {
        return 0;
    }

    @Override
    public void lu(long handle, LuProblem problem, long a, long pivots, long workspace, long info) {
        new HostMatrix(problem.type(), problem.m(), problem.n(), problem.lda(), a).requireValid(problem);
        int status = lapack == null
                ? ColumnLu.factor(problem, a, pivots)
                : lapack.factors().lu(handle, problem, a, pivots);
        Memory.putInt(info, status);
    }

    @Override
    public void luSolve(long handle, LuSolveProblem problem, long a, long pivots, long b, long info) {
        new HostMatrix(problem.type(), problem.n(), problem.n(), problem.lda(), a).requireValid(problem);
        new HostMatrix(problem.type(), problem.n(), problem.columns(), problem.ldb(), b).requireValid(problem);
        if (lapack == null) {
            ColumnLu.solve(problem, a, pivots, b);
        } else {
            lapack.factors().luSolve(handle, problem, a, pivots, b);
        }
        Memory.putInt(info, SUCCESS);
    }
}
