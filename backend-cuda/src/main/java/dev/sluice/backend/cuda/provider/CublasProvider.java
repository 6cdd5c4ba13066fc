package dev.sluice.backend.cuda.provider;

import dev.sluice.DType;
import dev.sluice.backend.cuda.context.CudaContext;
import dev.sluice.device.DeviceException;
import dev.sluice.spi.BackendConfiguration;
import dev.sluice.spi.BlasProvider;
import dev.sluice.spi.GemmProblem;
import dev.sluice.spi.Transpose;
import dev.sluice.spi.TrsmProblem;

/**
 * cuBLAS on one device. Handles are cuBLAS's own; scalars are read on the host at the call, results of {@link #dot} and
 * {@link #nrm2} are written on the device. The extended forms of the functions are used, which take the element type as
 * an argument and 64-bit extents.
 */
public final class CublasProvider implements BlasProvider {
    private static final int POINTERS_ON_HOST = 0;
    private static final int POINTERS_ON_DEVICE = 1;
    private static final int DEFAULT_ALGORITHM = -1;
    private static final int ALLOCATION_FAILED = 3;

    private final CudaContext context;
    private final MathMode mathMode;
    private final GroupedGemm grouped;

    private CublasProvider(CudaContext context, MathMode mathMode, boolean hasGroups, boolean streamOrdered) {
        this.context = context;
        this.mathMode = mathMode;
        this.grouped = new GroupedGemm(context, this, mathMode, hasGroups, streamOrdered);
    }

    /**
     * cuBLAS for a device.
     *
     * @param file the library
     * @param streamOrdered whether the device allocates in stream order
     * @throws UnsatisfiedLinkError when it is too old
     */
    public static CublasProvider bind(
            CudaContext context, String file, boolean streamOrdered, BackendConfiguration configuration) {
        CublasLibrary.bind(file);
        return new CublasProvider(
                context, MathMode.from(configuration), CublasGroupedLibrary.bind(file), streamOrdered);
    }

    @Override
    public boolean supports(DType type) {
        return type.isFloating();
    }

    @Override
    public long createHandle() {
        ScalarBlock block = ScalarBlock.ofThread();
        long previous = context.enter();
        try {
            int status = CublasLibrary.cublasCreate_v2(block.out());
            if (status == ALLOCATION_FAILED) {
                context.releaseUnusedMemory();
                status = CublasLibrary.cublasCreate_v2(block.out());
            }
            check(status, "cublasCreate");
            return block.outLong();
        } finally {
            context.leave(previous);
        }
    }

    @Override
    public void destroyHandle(long handle) {
        long previous = context.enter();
        try {
            check(CublasLibrary.cublasDestroy_v2(handle), "cublasDestroy");
        } finally {
            context.leave(previous);
        }
    }

    @Override
    public void bind(long handle, long stream) {
        check(CublasLibrary.cublasSetStream_v2(handle, stream), "cublasSetStream");
    }

    @Override
    public void gemm(
            long handle,
            GemmProblem problem,
            double alphaRe,
            double alphaIm,
            long a,
            long b,
            double betaRe,
            double betaIm,
            long c) {
        if (problem.m() == 0 || problem.n() == 0 || problem.batch() == 0) {
            return;
        }
        DType type = problem.type();
        int data = CublasTypes.data(type);
        int transA = CublasTypes.operation(problem.transA(), type);
        int transB = CublasTypes.operation(problem.transB(), type);
        ScalarBlock scalars = scalars(type, alphaRe, alphaIm, betaRe, betaIm);
        long previous = context.enter();
        try {
            int status = problem.batch() == 1
                    ? CublasLibrary.cublasGemmEx_64(
                            handle,
                            transA,
                            transB,
                            problem.m(),
                            problem.n(),
                            problem.k(),
                            scalars.alpha(),
                            a,
                            data,
                            problem.lda(),
                            b,
                            data,
                            problem.ldb(),
                            scalars.beta(),
                            c,
                            data,
                            problem.ldc(),
                            mathMode.computeType(type),
                            DEFAULT_ALGORITHM)
                    : CublasLibrary.cublasGemmStridedBatchedEx_64(
                            handle,
                            transA,
                            transB,
                            problem.m(),
                            problem.n(),
                            problem.k(),
                            scalars.alpha(),
                            a,
                            data,
                            problem.lda(),
                            problem.strideA(),
                            b,
                            data,
                            problem.ldb(),
                            problem.strideB(),
                            scalars.beta(),
                            c,
                            data,
                            problem.ldc(),
                            problem.strideC(),
                            problem.batch(),
                            mathMode.computeType(type),
                            DEFAULT_ALGORITHM);
            if (status != 0) {
                throw failure(status, "cublasGemm " + problem);
            }
        } finally {
            context.leave(previous);
        }
    }

    @Override
    public void gemmGrouped(
            long handle,
            GemmProblem[] problems,
            double alphaRe,
            double alphaIm,
            long[] a,
            long[] b,
            double betaRe,
            double betaIm,
            long[] c) {
        grouped.submit(handle, problems, alphaRe, alphaIm, a, b, betaRe, betaIm, c);
    }

    @Override
    public void gemv(
            long handle,
            DType type,
            Transpose trans,
            long m,
            long n,
            double alphaRe,
            double alphaIm,
            long a,
            long lda,
            long x,
            long incx,
            double betaRe,
            double betaIm,
            long y,
            long incy) {
        int operation = CublasTypes.operation(trans, type);
        ScalarBlock scalars = scalars(type, alphaRe, alphaIm, betaRe, betaIm);
        long alpha = scalars.alpha();
        long beta = scalars.beta();
        long previous = context.enter();
        try {
            int status = switch (type) {
                case F32 ->
                    CublasLibrary.cublasSgemv_v2_64(handle, operation, m, n, alpha, a, lda, x, incx, beta, y, incy);
                case F64 ->
                    CublasLibrary.cublasDgemv_v2_64(handle, operation, m, n, alpha, a, lda, x, incx, beta, y, incy);
                case C64 ->
                    CublasLibrary.cublasCgemv_v2_64(handle, operation, m, n, alpha, a, lda, x, incx, beta, y, incy);
                case C128 ->
                    CublasLibrary.cublasZgemv_v2_64(handle, operation, m, n, alpha, a, lda, x, incx, beta, y, incy);
                default -> throw new IllegalArgumentException("cuBLAS has no matrix-vector products of " + type);
            };
            if (status != 0) {
                throw failure(status, "cublasGemv " + type + " " + m + "×" + n);
            }
        } finally {
            context.leave(previous);
        }
    }

    @Override
    public void dot(
            long handle, DType type, boolean conjugateX, long n, long x, long incx, long y, long incy, long result) {
        int data = CublasTypes.data(type);
        int execution = CublasTypes.data(CublasTypes.scale(type));
        onDevice(
                handle,
                "cublasDot " + type,
                () -> conjugateX && type.isComplex()
                        ? CublasLibrary.cublasDotcEx_64(
                                handle, n, x, data, incx, y, data, incy, result, data, execution)
                        : CublasLibrary.cublasDotEx_64(
                                handle, n, x, data, incx, y, data, incy, result, data, execution));
    }

    @Override
    public void nrm2(long handle, DType type, long n, long x, long incx, long result) {
        int data = CublasTypes.data(type);
        int real = CublasTypes.data(type.realPart());
        int execution = CublasTypes.data(CublasTypes.scale(type).realPart());
        onDevice(
                handle,
                "cublasNrm2 " + type,
                () -> CublasLibrary.cublasNrm2Ex_64(handle, n, x, data, incx, result, real, execution));
    }

    @Override
    public boolean supportsTrsm(DType type) {
        return type.isFloating() && type == type.compute();
    }

    @Override
    public void trsm(long handle, TrsmProblem problem, double alphaRe, double alphaIm, long a, long b) {
        if (problem.m() == 0 || problem.n() == 0) {
            return;
        }
        DType type = problem.type();
        int side = CublasTypes.sideMode(problem.side());
        int triangle = CublasTypes.fillMode(problem.triangle());
        int trans = CublasTypes.operation(problem.trans(), type);
        int diagonal = CublasTypes.diagonalType(problem.diagonal());
        long m = problem.m();
        long n = problem.n();
        long lda = problem.lda();
        long ldb = problem.ldb();
        long alpha = scalars(type, alphaRe, alphaIm, 0, 0).alpha();
        long previous = context.enter();
        try {
            int status = switch (type) {
                case F32 ->
                    CublasLibrary.cublasStrsm_v2_64(
                            handle, side, triangle, trans, diagonal, m, n, alpha, a, lda, b, ldb);
                case F64 ->
                    CublasLibrary.cublasDtrsm_v2_64(
                            handle, side, triangle, trans, diagonal, m, n, alpha, a, lda, b, ldb);
                case C64 ->
                    CublasLibrary.cublasCtrsm_v2_64(
                            handle, side, triangle, trans, diagonal, m, n, alpha, a, lda, b, ldb);
                case C128 ->
                    CublasLibrary.cublasZtrsm_v2_64(
                            handle, side, triangle, trans, diagonal, m, n, alpha, a, lda, b, ldb);
                default -> throw new IllegalArgumentException("cuBLAS has no triangular systems of " + type);
            };
            check(status, "cublasTrsm " + problem);
        } finally {
            context.leave(previous);
        }
    }

    private interface Call {
        int status();
    }

    /** Makes a call whose result is written to device memory. */
    private void onDevice(long handle, String operation, Call call) {
        long previous = context.enter();
        try {
            check(CublasLibrary.cublasSetPointerMode_v2(handle, POINTERS_ON_DEVICE), "cublasSetPointerMode");
            int status;
            try {
                status = call.status();
            } finally {
                check(CublasLibrary.cublasSetPointerMode_v2(handle, POINTERS_ON_HOST), "cublasSetPointerMode");
            }
            check(status, operation);
        } finally {
            context.leave(previous);
        }
    }

    private static ScalarBlock scalars(DType type, double alphaRe, double alphaIm, double betaRe, double betaIm) {
        ScalarBlock block = ScalarBlock.ofThread();
        CublasTypes.writeScalar(block.memory(), 0, type, alphaRe, alphaIm);
        CublasTypes.writeScalar(block.memory(), ScalarBlock.betaOffset(), type, betaRe, betaIm);
        return block;
    }

    void check(int status, String operation) {
        if (status != 0) {
            throw failure(status, operation);
        }
    }

    DeviceException failure(int status, String operation) {
        return ProviderFailure.of(context, operation, status, CublasLibrary.cublasGetStatusName(status));
    }
}
