package dev.sluice.tck.observe;

import dev.sluice.DType;
import dev.sluice.spi.CholeskyProblem;
import dev.sluice.spi.EighProblem;
import dev.sluice.spi.Factorisation;
import dev.sluice.spi.LuProblem;
import dev.sluice.spi.LuSolveProblem;
import dev.sluice.spi.QrProblem;
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
    public boolean supports(Factorisation factorisation, DType type) {
        return solver.supports(factorisation, type);
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

    @Override
    public long qrWorkspaceBytes(long handle, QrProblem problem) {
        return solver.qrWorkspaceBytes(handle, problem);
    }

    @Override
    public void qr(long handle, QrProblem problem, long a, long q, long workspace, long info) {
        calls.enter(Call.PROVIDER, "qr on handle " + handle);
        solver.qr(handle, problem, a, q, workspace, info);
    }

    @Override
    public long eighWorkspaceBytes(long handle, EighProblem problem) {
        return solver.eighWorkspaceBytes(handle, problem);
    }

    @Override
    public void eigh(long handle, EighProblem problem, long a, long w, long workspace, long info) {
        calls.enter(Call.PROVIDER, "eigh on handle " + handle);
        solver.eigh(handle, problem, a, w, workspace, info);
    }

    @Override
    public long choleskyWorkspaceBytes(long handle, CholeskyProblem problem) {
        return solver.choleskyWorkspaceBytes(handle, problem);
    }

    @Override
    public void cholesky(long handle, CholeskyProblem problem, long a, long workspace, long info) {
        calls.enter(Call.PROVIDER, "cholesky on handle " + handle);
        solver.cholesky(handle, problem, a, workspace, info);
    }

    @Override
    public long luWorkspaceBytes(long handle, LuProblem problem) {
        return solver.luWorkspaceBytes(handle, problem);
    }

    @Override
    public void lu(long handle, LuProblem problem, long a, long pivots, long workspace, long info) {
        calls.enter(Call.PROVIDER, "lu on handle " + handle);
        solver.lu(handle, problem, a, pivots, workspace, info);
    }

    @Override
    public void luSolve(long handle, LuSolveProblem problem, long a, long pivots, long b, long info) {
        calls.enter(Call.PROVIDER, "luSolve on handle " + handle);
        solver.luSolve(handle, problem, a, pivots, b, info);
    }
}
