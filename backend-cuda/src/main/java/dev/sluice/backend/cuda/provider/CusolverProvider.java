package dev.sluice.backend.cuda.provider;

import dev.sluice.DType;
import dev.sluice.backend.cuda.context.CudaContext;
import dev.sluice.spi.CholeskyProblem;
import dev.sluice.spi.EighProblem;
import dev.sluice.spi.Factorisation;
import dev.sluice.spi.LuProblem;
import dev.sluice.spi.LuSolveProblem;
import dev.sluice.spi.QrProblem;
import dev.sluice.spi.SolverProvider;
import dev.sluice.spi.SvdProblem;

/** cuSOLVER on one device. */
public final class CusolverProvider implements SolverProvider {
    private final CusolverCalls calls;
    private final CusolverSvd svd;
    private final CusolverQr qr;
    private final CusolverEigen eigen;
    private final CusolverTriangles triangles;

    private CusolverProvider(CusolverCalls calls) {
        this.calls = calls;
        this.svd = new CusolverSvd(calls);
        this.qr = new CusolverQr(calls);
        this.eigen = new CusolverEigen(calls);
        this.triangles = new CusolverTriangles(calls);
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
        return new CusolverProvider(new CusolverCalls(context, blas));
    }

    @Override
    public boolean supports(Factorisation factorisation, DType type) {
        return type.isFloating() && type == type.compute();
    }

    @Override
    public long createHandle() {
        return calls.createHandle();
    }

    @Override
    public void destroyHandle(long handle) {
        calls.destroyHandle(handle);
    }

    @Override
    public void bind(long handle, long stream) {
        calls.bind(handle, stream);
    }

    @Override
    public long svdWorkspaceBytes(long handle, SvdProblem problem) {
        return svd.workspaceBytes(handle, problem);
    }

    @Override
    public void svd(long handle, SvdProblem problem, long a, long s, long u, long vt, long workspace, long info) {
        svd.decompose(handle, problem, a, s, u, vt, workspace, info);
    }

    @Override
    public long qrWorkspaceBytes(long handle, QrProblem problem) {
        return qr.workspaceBytes(handle, problem);
    }

    @Override
    public void qr(long handle, QrProblem problem, long a, long q, long workspace, long info) {
        qr.factor(handle, problem, a, q, workspace, info);
    }

    @Override
    public long eighWorkspaceBytes(long handle, EighProblem problem) {
        return eigen.workspaceBytes(handle, problem);
    }

    @Override
    public void eigh(long handle, EighProblem problem, long a, long w, long workspace, long info) {
        eigen.decompose(handle, problem, a, w, workspace, info);
    }

    @Override
    public long choleskyWorkspaceBytes(long handle, CholeskyProblem problem) {
        return triangles.workspaceBytes(handle, problem);
    }

    @Override
    public void cholesky(long handle, CholeskyProblem problem, long a, long workspace, long info) {
        triangles.cholesky(handle, problem, a, workspace, info);
    }

    @Override
    public long luWorkspaceBytes(long handle, LuProblem problem) {
        return triangles.workspaceBytes(handle, problem);
    }

    @Override
    public void lu(long handle, LuProblem problem, long a, long pivots, long workspace, long info) {
        triangles.lu(handle, problem, a, pivots, workspace, info);
    }

    @Override
    public void luSolve(long handle, LuSolveProblem problem, long a, long pivots, long b, long info) {
        triangles.solve(handle, problem, a, pivots, b, info);
    }
}
