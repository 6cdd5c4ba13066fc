package dev.sluice.backend.cpu.openblas;

import dev.sluice.DType;
import dev.sluice.backend.cpu.gemm.JacobiSvd;
import dev.sluice.backend.cpu.gemm.Memory;
import dev.sluice.spi.SolverProvider;
import dev.sluice.spi.SvdProblem;
import org.jspecify.annotations.Nullable;

/**
 * Factorisations on the host: in LAPACK where OpenBLAS brings it, on the JVM otherwise. Everything has run when a call
 * returns.
 */
public final class CpuSolverProvider implements SolverProvider {

    /** What a matrix with an infinity or a NaN is reported as: LAPACK promises nothing about it, not even an end. */
    private static final int NOT_FINITE = 1;

    private final @Nullable LapackSvd lapack;
    private final HandleMemory handles = new HandleMemory(LapackSvd.PARAMETER_BYTES);

    /**
     * Creates the provider.
     *
     * @param threads the thread count of the library that has LAPACK, or null to compute on the JVM
     */
    CpuSolverProvider(@Nullable NativeThreads threads) {
        this.lapack = threads == null ? null : new LapackSvd(threads);
    }

    @Override
    public boolean supports(DType type) {
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
        check(problem);
        return lapack == null || isEmpty(problem) ? 0 : lapack.workspaceBytes(handle, problem);
    }

    /**
     * {@inheritDoc}
     *
     * <p>A matrix with an infinity or a NaN gives a positive status, and NaN in all results.
     */
    @Override
    public void svd(long handle, SvdProblem problem, long a, long s, long u, long vt, long workspace, long info) {
        check(problem);
        int status;
        if (isEmpty(problem)) {
            // Nothing to decompose, but complete bases are asked for.
            status = JacobiSvd.decompose(problem, a, s, u, vt);
        } else if (!isFinite(problem, a)) {
            status = NOT_FINITE;
            fillResults(problem, s, u, vt);
        } else if (lapack == null) {
            status = JacobiSvd.decompose(problem, a, s, u, vt);
        } else {
            status = lapack.decompose(handle, problem, a, s, u, vt, workspace);
        }
        Memory.putInt(info, status);
    }

    private static boolean isEmpty(SvdProblem problem) {
        return problem.m() == 0 || problem.n() == 0;
    }

    private static void check(SvdProblem problem) {
        long m = problem.m();
        long n = problem.n();
        boolean vectors = problem.vectors() != SvdProblem.Vectors.NONE;
        long vtRows = problem.vectors() == SvdProblem.Vectors.FULL ? n : Math.min(m, n);
        if (m < 0
                || n < 0
                || problem.lda() < Math.max(1, m)
                || vectors && problem.ldu() < Math.max(1, m)
                || vectors && problem.ldvt() < Math.max(1, vtRows)) {
            throw new IllegalArgumentException(
                    "an extent is negative or a distance between columns is less than the rows: " + problem);
        }
        long widest = Math.max(Math.max(n, problem.lda()), vectors ? Math.max(problem.ldu(), problem.ldvt()) : 0);
        if (widest > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("LAPACK counts in 32 bits, and " + widest + " is beyond: " + problem
                    + "; copy the matrix so that its columns are adjacent, or decompose a smaller one");
        }
    }

    private static boolean isFinite(SvdProblem problem, long a) {
        int parts = problem.type().isComplex() ? 2 : 1;
        boolean single = problem.type().realPart() == DType.F32;
        for (long j = 0; j < problem.n(); j++) {
            long column = a + j * problem.lda() * problem.type().bytes();
            // 0·x is 0 for every finite x and NaN otherwise, and sums of zeros stay 0.
            double sum = 0;
            for (long i = 0; i < problem.m() * parts; i++) {
                double x = single
                        ? Memory.getFloat(column + i * Float.BYTES)
                        : Memory.getDouble(column + i * Double.BYTES);
                sum += 0 * x;
            }
            if (Double.isNaN(sum)) {
                return false;
            }
        }
        return true;
    }

    private static void fillResults(SvdProblem problem, long s, long u, long vt) {
        long m = problem.m();
        long n = problem.n();
        long shorter = Math.min(m, n);
        fill(problem.type().realPart(), shorter, 1, shorter, s);
        switch (problem.vectors()) {
            case NONE -> {}
            case THIN -> {
                fill(problem.type(), m, shorter, problem.ldu(), u);
                fill(problem.type(), shorter, n, problem.ldvt(), vt);
            }
            case FULL -> {
                fill(problem.type(), m, m, problem.ldu(), u);
                fill(problem.type(), n, n, problem.ldvt(), vt);
            }
        }
    }

    private static void fill(DType type, long rows, long columns, long ld, long address) {
        int parts = type.isComplex() ? 2 : 1;
        boolean single = type.realPart() == DType.F32;
        for (long j = 0; j < columns; j++) {
            long column = address + j * ld * type.bytes();
            for (long i = 0; i < rows * parts; i++) {
                if (single) {
                    Memory.putFloat(column + i * Float.BYTES, Float.NaN);
                } else {
                    Memory.putDouble(column + i * Double.BYTES, Double.NaN);
                }
            }
        }
    }
}
