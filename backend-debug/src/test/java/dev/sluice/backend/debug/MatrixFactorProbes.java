package dev.sluice.backend.debug;

import dev.sluice.DType;
import dev.sluice.Diagonal;
import dev.sluice.Triangle;
import dev.sluice.spi.BlasProvider;
import dev.sluice.spi.CholeskyProblem;
import dev.sluice.spi.EighProblem;
import dev.sluice.spi.LuProblem;
import dev.sluice.spi.LuSolveProblem;
import dev.sluice.spi.QrProblem;
import dev.sluice.spi.Side;
import dev.sluice.spi.SolverProvider;
import dev.sluice.spi.Transpose;
import dev.sluice.spi.TrsmProblem;
import java.lang.foreign.ValueLayout;
import java.util.EnumMap;
import java.util.Map;

/** What shows the defects of triangular systems and of factorisations other than singular values. */
final class MatrixFactorProbes {
    /** Column-major, as all matrices here. */
    private static final double[] EXCHANGE = {0, 1, 1, 0};

    private MatrixFactorProbes() {}

    static Map<Defect, Probe> all() {
        Map<Defect, Probe> probes = new EnumMap<>(Defect.class);
        probes.put(
                Defect.UNIT_DIAGONAL_READ,
                world -> trsm(world, Side.LEFT, Diagonal.UNIT, new double[] {5, 0, 0, 5}, 1, 2)[0] == 1);
        probes.put(
                Defect.SIDE_IGNORED,
                world -> trsm(world, Side.RIGHT, Diagonal.GENERAL, new double[] {1, 2, 0, 1}, 1, 0, 0, 1)[1] == -2
                        && trsm(world, Side.RIGHT, Diagonal.GENERAL, new double[] {1, 2, 0, 1}, 1, 0, 1, 1)[0] == -1);
        probes.put(Defect.BASIS_CONJUGATED, MatrixFactorProbes::factorsComplexColumn);
        probes.put(
                Defect.EIGENVALUES_FALLING, world -> new Solver(world).eigenvalues(new double[] {2, 0, 0, 1})[0] == 1);
        probes.put(
                Defect.UPPER_TRIANGLE_READ, world -> new Solver(world).eigenvalues(new double[] {1, 0, 7, 1})[0] == 1);
        probes.put(Defect.INDEFINITE_UNNOTICED, world -> new Solver(world).cholesky(new double[] {1, 0, 0, -1}) == 2);
        probes.put(
                Defect.PIVOTS_FROM_ZERO, world -> new Solver(world).lu(EXCHANGE).firstPivot() == 2);
        probes.put(
                Defect.ZERO_PIVOT_UNNOTICED,
                world -> new Solver(world).lu(new double[] {1, 0, 0, 0}).status() == 2);
        probes.put(
                Defect.ONE_RIGHT_SIDE_SOLVED,
                world -> new Solver(world).solve(new double[] {2, 0, 0, 2}, 2, 4, 6, 8)[3] == 4);
        return probes;
    }

    private static double[] trsm(World world, Side side, Diagonal diagonal, double[] a, double... b) {
        int n = b.length / 2;
        BlasProvider blas = world.device().blas().orElseThrow();
        long stream = world.stream();
        long handle = blas.createHandle();
        blas.bind(handle, stream);
        long x = world.values(b);
        TrsmProblem problem = new TrsmProblem(DType.F64, side, Triangle.LOWER, Transpose.NONE, diagonal, 2, n, 2, 2);
        blas.trsm(handle, problem, 1, 0, world.values(a), x);
        world.device().synchronizeStream(stream);
        blas.destroyHandle(handle);
        return world.read(x, b.length);
    }

    /** Q·R is (1, i). */
    private static boolean factorsComplexColumn(World world) {
        Solver solver = new Solver(world);
        long a = world.values(1, 0, 0, 1);
        long q = world.memory(32);
        QrProblem problem = new QrProblem(DType.C128, 2, 1, 2, 2);
        int status = solver.run(
                solver.provider.qrWorkspaceBytes(solver.handle, problem),
                (workspace, info) -> solver.provider.qr(solver.handle, problem, a, q, workspace, info));
        double[] r = world.read(a, 2);
        double[] basis = world.read(q, 4);
        double re = basis[2] * r[0] - basis[3] * r[1];
        double im = basis[2] * r[1] + basis[3] * r[0];
        return status == 0 && Math.hypot(re, im - 1) < 1e-14;
    }

    private interface Submission {
        void submit(long workspace, long info);
    }

    private record Lu(int status, int firstPivot) {}

    /** Factorisations of 2×2 matrices. */
    private static final class Solver {
        private final World world;
        private final long stream;
        private final SolverProvider provider;
        private final long handle;

        Solver(World world) {
            this.world = world;
            this.stream = world.stream();
            this.provider = world.device().solver().orElseThrow();
            this.handle = provider.createHandle();
            provider.bind(handle, stream);
        }

        int run(long workspaceBytes, Submission submission) {
            long info = world.memory(4);
            submission.submit(world.memory(workspaceBytes), info);
            world.device().synchronizeStream(stream);
            provider.destroyHandle(handle);
            return integer(info);
        }

        int integer(long address) {
            return world.readBytes(address, 4).get(ValueLayout.JAVA_INT_UNALIGNED, 0);
        }

        double[] eigenvalues(double[] a) {
            EighProblem problem = new EighProblem(DType.F64, EighProblem.Vectors.NONE, 2, 2);
            long w = world.memory(16);
            int unused = run(
                    provider.eighWorkspaceBytes(handle, problem),
                    (workspace, info) -> provider.eigh(handle, problem, world.values(a), w, workspace, info));
            return world.read(w, 2);
        }

        int cholesky(double[] a) {
            CholeskyProblem problem = new CholeskyProblem(DType.F64, 2, 2);
            return run(
                    provider.choleskyWorkspaceBytes(handle, problem),
                    (workspace, info) -> provider.cholesky(handle, problem, world.values(a), workspace, info));
        }

        Lu lu(double[] a) {
            LuProblem problem = new LuProblem(DType.F64, 2, 2, 2);
            long pivots = world.memory(8);
            int status = run(
                    provider.luWorkspaceBytes(handle, problem),
                    (workspace, info) -> provider.lu(handle, problem, world.values(a), pivots, workspace, info));
            return new Lu(status, integer(pivots));
        }

        double[] solve(double[] a, double... b) {
            LuProblem factors = new LuProblem(DType.F64, 2, 2, 2);
            LuSolveProblem system = new LuSolveProblem(DType.F64, 2, 2, 2, 2);
            long x = world.values(b);
            int unused = run(provider.luWorkspaceBytes(handle, factors), (workspace, info) -> {
                long packed = world.values(a);
                long pivots = world.memory(8);
                provider.lu(handle, factors, packed, pivots, workspace, info);
                provider.luSolve(handle, system, packed, pivots, x, info);
            });
            return world.read(x, b.length);
        }
    }
}
