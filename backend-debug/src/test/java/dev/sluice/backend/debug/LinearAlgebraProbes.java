package dev.sluice.backend.debug;

import dev.sluice.Complex;
import dev.sluice.DType;
import dev.sluice.spi.BlasProvider;
import dev.sluice.spi.GemmProblem;
import dev.sluice.spi.SvdProblem.Vectors;
import dev.sluice.spi.Transpose;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;

/** What shows the defects of matrix products and factorisations. */
final class LinearAlgebraProbes {
    private static final double[] DIAGONAL = {1, 0, 0, 2};

    private LinearAlgebraProbes() {}

    static Map<Defect, Probe> all() {
        Map<Defect, Probe> probes = new EnumMap<>(Defect.class);
        products(probes);
        vectors(probes);
        decompositions(probes);
        return probes;
    }

    private static GemmProblem problem(DType type, Transpose transA, long k, long batch) {
        return LinearAlgebra.problem(type, transA, Transpose.NONE, 1, 1, k, batch);
    }

    private static void products(Map<Defect, Probe> probes) {
        probes.put(
                Defect.BETA_ZERO_READS_C,
                world -> new LinearAlgebra(world)
                                .gemm(
                                        problem(DType.F64, Transpose.NONE, 1, 1),
                                        Complex.ONE,
                                        new double[] {2},
                                        new double[] {3},
                                        Complex.ZERO,
                                        new double[] {Double.NaN})[0]
                        == 6);
        probes.put(
                Defect.CONJUGATE_TRANSPOSE_PLAIN,
                world -> new LinearAlgebra(world)
                                .gemm(
                                        problem(DType.C128, Transpose.CONJUGATE_TRANSPOSE, 1, 1),
                                        Complex.ONE,
                                        new double[] {0, 1},
                                        new double[] {1, 0},
                                        Complex.ZERO,
                                        new double[2])[1]
                        == -1);
        probes.put(
                Defect.BATCH_STRIDE_IGNORED,
                world -> new LinearAlgebra(world)
                                .gemm(
                                        problem(DType.F64, Transpose.NONE, 1, 2),
                                        Complex.ONE,
                                        new double[] {1, 2},
                                        new double[] {1, 1},
                                        Complex.ZERO,
                                        new double[2])[1]
                        == 2);
        probes.put(
                Defect.EMPTY_PRODUCT_SKIPPED,
                world -> new LinearAlgebra(world)
                                .gemm(
                                        problem(DType.F64, Transpose.NONE, 0, 1),
                                        Complex.ONE,
                                        new double[0],
                                        new double[0],
                                        new Complex(2, 0),
                                        new double[] {3})[0]
                        == 6);
        probes.put(Defect.LAST_OF_GROUP_DROPPED, world -> {
            LinearAlgebra algebra = new LinearAlgebra(world);
            long x = algebra.put(DType.F64, 2);
            long[] results = {algebra.put(DType.F64, 0), algebra.put(DType.F64, 0)};
            GemmProblem scalar = problem(DType.F64, Transpose.NONE, 1, 1);
            algebra.blas()
                    .gemmGrouped(
                            algebra.handle(),
                            new GemmProblem[] {scalar, scalar},
                            1,
                            0,
                            new long[] {x, x},
                            new long[] {x, x},
                            0,
                            0,
                            results);
            return algebra.get(DType.F64, results[1], 1)[0] == 4;
        });
        probes.put(Defect.HANDLE_KEEPS_FIRST_STREAM, world -> {
            LinearAlgebra algebra = new LinearAlgebra(world);
            BlasProvider blas = algebra.blas();
            long x = algebra.put(DType.F64, 3, 4);
            long result = algebra.put(DType.F64, 0);
            long stream = world.stream();
            blas.bind(algebra.handle(), stream);
            blas.nrm2(algebra.handle(), DType.F64, 2, x, 1, result);
            return world.read(world.device(), result, 1, stream)[0] == 5;
        });
    }

    private static void vectors(Map<Defect, Probe> probes) {
        probes.put(Defect.NORM_OVERFLOWS, world -> new LinearAlgebra(world).norm(DType.F64, 3e300, 4e300) == 5e300);
        probes.put(
                Defect.DOT_CONJUGATES_ALWAYS,
                world -> new LinearAlgebra(world).dot(DType.C128, false, new double[] {0, 1}, new double[] {0, 1})[0]
                        == -1);
    }

    private static void decompositions(Map<Defect, Probe> probes) {
        probes.put(
                Defect.SINGULAR_VALUES_RISING,
                world -> Arrays.equals(
                        new LinearAlgebra(world)
                                .svd(DType.F64, Vectors.NONE, 2, 2, DIAGONAL)
                                .s(),
                        new double[] {2, 1}));
        probes.put(
                Defect.FULL_BASIS_MISSING,
                world -> Arrays.stream(new LinearAlgebra(world)
                                .svd(DType.F64, Vectors.FULL, 3, 1, new double[] {1, 2, 2})
                                .u())
                        .allMatch(Double::isFinite));
        probes.put(Defect.RIGHT_VECTORS_NOT_CONJUGATED, LinearAlgebraProbes::reconstructsComplexRow);
    }

    /** A 1×2 complex matrix is its one left vector times its singular value times the first row of Vᴴ. */
    private static boolean reconstructsComplexRow(World world) {
        double[] a = {1, 1, 2, -1};
        LinearAlgebra.Svd svd = new LinearAlgebra(world).svd(DType.C128, Vectors.THIN, 1, 2, a);
        double error = 0;
        for (int column = 0; column < 2; column++) {
            double re = svd.u()[0] * svd.vt()[2 * column] - svd.u()[1] * svd.vt()[2 * column + 1];
            double im = svd.u()[0] * svd.vt()[2 * column + 1] + svd.u()[1] * svd.vt()[2 * column];
            error += Math.abs(svd.s()[0] * re - a[2 * column]) + Math.abs(svd.s()[0] * im - a[2 * column + 1]);
        }
        return error < 1e-12;
    }
}
