package dev.sluice.backend.debug.device;

import dev.sluice.DType;
import dev.sluice.backend.debug.CallKind;
import dev.sluice.backend.debug.kernel.SingularValues;
import dev.sluice.backend.debug.memory.Access;
import dev.sluice.backend.debug.memory.ByteRanges;
import dev.sluice.backend.debug.simulation.Effect;
import dev.sluice.backend.debug.simulation.Resource;
import dev.sluice.spi.SolverProvider;
import dev.sluice.spi.SvdProblem;
import dev.sluice.spi.SvdProblem.Vectors;
import java.util.ArrayList;
import java.util.List;

/** Factorisations of a simulated device. Thread-safe. */
final class SimulatedSolver implements SolverProvider {
    private static final byte SCRATCH = (byte) 0xFF;

    private final DeviceState device;
    private final DeviceMemory memory;
    private final Handles handles;
    private final SingularValues singularValues;

    SimulatedSolver(DeviceState device, DeviceMemory memory, Handles handles) {
        this.device = device;
        this.memory = memory;
        this.handles = handles;
        this.singularValues = new SingularValues(device.simulator().defects());
    }

    @Override
    public boolean supports(DType type) {
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

    /** Not needed, but asked for and overwritten, so that a workspace shared by mistake is noticed. */
    @Override
    public long svdWorkspaceBytes(long handle, SvdProblem problem) {
        return Math.max(1, Math.min(problem.m(), problem.n())) * problem.type().bytes();
    }

    @Override
    public void svd(long handle, SvdProblem problem, long a, long s, long u, long vt, long workspace, long info) {
        if (!supports(problem.type())) {
            throw device.error(DriverError.NOT_SUPPORTED, "a decomposition of elements of type " + problem.type());
        }
        long scratchBytes = svdWorkspaceBytes(handle, problem);
        handles.use(handle, problem.toString(), (state, stream) -> {
            List<Access> accesses = accesses(problem, a, s, u, vt, info);
            accesses.add(Access.write(ByteRanges.span(workspace, scratchBytes)));
            DeviceMemory.Place scratch = memory.place(workspace);
            Effect effect = new Effect(problem::toString, () -> {
                scratch.slice(scratchBytes).fill(SCRATCH);
                singularValues.svd(
                        problem,
                        memory.place(a).operand(),
                        memory.place(s).operand(),
                        memory.place(u).operand(),
                        memory.place(vt).operand(),
                        memory.place(info).operand());
            });
            double flops = 20.0 * problem.m() * problem.n() * Math.min(problem.m(), problem.n());
            double cost = device.costs().launch() + flops * device.costs().perFlop();
            device.submit(CallKind.SVD, stream, effect, Resource.COMPUTE, cost, accesses);
        });
    }

    private static List<Access> accesses(SvdProblem problem, long a, long s, long u, long vt, long info) {
        long m = problem.m();
        long n = problem.n();
        long p = Math.min(m, n);
        int size = problem.type().bytes();
        ByteRanges matrix = ByteRanges.matrices(a, m, n, problem.lda(), 1, 0, size);
        List<Access> accesses = new ArrayList<>();
        accesses.add(Access.read(matrix));
        accesses.add(Access.write(matrix));
        accesses.add(
                Access.write(ByteRanges.span(s, p * problem.type().realPart().bytes())));
        if (problem.vectors() != Vectors.NONE) {
            boolean full = problem.vectors() == Vectors.FULL;
            accesses.add(Access.write(ByteRanges.matrices(u, m, full ? m : p, problem.ldu(), 1, 0, size)));
            accesses.add(Access.write(ByteRanges.matrices(vt, full ? n : p, n, problem.ldvt(), 1, 0, size)));
        }
        accesses.add(Access.write(ByteRanges.span(info, Integer.BYTES)));
        return accesses;
    }
}
