package dev.sluice.backend.cuda.provider;

import dev.sluice.DType;
import dev.sluice.backend.cuda.context.CudaContext;
import dev.sluice.spi.Transpose;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What all factorisations of one device share: its context, its handles, and what cuSOLVER lacks and cuBLAS has. A handle
 * is cuSOLVER's own, with one of cuBLAS beside it that is bound to the same stream. Thread-safe, apart from handles.
 */
final class CusolverCalls {
    private static final int ALLOCATION_FAILED = 2;
    private static final int ALIGNMENT = 256;

    private final CudaContext context;
    private final CublasProvider blas;
    private final ConcurrentHashMap<Long, Long> blasHandles = new ConcurrentHashMap<>();

    CusolverCalls(CudaContext context, CublasProvider blas) {
        this.context = context;
        this.blas = blas;
    }

    CudaContext context() {
        return context;
    }

    long createHandle() {
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

    void destroyHandle(long handle) {
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

    void bind(long handle, long stream) {
        blas.bind(blasHandle(handle), stream);
        check(CusolverLibrary.cusolverDnSetStream(handle, stream), "cusolverDnSetStream");
    }

    private long blasHandle(long handle) {
        Long blasHandle = blasHandles.get(handle);
        if (blasHandle == null) {
            throw new IllegalArgumentException("no solver handle " + handle + " of " + context.device());
        }
        return blasHandle;
    }

    /** Submits to ← op(from), {@code to} being m×n. */
    void copy(long handle, DType type, Transpose op, int m, int n, long from, int ldFrom, long to, int ldTo) {
        long blasHandle = blasHandle(handle);
        int operation = CublasTypes.operation(op, type);
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
            default -> throw new IllegalArgumentException("cuBLAS cannot copy matrices of " + type);
        };
        blas.check(status, "cublasGeam " + type + " " + m + "×" + n);
    }

    /** The extent as cuSOLVER takes it. */
    static int extent(long value) {
        if (value > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("cuSOLVER takes extents up to " + Integer.MAX_VALUE + ", not " + value);
        }
        return (int) value;
    }

    /** Bytes rounded up, so that the next part of a workspace is aligned. */
    static long aligned(long bytes) {
        return (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    }

    static IllegalArgumentException unsupported(Record problem) {
        return new IllegalArgumentException("cuSOLVER has no " + problem);
    }

    void check(int status, String operation) {
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
