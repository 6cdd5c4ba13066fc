package dev.sluice.backend.debug;

import dev.sluice.Complex;
import dev.sluice.DType;
import dev.sluice.spi.BlasProvider;
import dev.sluice.spi.GemmProblem;
import dev.sluice.spi.SolverProvider;
import dev.sluice.spi.SvdProblem;
import dev.sluice.spi.SvdProblem.Vectors;
import dev.sluice.spi.Transpose;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/** Runs provider operations of the first device on parts of elements, and waits. */
final class LinearAlgebra {
    private final World world;
    private final BlasProvider blas;
    private final long stream;
    private final long handle;

    LinearAlgebra(World world) {
        this.world = world;
        this.blas = world.device().blas().orElseThrow();
        this.stream = world.stream();
        this.handle = blas.createHandle();
        blas.bind(handle, stream);
    }

    BlasProvider blas() {
        return blas;
    }

    long handle() {
        return handle;
    }

    /** Parts of elements in device memory. */
    long put(DType type, double... parts) {
        return world.bytes(Typed.segment(type, parts));
    }

    double[] get(DType type, long address, int elements) {
        world.device().synchronizeStream(stream);
        return Typed.parts(type, world.readBytes(address, (long) elements * type.bytes()));
    }

    /** A product of tightly packed matrices. */
    static GemmProblem problem(DType type, Transpose transA, Transpose transB, long m, long n, long k, long batch) {
        return new GemmProblem(
                type,
                transA,
                transB,
                m,
                n,
                k,
                Math.max(1, transA == Transpose.NONE ? m : k),
                Math.max(1, transB == Transpose.NONE ? k : n),
                Math.max(1, m),
                m * k,
                k * n,
                m * n,
                batch);
    }

    double[] gemm(GemmProblem problem, Complex alpha, double[] a, double[] b, Complex beta, double[] c) {
        DType type = problem.type();
        long result = put(type, c);
        blas.gemm(
                handle,
                problem,
                alpha.re(),
                alpha.im(),
                a.length == 0 ? 0 : put(type, a),
                b.length == 0 ? 0 : put(type, b),
                beta.re(),
                beta.im(),
                result);
        return get(type, result, c.length / Typed.width(type));
    }

    double norm(DType type, double... x) {
        long result = world.memory(8);
        blas.nrm2(handle, type, x.length / Typed.width(type), put(type, x), 1, result);
        return get(type.realPart(), result, 1)[0];
    }

    double[] dot(DType type, boolean conjugateX, double[] x, double[] y) {
        long result = world.memory(16);
        blas.dot(handle, type, conjugateX, x.length / Typed.width(type), put(type, x), 1, put(type, y), 1, result);
        return get(type, result, 1);
    }

    /** The result of a decomposition; vectors are empty when none were asked for, parts not written are NaN. */
    static final class Svd {
        private final double[] s;
        private final double[] u;
        private final double[] vt;
        private final int info;

        private Svd(double[] s, double[] u, double[] vt, int info) {
            this.s = s;
            this.u = u;
            this.vt = vt;
            this.info = info;
        }

        double[] s() {
            return s;
        }

        double[] u() {
            return u;
        }

        double[] vt() {
            return vt;
        }

        int info() {
            return info;
        }
    }

    Svd svd(DType type, Vectors vectors, int m, int n, double[] a) {
        SolverProvider solver = world.device().solver().orElseThrow();
        long solverHandle = solver.createHandle();
        solver.bind(solverHandle, stream);
        int p = Math.min(m, n);
        boolean full = vectors == Vectors.FULL;
        int columnsOfU = full ? m : p;
        int rowsOfVt = full ? n : p;
        SvdProblem problem = new SvdProblem(type, vectors, m, n, m, m, rowsOfVt);
        boolean wanted = vectors != Vectors.NONE;
        long s = world.memory((long) p * type.realPart().bytes());
        long u = wanted ? unwritten(type, m * columnsOfU) : 0;
        long vt = wanted ? unwritten(type, rowsOfVt * n) : 0;
        long info = world.memory(4);
        long workspace = world.memory(solver.svdWorkspaceBytes(solverHandle, problem));
        solver.svd(solverHandle, problem, put(type, a), s, u, vt, workspace, info);
        Svd svd = new Svd(
                get(type.realPart(), s, p),
                wanted ? get(type, u, m * columnsOfU) : new double[0],
                wanted ? get(type, vt, rowsOfVt * n) : new double[0],
                world.readBytes(info, 4).get(ValueLayout.JAVA_INT_UNALIGNED, 0));
        solver.destroyHandle(solverHandle);
        return svd;
    }

    private long unwritten(DType type, int elements) {
        double[] parts = new double[elements * Typed.width(type)];
        Arrays.fill(parts, Double.NaN);
        return put(type, parts);
    }
}
