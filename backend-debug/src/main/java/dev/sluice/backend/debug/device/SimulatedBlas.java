package dev.sluice.backend.debug.device;

import dev.sluice.Complex;
import dev.sluice.DType;
import dev.sluice.Diagonal;
import dev.sluice.Triangle;
import dev.sluice.backend.debug.CallKind;
import dev.sluice.backend.debug.Defect;
import dev.sluice.backend.debug.kernel.Products;
import dev.sluice.backend.debug.kernel.TriangularSystem;
import dev.sluice.backend.debug.memory.Access;
import dev.sluice.backend.debug.memory.ByteRanges;
import dev.sluice.backend.debug.simulation.Effect;
import dev.sluice.backend.debug.simulation.Resource;
import dev.sluice.backend.debug.simulation.SimulatedStream;
import dev.sluice.spi.BlasProvider;
import dev.sluice.spi.GemmProblem;
import dev.sluice.spi.Side;
import dev.sluice.spi.Transpose;
import dev.sluice.spi.TrsmProblem;
import java.util.ArrayList;
import java.util.List;

/** Matrix products of a simulated device. Thread-safe. */
final class SimulatedBlas implements BlasProvider {
    private static final byte SCRATCH = (byte) 0xFF;

    private final DeviceState device;
    private final DeviceMemory memory;
    private final Handles handles;
    private final Products products;
    private final long workspaceBytes;

    SimulatedBlas(DeviceState device, DeviceMemory memory, Handles handles, long workspaceBytes) {
        this.device = device;
        this.memory = memory;
        this.handles = handles;
        this.products = new Products(device.simulator().defects());
        this.workspaceBytes = workspaceBytes;
    }

    @Override
    public boolean supports(DType type) {
        return type.isFloating();
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
        handles.bind(handle, stream);
    }

    @Override
    public long workspaceBytes() {
        return workspaceBytes;
    }

    @Override
    public void setWorkspace(long handle, long address, long bytes) {
        handles.setWorkspace(handle, address, bytes);
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
        requireValid(problem);
        Complex alpha = new Complex(alphaRe, alphaIm);
        Complex beta = new Complex(betaRe, betaIm);
        submit(
                handle,
                CallKind.GEMM,
                problem.toString(),
                accesses(problem, alpha, a, b, beta, c),
                flops(problem),
                () -> gemm(problem, alpha, a, b, beta, c));
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
        Complex alpha = new Complex(alphaRe, alphaIm);
        Complex beta = new Complex(betaRe, betaIm);
        List<Access> accesses = new ArrayList<>();
        List<Runnable> parts = new ArrayList<>();
        double flops = 0;
        for (int index = 0; index < problems.length; index++) {
            GemmProblem problem = problems[index];
            requireValid(problem);
            long left = a[index];
            long right = b[index];
            long result = c[index];
            accesses.addAll(accesses(problem, alpha, left, right, beta, result));
            flops += flops(problem);
            parts.add(() -> gemm(problem, alpha, left, right, beta, result));
        }
        if (device.has(Defect.LAST_OF_GROUP_DROPPED) && !parts.isEmpty()) {
            parts.removeLast();
        }
        submit(
                handle,
                CallKind.GEMM_GROUPED,
                "gemmGrouped of " + problems.length + " products",
                accesses,
                flops,
                () -> parts.forEach(Runnable::run));
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
        requireType(type);
        Complex alpha = new Complex(alphaRe, alphaIm);
        Complex beta = new Complex(betaRe, betaIm);
        long rows = trans == Transpose.NONE ? m : n;
        long columns = trans == Transpose.NONE ? n : m;
        int size = type.bytes();
        List<Access> accesses = new ArrayList<>();
        if (!isZero(alpha)) {
            accesses.add(Access.read(ByteRanges.matrices(a, m, n, lda, 1, 0, size)));
            accesses.add(Access.read(ByteRanges.vector(x, columns, incx, size)));
        }
        addResult(accesses, ByteRanges.vector(y, rows, incy, size), beta);
        submit(
                handle,
                CallKind.GEMV,
                "gemv " + type + " " + m + "×" + n,
                accesses,
                2.0 * m * n,
                () -> products.gemv(
                        type,
                        trans,
                        m,
                        n,
                        alpha,
                        memory.place(a).operand(),
                        lda,
                        memory.place(x).operand(),
                        incx,
                        beta,
                        memory.place(y).operand(),
                        incy));
    }

    @Override
    public void dot(
            long handle, DType type, boolean conjugateX, long n, long x, long incx, long y, long incy, long result) {
        requireType(type);
        int size = type.bytes();
        submit(
                handle,
                CallKind.DOT,
                "dot " + type + " of " + n + " elements",
                List.of(
                        Access.read(ByteRanges.vector(x, n, incx, size)),
                        Access.read(ByteRanges.vector(y, n, incy, size)),
                        Access.write(ByteRanges.span(result, size))),
                2.0 * n,
                () -> products.dot(
                        type,
                        conjugateX,
                        n,
                        memory.place(x).operand(),
                        incx,
                        memory.place(y).operand(),
                        incy,
                        memory.place(result).operand()));
    }

    @Override
    public void nrm2(long handle, DType type, long n, long x, long incx, long result) {
        requireType(type);
        submit(
                handle,
                CallKind.NRM2,
                "nrm2 " + type + " of " + n + " elements",
                List.of(
                        Access.read(ByteRanges.vector(x, n, incx, type.bytes())),
                        Access.write(ByteRanges.span(result, type.realPart().bytes()))),
                2.0 * n,
                () -> products.nrm2(
                        type,
                        n,
                        memory.place(x).operand(),
                        incx,
                        memory.place(result).operand()));
    }

    @Override
    public boolean supportsTrsm(DType type) {
        return type.isFloating() && type == type.compute();
    }

    @Override
    public void trsm(long handle, TrsmProblem problem, double alphaRe, double alphaIm, long a, long b) {
        long order = problem.side() == Side.LEFT ? problem.m() : problem.n();
        if (!supportsTrsm(problem.type())
                || problem.m() < 0
                || problem.n() < 0
                || problem.lda() < Math.max(1, order)
                || problem.ldb() < Math.max(1, problem.m())) {
            throw device.error(DriverError.INVALID_VALUE, problem.toString());
        }
        Complex alpha = new Complex(alphaRe, alphaIm);
        int size = problem.type().bytes();
        ByteRanges right = ByteRanges.matrices(b, problem.m(), problem.n(), problem.ldb(), 1, 0, size);
        List<Access> accesses = new ArrayList<>();
        if (!isZero(alpha) && right.size() > 0) {
            boolean strict = problem.diagonal() == Diagonal.UNIT;
            accesses.add(Access.read(
                    ByteRanges.triangle(a, order, problem.lda(), problem.triangle() == Triangle.LOWER, strict, size)));
            accesses.add(Access.read(right));
        }
        accesses.add(Access.write(right));
        submit(
                handle,
                CallKind.TRSM,
                problem.toString(),
                accesses,
                (double) problem.m() * problem.n() * order,
                () -> TriangularSystem.trsm(
                        problem,
                        alpha,
                        memory.place(a).operand(),
                        memory.place(b).operand(),
                        device.simulator().defects()));
    }

    private void gemm(GemmProblem problem, Complex alpha, long a, long b, Complex beta, long c) {
        products.gemm(
                problem,
                alpha,
                memory.place(a).operand(),
                memory.place(b).operand(),
                beta,
                memory.place(c).operand());
    }

    private static List<Access> accesses(GemmProblem problem, Complex alpha, long a, long b, Complex beta, long c) {
        int size = problem.type().bytes();
        List<Access> accesses = new ArrayList<>();
        if (!isZero(alpha) && problem.k() > 0) {
            accesses.add(Access.read(
                    operand(a, problem.transA(), problem.m(), problem.k(), problem.lda(), problem.strideA(), problem)));
            accesses.add(Access.read(
                    operand(b, problem.transB(), problem.k(), problem.n(), problem.ldb(), problem.strideB(), problem)));
        }
        addResult(
                accesses,
                ByteRanges.matrices(
                        c, problem.m(), problem.n(), problem.ldc(), problem.batch(), problem.strideC(), size),
                beta);
        return accesses;
    }

    private static ByteRanges operand(
            long address,
            Transpose transpose,
            long rows,
            long columns,
            long leading,
            long stride,
            GemmProblem problem) {
        boolean plain = transpose == Transpose.NONE;
        return ByteRanges.matrices(
                address,
                plain ? rows : columns,
                plain ? columns : rows,
                leading,
                problem.batch(),
                stride,
                problem.type().bytes());
    }

    private static void addResult(List<Access> accesses, ByteRanges result, Complex beta) {
        if (!isZero(beta)) {
            accesses.add(Access.read(result));
        }
        accesses.add(Access.write(result));
    }

    private static boolean isZero(Complex z) {
        return z.re() == 0 && z.im() == 0;
    }

    private static double flops(GemmProblem problem) {
        double real = 2.0 * problem.m() * problem.n() * problem.k() * problem.batch();
        return problem.type().isComplex() ? 4 * real : real;
    }

    private void submit(
            long token, CallKind kind, String description, List<Access> accesses, double flops, Runnable action) {
        handles.use(token, description, (handle, stream) -> {
            List<Access> all = new ArrayList<>(accesses);
            Runnable whole = withWorkspace(handle, all, action, description);
            double cost = device.costs().launch() + flops * device.costs().perFlop();
            submit(kind, stream, new Effect(() -> description, whole), cost, all);
        });
    }

    private void submit(CallKind kind, SimulatedStream stream, Effect effect, double cost, List<Access> accesses) {
        device.submit(kind, stream, effect, Resource.COMPUTE, cost, accesses);
    }

    /** Lets the operation overwrite its handle's workspace, so that one shared by mistake is noticed. */
    private Runnable withWorkspace(Handles.Handle handle, List<Access> accesses, Runnable action, String description) {
        if (workspaceBytes == 0) {
            return action;
        }
        if (handle.workspaceBytes() < workspaceBytes) {
            handles.report(
                    handle,
                    "has a workspace of " + handle.workspaceBytes() + " bytes for " + description + " and needs "
                            + workspaceBytes);
            return action;
        }
        accesses.add(Access.write(ByteRanges.span(handle.workspaceAddress(), workspaceBytes)));
        DeviceMemory.Place workspace = memory.place(handle.workspaceAddress());
        return () -> {
            workspace.slice(workspaceBytes).fill(SCRATCH);
            action.run();
        };
    }

    private void requireValid(GemmProblem problem) {
        requireType(problem.type());
        long rowsOfA = problem.transA() == Transpose.NONE ? problem.m() : problem.k();
        long rowsOfB = problem.transB() == Transpose.NONE ? problem.k() : problem.n();
        boolean leading = problem.lda() >= Math.max(1, rowsOfA)
                && problem.ldb() >= Math.max(1, rowsOfB)
                && problem.ldc() >= Math.max(1, problem.m());
        boolean separate = problem.batch() <= 1 || problem.strideC() != 0;
        if (problem.m() < 0 || problem.n() < 0 || problem.k() < 0 || problem.batch() < 0 || !leading || !separate) {
            throw device.error(DriverError.INVALID_VALUE, problem.toString());
        }
    }

    private void requireType(DType type) {
        if (!supports(type)) {
            throw device.error(DriverError.NOT_SUPPORTED, "a product of elements of type " + type);
        }
    }
}
