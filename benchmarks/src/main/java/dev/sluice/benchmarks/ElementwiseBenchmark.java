package dev.sluice.benchmarks;

import dev.sluice.DType;
import dev.sluice.Scalar;
import dev.sluice.Sluice;
import dev.sluice.SluiceOptions;
import dev.sluice.Tensor;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;
import org.nd4j.linalg.ops.transforms.Transforms;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Vectors of doubles: y += αx in place, exp(x), and the sum. Sluice and ND4J allocate the exponentials in each call; EJML
 * and the loop overwrite a kept array.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ElementwiseBenchmark {
    private static final double ALPHA = 1e-9;

    /** The number of elements. */
    @Param({"64", "1000", "10000", "100000", "1000000", "10000000"})
    public int n;

    private Sluice sluice;
    private Tensor x;
    private Tensor y;
    private final Scalar alpha = Scalar.of(ALPHA);
    private long addressX;
    private long addressY;
    private double[] loopX;
    private double[] loopY;
    private DMatrixRMaj ejmlX;
    private DMatrixRMaj ejmlY;
    private INDArray nd4jX;
    private INDArray nd4jY;

    /** Draws the operands. */
    @Setup(Level.Trial)
    public void setUp() {
        sluice = Sluice.open(SluiceOptions.defaults().withBackend("cpu"));
        OpenBlas.load();
        x = sluice.uniform(DType.F64, 1, n);
        y = sluice.uniform(DType.F64, 2, n);
        addressX = x.segment().address();
        addressY = y.segment().address();
        Random random = new Random(1);
        loopX = random.doubles(n).toArray();
        loopY = random.doubles(n).toArray();
        ejmlX = DMatrixRMaj.wrap(n, 1, loopX.clone());
        ejmlY = DMatrixRMaj.wrap(n, 1, loopY.clone());
        nd4jX = Nd4j.rand(DataType.DOUBLE, n);
        nd4jY = Nd4j.rand(DataType.DOUBLE, n);
    }

    /** Closes the runtime. */
    @TearDown(Level.Trial)
    public void tearDown() {
        x.close();
        y.close();
        sluice.close();
    }

    /** Sluice, y += αx. */
    @Benchmark
    public Tensor axpySluice() {
        return y.axpy(alpha, x);
    }

    /** OpenBLAS through JNA, y += αx. */
    @Benchmark
    public void axpyOpenBlas() {
        OpenBlas.cblas_daxpy(n, ALPHA, addressX, 1, addressY, 1);
    }

    /** A loop over arrays, y += αx. */
    @Benchmark
    public double[] axpyLoop() {
        for (int i = 0; i < n; i++) {
            loopY[i] += ALPHA * loopX[i];
        }
        return loopY;
    }

    /** EJML, y += αx. */
    @Benchmark
    public DMatrixRMaj axpyEjml() {
        CommonOps_DDRM.addEquals(ejmlY, ALPHA, ejmlX);
        return ejmlY;
    }

    /** ND4J, y += αx. */
    @Benchmark
    public INDArray axpyNd4j() {
        Nd4j.getBlasWrapper().level1().axpy(n, ALPHA, nd4jX, nd4jY);
        return nd4jY;
    }

    /** Sluice, exp(x). */
    @Benchmark
    public DType expSluice() {
        try (Tensor result = x.exp()) {
            return result.dtype();
        }
    }

    /** A loop over arrays, exp(x). */
    @Benchmark
    public double[] expLoop() {
        for (int i = 0; i < n; i++) {
            loopY[i] = Math.exp(loopX[i]);
        }
        return loopY;
    }

    /** EJML, exp(x). */
    @Benchmark
    public DMatrixRMaj expEjml() {
        CommonOps_DDRM.elementExp(ejmlX, ejmlY);
        return ejmlY;
    }

    /** ND4J, exp(x). */
    @Benchmark
    public void expNd4j() {
        try (INDArray result = Transforms.exp(nd4jX, true)) {
            assert !result.isEmpty();
        }
    }

    /** Sluice, Σx. */
    @Benchmark
    public DType sumSluice() {
        try (Tensor result = x.sum()) {
            return result.dtype();
        }
    }

    /** A loop over arrays, Σx. */
    @Benchmark
    public double sumLoop() {
        double sum = 0;
        for (int i = 0; i < n; i++) {
            sum += loopX[i];
        }
        return sum;
    }

    /** EJML, Σx. */
    @Benchmark
    public double sumEjml() {
        return CommonOps_DDRM.elementSum(ejmlX);
    }

    /** ND4J, Σx. */
    @Benchmark
    public double sumNd4j() {
        return nd4jX.sumNumber().doubleValue();
    }
}
