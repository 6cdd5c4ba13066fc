package dev.sluice.backend.cuda.provider;

import dev.sluice.DType;
import dev.sluice.backend.cuda.context.CudaContext;
import dev.sluice.spi.SolverProvider;
import dev.sluice.spi.SvdProblem;
import dev.sluice.spi.Transpose;
import java.util.concurrent.ConcurrentHashMap;

/**
 * cuSOLVER on one device.
 *
 * <p>Singular values come from {@code gesvd}, QR iteration on the bidiagonal form: of cuSOLVER's three methods the one
 * whose small singular values and vectors are as accurate as LAPACK's for every matrix, and which reports failure. Jacobi
 * rotations ({@code gesvdj}) stop at a tolerance, and the polar method ({@code gesvdp}) perturbs nearly singular input.
 *
 * <p>{@code gesvd} wants at least as many rows as columns. A wide matrix is factored as its conjugate transpose: from
 * Aᴴ = V·Σ·Uᴴ the factors are transposed back with cuBLAS, which is why a handle here is a pair.
 */
public final class CusolverProvider implements SolverProvider {
    private static final int ALIGNMENT = 256;
    private static final int ALLOCATION_FAILED = 2;

    private final CudaContext context;
    private final CublasProvider blas;
    private final ConcurrentHashMap<Long, Long> blasHandles = new ConcurrentHashMap<>();

    private CusolverProvider(CudaContext context, CublasProvider blas) {
        this.context = context;
        this.blas = blas;
    }

    /**
     * cuSOLVER for a device.
     *
     * @param file the library
     * @param blas cuBLAS of the same device
     * @throws UnsatisfiedLinkError when it is too old
     */
    public static CusolverProvider bind(CudaContext context, String file, CublasProvider blas) {
        CusolverLibrary.bind(file);
        return new CusolverProvider(context, blas);
    }

    @Override
    public boolean supports(DType type) {
        return type.isFloating() && type == type.compute();
    }

    @Override
    public long createHandle() {
        long blasHandle = blas.createHandle();
        ScalarBlock block = ScalarBlock.ofThread();
        long previous = context.enter();
        try {
            int status = CusolverLibrary.cusolverDnCreate(block.out());
            if (status == ALLOCATION_FAILED) {
                context.releaseUnusedMemory();
                status = CusolverLibrary.cusolverDnCreate(block.out());
            }
            if (status != 0) {
                blas.destroyHandle(blasHandle);
                check(status, "cusolverDnCreate");
            }
            blasHandles.put(block.outLong(), blasHandle);
            return block.outLong();
        } finally {
            context.leave(previous);
        }
    }

    @Override
    public void destroyHandle(long handle) {
        long previous = context.enter();
        try {
            Long blasHandle = blasHandles.remove(handle);
            if (blasHandle != null) {
                blas.destroyHandle(blasHandle);
            }
            check(CusolverLibrary.cusolverDnDestroy(handle), "cusolverDnDestroy");
        } finally {
            context.leave(previous);
        }
    }

    @Override
    public void bind(long handle, long stream) {
        blas.bind(blasHandle(handle), stream);
        check(CusolverLibrary.cusolverDnSetStream(handle, stream), "cusolverDnSetStream");
    }

    @Override
    public long svdWorkspaceBytes(long handle, SvdProblem problem) {
        return Layout.of(problem, workElements(handle, problem)).bytes();
    }

    @Override
    public void svd(long handle, SvdProblem problem, long a, long s, long u, long vt, long workspace, long info) {
        int elements = workElements(handle, problem);
        Layout layout = Layout.of(problem, elements);
        long previous = context.enter();
        try {
            if (!layout.transposed()) {
                factor(
                        handle,
                        problem,
                        extent(problem.m()),
                        extent(problem.n()),
                        a,
                        extent(problem.lda()),
                        s,
                        u,
                        extent(problem.ldu()),
                        vt,
                        extent(problem.ldvt()),
                        workspace,
                        elements,
                        info);
                return;
            }
            int m = extent(problem.m());
            int n = extent(problem.n());
            long flipped = workspace + layout.matrix();
            long v = workspace + layout.left();
            long uh = workspace + layout.right();
            transpose(handle, problem.type(), n, m, a, extent(problem.lda()), flipped, n);
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
                transpose(handle, problem.type(), m, m, uh, m, u, extent(problem.ldu()));
                transpose(handle, problem.type(), full ? n : m, n, v, n, vt, extent(problem.ldvt()));
            }
        } finally {
            context.leave(previous);
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
            long work = aligned(size * workElements);
            if (m >= n) {
                return new Layout(false, 0, 0, 0, Math.max(work, ALIGNMENT));
            }
            boolean full = problem.vectors() == SvdProblem.Vectors.FULL;
            boolean vectors = problem.vectors() != SvdProblem.Vectors.NONE;
            long left = work + aligned(size * m * n);
            long right = left + (vectors ? aligned(size * n * (full ? n : m)) : 0);
            return new Layout(true, work, left, right, right + (vectors ? aligned(size * m * m) : 0));
        }

        private static long aligned(long bytes) {
            return (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
        }
    }

    private int workElements(long handle, SvdProblem problem) {
        int rows = extent(Math.max(problem.m(), problem.n()));
        int columns = extent(Math.min(problem.m(), problem.n()));
        ScalarBlock block = ScalarBlock.ofThread();
        long out = block.out();
        long previous = context.enter();
        try {
            int status = switch (problem.type()) {
                case F32 -> CusolverLibrary.cusolverDnSgesvd_bufferSize(handle, rows, columns, out);
                case F64 -> CusolverLibrary.cusolverDnDgesvd_bufferSize(handle, rows, columns, out);
                case C64 -> CusolverLibrary.cusolverDnCgesvd_bufferSize(handle, rows, columns, out);
                case C128 -> CusolverLibrary.cusolverDnZgesvd_bufferSize(handle, rows, columns, out);
                default -> throw unsupported(problem);
            };
            check(status, "cusolverDnGesvd_bufferSize " + problem);
            return block.outInt();
        } finally {
            context.leave(previous);
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
            default -> throw unsupported(problem);
        };
        check(status, "cusolverDnGesvd " + problem);
    }

    /** Submits to ← fromᴴ, {@code to} being m×n. */
    private void transpose(long handle, DType type, int m, int n, long from, int ldFrom, long to, int ldTo) {
        long blasHandle = blasHandle(handle);
        int operation = CublasTypes.operation(Transpose.CONJUGATE_TRANSPOSE, type);
        ScalarBlock block = ScalarBlock.ofThread();
        CublasTypes.writeScalar(block.memory(), 0, type, 1, 0);
        CublasTypes.writeScalar(block.memory(), ScalarBlock.betaOffset(), type, 0, 0);
        long alpha = block.alpha();
        long beta = block.beta();
        int status = switch (type) {
            case F32 ->
                CublasLibrary.cublasSgeam(
                        blasHandle, operation, 0, m, n, alpha, from, ldFrom, beta, to, ldTo, to, ldTo);
            case F64 ->
                CublasLibrary.cublasDgeam(
                        blasHandle, operation, 0, m, n, alpha, from, ldFrom, beta, to, ldTo, to, ldTo);
            case C64 ->
                CublasLibrary.cublasCgeam(
                        blasHandle, operation, 0, m, n, alpha, from, ldFrom, beta, to, ldTo, to, ldTo);
            case C128 ->
                CublasLibrary.cublasZgeam(
                        blasHandle, operation, 0, m, n, alpha, from, ldFrom, beta, to, ldTo, to, ldTo);
            default -> throw new IllegalArgumentException("cuBLAS cannot transpose " + type);
        };
        blas.check(status, "cublasGeam " + type + " " + m + "×" + n);
    }

    private long blasHandle(long handle) {
        Long blasHandle = blasHandles.get(handle);
        if (blasHandle == null) {
            throw new IllegalArgumentException("no solver handle " + handle + " of " + context.device());
        }
        return blasHandle;
    }

    private static int extent(long value) {
        if (value > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("cuSOLVER takes extents up to " + Integer.MAX_VALUE + ", not " + value);
        }
        return (int) value;
    }

    private static IllegalArgumentException unsupported(SvdProblem problem) {
        return new IllegalArgumentException("cuSOLVER has no singular value decomposition of " + problem.type());
    }

    private void check(int status, String operation) {
        if (status != 0) {
            throw ProviderFailure.of(context, operation, status, statusName(status));
        }
    }

    private static String statusName(int status) {
        return switch (status) {
            case 1 -> "CUSOLVER_STATUS_NOT_INITIALIZED";
            case 2 -> "CUSOLVER_STATUS_ALLOC_FAILED";
            case 3 -> "CUSOLVER_STATUS_INVALID_VALUE";
            case 4 -> "CUSOLVER_STATUS_ARCH_MISMATCH";
            case 6 -> "CUSOLVER_STATUS_EXECUTION_FAILED";
            case 7 -> "CUSOLVER_STATUS_INTERNAL_ERROR";
            default -> "CUSOLVER_STATUS_" + status;
        };
    }
}
