package dev.sluice.tck.observe;

import dev.sluice.DType;
import dev.sluice.spi.SolverProvider;
import dev.sluice.spi.SvdProblem;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Factorisations behind glass. */
final class ObservedSolver implements SolverProvider {
    private final SolverProvider solver;
    private final Failures calls;
    private final Set<Long> handles = ConcurrentHashMap.newKeySet();

    ObservedSolver(SolverProvider solver, Failures calls) {
        this.solver = solver;
        this.calls = calls;
    }

    void releaseAbandoned() {
        handles.forEach(solver::destroyHandle);
        handles.clear();
    }

    @Override
    public boolean supports(DType type) {
        return solver.supports(type);
    }

    @Override
    public long createHandle() {
        calls.enter(Call.CREATE_HANDLE, "");
        long handle = solver.createHandle();
        handles.add(handle);
        return handle;
    }

    @Override
    public void destroyHandle(long handle) {
        calls.enter(Call.DESTROY_HANDLE, "" + handle);
        solver.destroyHandle(handle);
        handles.remove(handle);
    }

    @Override
    public void bind(long handle, long stream) {
        calls.enter(Call.BIND_HANDLE, handle + " to stream " + stream);
        solver.bind(handle, stream);
    }

    @Override
    public long svdWorkspaceBytes(long handle, SvdProblem problem) {
        return solver.svdWorkspaceBytes(handle, problem);
    }

    @Override
    public void svd(long handle, SvdProblem problem, long a, long s, long u, long vt, long workspace, long info) {
        calls.enter(Call.PROVIDER, "svd on handle " + handle);
        solver.svd(handle, problem, a, s, u, vt, workspace, info);
    }
}
