package dev.sluice.tck.observe;

import dev.sluice.DType;
import dev.sluice.spi.BlasProvider;
import dev.sluice.spi.GemmProblem;
import dev.sluice.spi.Transpose;
import dev.sluice.spi.TrsmProblem;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Matrix products behind glass. */
final class ObservedBlas implements BlasProvider {
    private final BlasProvider blas;
    private final Failures calls;
    private final Set<Long> handles = ConcurrentHashMap.newKeySet();

    ObservedBlas(BlasProvider blas, Failures calls) {
        this.blas = blas;
        this.calls = calls;
    }

    void releaseAbandoned() {
        handles.forEach(blas::destroyHandle);
        handles.clear();
    }

    @Override
    public boolean supports(DType type) {
        return blas.supports(type);
    }

    @Override
    public long createHandle() {
        calls.enter(Call.CREATE_HANDLE, "");
        long handle = blas.createHandle();
        handles.add(handle);
        return handle;
    }

    @Override
    public void destroyHandle(long handle) {
        calls.enter(Call.DESTROY_HANDLE, "" + handle);
        blas.destroyHandle(handle);
        handles.remove(handle);
    }

    @Override
    public void bind(long handle, long stream) {
        calls.enter(Call.BIND_HANDLE, handle + " to stream " + stream);
        blas.bind(handle, stream);
    }

    @Override
    public long workspaceBytes() {
        return blas.workspaceBytes();
    }

    @Override
    public void setWorkspace(long handle, long address, long bytes) {
        blas.setWorkspace(handle, address, bytes);
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
        calls.enter(Call.PROVIDER, "gemm on handle " + handle);
        blas.gemm(handle, problem, alphaRe, alphaIm, a, b, betaRe, betaIm, c);
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
        calls.enter(Call.PROVIDER, "gemmGrouped on handle " + handle);
        blas.gemmGrouped(handle, problems, alphaRe, alphaIm, a, b, betaRe, betaIm, c);
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
        calls.enter(Call.PROVIDER, "gemv on handle " + handle);
        blas.gemv(handle, type, trans, m, n, alphaRe, alphaIm, a, lda, x, incx, betaRe, betaIm, y, incy);
    }

    @Override
    public void dot(
            long handle, DType type, boolean conjugateX, long n, long x, long incx, long y, long incy, long result) {
        calls.enter(Call.PROVIDER, "dot on handle " + handle);
        blas.dot(handle, type, conjugateX, n, x, incx, y, incy, result);
    }

    @Override
    public void nrm2(long handle, DType type, long n, long x, long incx, long result) {
        calls.enter(Call.PROVIDER, "nrm2 on handle " + handle);
        blas.nrm2(handle, type, n, x, incx, result);
    }

    @Override
    public boolean supportsTrsm(DType type) {
        return blas.supportsTrsm(type);
    }

    @Override
    public void trsm(long handle, TrsmProblem problem, double alphaRe, double alphaIm, long a, long b) {
        calls.enter(Call.PROVIDER, "trsm on handle " + handle);
        blas.trsm(handle, problem, alphaRe, alphaIm, a, b);
    }
}
