package dev.sluice.backend.debug.device;

import dev.sluice.DType;
import dev.sluice.backend.debug.CallKind;
import dev.sluice.backend.debug.kernel.MatrixFactors;
import dev.sluice.backend.debug.kernel.Operand;
import dev.sluice.backend.debug.kernel.SingularValues;
import dev.sluice.backend.debug.memory.Access;
import dev.sluice.backend.debug.memory.ByteRanges;
import dev.sluice.backend.debug.simulation.Effect;
import dev.sluice.backend.debug.simulation.Resource;
import dev.sluice.spi.CholeskyProblem;
import dev.sluice.spi.EighProblem;
import dev.sluice.spi.Factorisation;
import dev.sluice.spi.LuProblem;
import dev.sluice.spi.LuSolveProblem;
import dev.sluice.spi.QrProblem;
import dev.sluice.spi.SolverProvider;
import dev.sluice.spi.SvdProblem;
import dev.sluice.spi.SvdProblem.Vectors;
import java.util.ArrayList;
import java.util.List;

/**
 * Factorisations of a simulated device. None needs its workspace, but each asks for one and overwrites it, so that a
 * workspace shared by mistake is noticed. Thread-safe.
 */
final class SimulatedSolver implements SolverProvider {
    private static final byte SCRATCH = (byte) 0xFF;

    private final DeviceState device;
    private final DeviceMemory memory;
    private final Handles handles;
    private final SingularValues singularValues;
    private final MatrixFactors factors;

    SimulatedSolver(DeviceState device, DeviceMemory memory, Handles handles) {
        this.device = device;
        this.memory = memory;
        this.handles = handles;
        this.singularValues = new SingularValues(device.simulator().defects());
        this.factors = new MatrixFactors(device.simulator().defects());
    }

    @Override
    public boolean supports(Factorisation factorisation, DType type) {
        return type.isFloating() && type == type.compute();
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
    public long svdWorkspaceBytes(long handle, SvdProblem problem) {
        return scratchBytes(problem.type(), Math.min(problem.m(), problem.n()));
    }

    @Override
    public void svd(long handle, SvdProblem problem, long a, long s, long u, long vt, long workspace, long info) {
        Call call = new Call(CallKind.SVD, Factorisation.SVD, problem.type(), problem);
        long m = problem.m();
        long n = problem.n();
        long p = Math.min(m, n);
        call.changes(call.matrix(a, m, n, problem.lda()));
        call.writes(ByteRanges.span(s, p * problem.type().realPart().bytes()));
        if (problem.vectors() != Vectors.NONE) {
            boolean full = problem.vectors() == Vectors.FULL;
            call.writes(call.matrix(u, m, full ? m : p, problem.ldu()));
            call.writes(call.matrix(vt, full ? n : p, n, problem.ldvt()));
        }
        call.scratch(workspace, svdWorkspaceBytes(handle, problem));
        call.submit(
                handle,
                20.0 * m * n * p,
                info,
                status -> singularValues.svd(problem, place(a), place(s), place(u), place(vt), status));
    }

    @Override
    public long qrWorkspaceBytes(long handle, QrProblem problem) {
        return scratchBytes(problem.type(), problem.n());
    }

    @Override
    public void qr(long handle, QrProblem problem, long a, long q, long workspace, long info) {
        Call call = new Call(CallKind.QR, Factorisation.QR, problem.type(), problem);
        long m = problem.m();
        long n = problem.n();
        long p = Math.min(m, n);
        call.changes(call.matrix(a, m, n, problem.lda()));
        call.writes(call.matrix(q, m, p, problem.ldq()));
        call.scratch(workspace, qrWorkspaceBytes(handle, problem));
        call.submit(handle, 4.0 * m * n * p, info, status -> factors.qr(problem, place(a), place(q), status));
    }

    @Override
    public long eighWorkspaceBytes(long handle, EighProblem problem) {
        return scratchBytes(problem.type(), problem.n());
    }

    @Override
    public void eigh(long handle, EighProblem problem, long a, long w, long workspace, long info) {
        Call call = new Call(CallKind.EIGH, Factorisation.EIGH, problem.type(), problem);
        long n = problem.n();
        call.reads(call.lowerTriangle(a, n, problem.lda()));
        call.writes(call.matrix(a, n, n, problem.lda()));
        call.writes(ByteRanges.span(w, n * problem.type().realPart().bytes()));
        call.scratch(workspace, eighWorkspaceBytes(handle, problem));
        call.submit(handle, 9.0 * n * n * n, info, status -> factors.eigh(problem, place(a), place(w), status));
    }

    @Override
    public long choleskyWorkspaceBytes(long handle, CholeskyProblem problem) {
        return scratchBytes(problem.type(), problem.n());
    }

    @Override
    public void cholesky(long handle, CholeskyProblem problem, long a, long workspace, long info) {
        Call call = new Call(CallKind.CHOLESKY, Factorisation.CHOLESKY, problem.type(), problem);
        long n = problem.n();
        call.reads(call.lowerTriangle(a, n, problem.lda()));
        call.writes(call.matrix(a, n, n, problem.lda()));
        call.scratch(workspace, choleskyWorkspaceBytes(handle, problem));
        call.submit(handle, n * n * n / 3.0, info, status -> factors.cholesky(problem, place(a), status));
    }

    @Override
    public long luWorkspaceBytes(long handle, LuProblem problem) {
        return scratchBytes(problem.type(), problem.n());
    }

    @Override
    public void lu(long handle, LuProblem problem, long a, long pivots, long workspace, long info) {
        Call call = new Call(CallKind.LU, Factorisation.LU, problem.type(), problem);
        long m = problem.m();
        long n = problem.n();
        long p = Math.min(m, n);
        call.changes(call.matrix(a, m, n, problem.lda()));
        call.writes(ByteRanges.span(pivots, p * Integer.BYTES));
        call.scratch(workspace, luWorkspaceBytes(handle, problem));
        call.submit(handle, 2.0 * m * n * p, info, status -> factors.lu(problem, place(a), place(pivots), status));
    }

    @Override
    public void luSolve(long handle, LuSolveProblem problem, long a, long pivots, long b, long info) {
        Call call = new Call(CallKind.LU_SOLVE, Factorisation.LU, problem.type(), problem);
        long n = problem.n();
        long columns = problem.columns();
        call.reads(call.matrix(a, n, n, problem.lda()));
        call.reads(ByteRanges.span(pivots, n * Integer.BYTES));
        call.changes(call.matrix(b, n, columns, problem.ldb()));
        call.submit(
                handle,
                2.0 * n * n * columns,
                info,
                status -> factors.luSolve(problem, place(a), place(pivots), place(b), status));
    }

    private static long scratchBytes(DType type, long elements) {
        return Math.max(1, elements) * type.bytes();
    }

    private Operand place(long address) {
        return memory.place(address).operand();
    }

    /** What an operation does when it runs. */
    @FunctionalInterface
    private interface Work {
        void run(Operand status);
    }

    /** One operation on its way: what it accesses is collected, then it is submitted. */
    private final class Call {
        private final CallKind kind;
        private final DType type;
        private final Record problem;
        private final List<Access> accesses = new ArrayList<>();
        private DeviceMemory.Place scratch = DeviceMemory.Place.NOWHERE;
        private long scratchBytes;

        Call(CallKind kind, Factorisation factorisation, DType type, Record problem) {
            if (!supports(factorisation, type)) {
                throw device.error(
                        DriverError.NOT_SUPPORTED, "a factorisation of elements of type " + type + ": " + problem);
            }
            this.kind = kind;
            this.type = type;
            this.problem = problem;
        }

        /** The elements of a column-major matrix, whose extents and distance are checked. */
        ByteRanges matrix(long address, long rows, long columns, long leading) {
            requireValid(rows, columns, leading);
            return ByteRanges.matrices(address, rows, columns, leading, 1, 0, type.bytes());
        }

        ByteRanges lowerTriangle(long address, long order, long leading) {
            requireValid(order, order, leading);
            return ByteRanges.triangle(address, order, leading, true, false, type.bytes());
        }

        private void requireValid(long rows, long columns, long leading) {
            if (rows < 0 || columns < 0 || leading < Math.max(1, rows)) {
                throw device.error(DriverError.INVALID_VALUE, problem.toString());
            }
        }

        void reads(ByteRanges ranges) {
            accesses.add(Access.read(ranges));
        }

        void writes(ByteRanges ranges) {
            accesses.add(Access.write(ranges));
        }

        void changes(ByteRanges ranges) {
            reads(ranges);
            writes(ranges);
        }

        void scratch(long workspace, long bytes) {
            scratch = memory.place(workspace);
            scratchBytes = bytes;
            writes(ByteRanges.span(workspace, bytes));
        }

        void submit(long handle, double flops, long info, Work work) {
            writes(ByteRanges.span(info, Integer.BYTES));
            handles.use(handle, problem.toString(), (state, stream) -> {
                Effect effect = new Effect(problem::toString, () -> {
                    if (scratchBytes > 0) {
                        scratch.slice(scratchBytes).fill(SCRATCH);
                    }
                    work.run(place(info));
                });
                double cost = device.costs().launch() + flops * device.costs().perFlop();
                device.submit(kind, stream, effect, Resource.COMPUTE, cost, accesses);
            });
        }
    }
}
