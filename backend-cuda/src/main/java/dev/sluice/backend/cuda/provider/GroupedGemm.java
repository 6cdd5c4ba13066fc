package dev.sluice.backend.cuda.provider;

import dev.sluice.DType;
import dev.sluice.backend.cuda.context.CudaContext;
import dev.sluice.backend.cuda.lwjgl.DriverCalls;
import dev.sluice.spi.GemmProblem;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Products of different shapes. Those of equal shape form a group. Real types go to cuBLAS as one call over all groups;
 * complex ones, and real ones with an older cuBLAS, as one batched call for each group.
 *
 * <p>cuBLAS reads the addresses of the matrices from device memory: they are uploaded on the handle's stream to memory
 * that is freed behind the products.
 */
final class GroupedGemm {
    private static final int DEFAULT_ALGORITHM = -1;

    private final CudaContext context;
    private final CublasProvider provider;
    private final MathMode mathMode;
    private final boolean hasGroups;
    private final boolean streamOrdered;

    GroupedGemm(
            CudaContext context, CublasProvider provider, MathMode mathMode, boolean hasGroups, boolean streamOrdered) {
        this.context = context;
        this.provider = provider;
        this.mathMode = mathMode;
        this.hasGroups = hasGroups;
        this.streamOrdered = streamOrdered;
    }

    void submit(
            long handle,
            GemmProblem[] problems,
            double alphaRe,
            double alphaIm,
            long[] a,
            long[] b,
            double betaRe,
            double betaIm,
            long[] c) {
        Map<GemmProblem, List<Integer>> groups = new LinkedHashMap<>();
        int count = 0;
        for (int i = 0; i < problems.length; i++) {
            GemmProblem problem = problems[i];
            if (problem.m() == 0 || problem.n() == 0) {
                continue;
            }
            if (problem.k() == 0 || problems.length == 1) {
                provider.gemm(handle, problem, alphaRe, alphaIm, a[i], b[i], betaRe, betaIm, c[i]);
                continue;
            }
            groups.computeIfAbsent(problem, p -> new ArrayList<>()).add(i);
            count++;
        }
        if (count == 0) {
            return;
        }
        long previous = context.enter();
        try (Arena arena = Arena.ofConfined()) {
            long stream = stream(handle);
            MemorySegment pointers = pointers(arena, groups, count, a, b, c);
            long device = upload(pointers, stream);
            try {
                DType type = problems[0].type();
                MemorySegment scalars = arena.allocate(32, 16);
                CublasTypes.writeScalar(scalars, 0, type, alphaRe, alphaIm);
                CublasTypes.writeScalar(scalars, 16, type, betaRe, betaIm);
                if (hasGroups && !type.isComplex()) {
                    oneCall(handle, type, groups, count, device, scalars, arena);
                } else {
                    callPerGroup(handle, type, groups, count, device, scalars);
                }
            } finally {
                DriverCalls calls = context.calls();
                context.check(streamOrdered ? calls.freeAsync(device, stream) : calls.free(device), "cuMemFreeAsync");
            }
        } finally {
            context.leave(previous);
        }
    }

    private long stream(long handle) {
        ScalarBlock block = ScalarBlock.ofThread();
        provider.check(CublasLibrary.cublasGetStream_v2(handle, block.out()), "cublasGetStream");
        return block.outLong();
    }

    /** All addresses of A in the order of the groups, then those of B, then those of C. */
    private static MemorySegment pointers(
            Arena arena, Map<GemmProblem, List<Integer>> groups, int count, long[] a, long[] b, long[] c) {
        MemorySegment pointers = arena.allocate(ValueLayout.JAVA_LONG, 3L * count);
        int next = 0;
        for (List<Integer> members : groups.values()) {
            for (int member : members) {
                pointers.setAtIndex(ValueLayout.JAVA_LONG, next, a[member]);
                pointers.setAtIndex(ValueLayout.JAVA_LONG, (long) count + next, b[member]);
                pointers.setAtIndex(ValueLayout.JAVA_LONG, 2L * count + next, c[member]);
                next++;
            }
        }
        return pointers;
    }

    private long upload(MemorySegment pointers, long stream) {
        DriverCalls calls = context.calls();
        long bytes = pointers.byteSize();
        long device = context.result(
                streamOrdered ? calls.allocateAsync(bytes, stream) : calls.allocate(bytes),
                "allocation of " + bytes + " bytes for the addresses of matrices");
        // The driver has taken a copy of pageable memory when this returns.
        int status = calls.copyToDevice(device, pointers.address(), bytes, stream);
        if (status != 0) {
            int unused = streamOrdered ? calls.freeAsync(device, stream) : calls.free(device);
            throw context.failure(status, "cuMemcpyHtoDAsync(addresses of matrices)");
        }
        return device;
    }

    private void callPerGroup(
            long handle,
            DType type,
            Map<GemmProblem, List<Integer>> groups,
            int count,
            long device,
            MemorySegment scalars) {
        int data = CublasTypes.data(type);
        long first = 0;
        for (Map.Entry<GemmProblem, List<Integer>> group : groups.entrySet()) {
            GemmProblem problem = group.getKey();
            int status = CublasLibrary.cublasGemmBatchedEx_64(
                    handle,
                    CublasTypes.operation(problem.transA(), type),
                    CublasTypes.operation(problem.transB(), type),
                    problem.m(),
                    problem.n(),
                    problem.k(),
                    scalars.address(),
                    device + first * 8,
                    data,
                    problem.lda(),
                    device + (count + first) * 8,
                    data,
                    problem.ldb(),
                    scalars.address() + 16,
                    device + (2L * count + first) * 8,
                    data,
                    problem.ldc(),
                    group.getValue().size(),
                    mathMode.computeType(type),
                    DEFAULT_ALGORITHM);
            if (status != 0) {
                throw provider.failure(
                        status, "cublasGemmBatchedEx of " + group.getValue().size() + " " + problem);
            }
            first += group.getValue().size();
        }
    }

    private void oneCall(
            long handle,
            DType type,
            Map<GemmProblem, List<Integer>> groups,
            int count,
            long device,
            MemorySegment scalars,
            Arena arena) {
        int size = groups.size();
        int scaleBytes = CublasTypes.scale(type).bytes();
        MemorySegment transA = arena.allocate(ValueLayout.JAVA_INT, size);
        MemorySegment transB = arena.allocate(ValueLayout.JAVA_INT, size);
        MemorySegment m = arena.allocate(ValueLayout.JAVA_LONG, size);
        MemorySegment n = arena.allocate(ValueLayout.JAVA_LONG, size);
        MemorySegment k = arena.allocate(ValueLayout.JAVA_LONG, size);
        MemorySegment lda = arena.allocate(ValueLayout.JAVA_LONG, size);
        MemorySegment ldb = arena.allocate(ValueLayout.JAVA_LONG, size);
        MemorySegment ldc = arena.allocate(ValueLayout.JAVA_LONG, size);
        MemorySegment members = arena.allocate(ValueLayout.JAVA_LONG, size);
        MemorySegment alpha = arena.allocate((long) scaleBytes * size, 16);
        MemorySegment beta = arena.allocate((long) scaleBytes * size, 16);
        int group = 0;
        for (Map.Entry<GemmProblem, List<Integer>> entry : groups.entrySet()) {
            GemmProblem problem = entry.getKey();
            transA.setAtIndex(ValueLayout.JAVA_INT, group, CublasTypes.operation(problem.transA(), type));
            transB.setAtIndex(ValueLayout.JAVA_INT, group, CublasTypes.operation(problem.transB(), type));
            m.setAtIndex(ValueLayout.JAVA_LONG, group, problem.m());
            n.setAtIndex(ValueLayout.JAVA_LONG, group, problem.n());
            k.setAtIndex(ValueLayout.JAVA_LONG, group, problem.k());
            lda.setAtIndex(ValueLayout.JAVA_LONG, group, problem.lda());
            ldb.setAtIndex(ValueLayout.JAVA_LONG, group, problem.ldb());
            ldc.setAtIndex(ValueLayout.JAVA_LONG, group, problem.ldc());
            members.setAtIndex(ValueLayout.JAVA_LONG, group, entry.getValue().size());
            MemorySegment.copy(scalars, 0, alpha, (long) group * scaleBytes, scaleBytes);
            MemorySegment.copy(scalars, 16, beta, (long) group * scaleBytes, scaleBytes);
            group++;
        }
        int data = CublasTypes.data(type);
        int status = CublasGroupedLibrary.cublasGemmGroupedBatchedEx_64(
                handle,
                transA.address(),
                transB.address(),
                m.address(),
                n.address(),
                k.address(),
                alpha.address(),
                device,
                data,
                lda.address(),
                device + 8L * count,
                data,
                ldb.address(),
                beta.address(),
                device + 16L * count,
                data,
                ldc.address(),
                size,
                members.address(),
                mathMode.computeType(type));
        if (status != 0) {
            throw provider.failure(
                    status, "cublasGemmGroupedBatchedEx of " + count + " products in " + size + " groups of " + type);
        }
    }
}
