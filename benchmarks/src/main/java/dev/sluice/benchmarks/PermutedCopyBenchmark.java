package dev.sluice.benchmarks;

import dev.sluice.DType;
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

/** B ← Aᵀ for square matrices of doubles, into a kept result. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class PermutedCopyBenchmark {
    /** The extent of the matrices. */
    @Param({"32", "256", "1024", "2048"})
    public int n;

    private Sluice sluice;
    private Tensor transposed;
    private Tensor result;
    private double[] loopSource;
    private double[] loopResult;
    private DMatrixRMaj ejmlSource;
    private DMatrixRMaj ejmlResult;
    private INDArray nd4jTransposed;
    private INDArray nd4jResult;
    private Tensor source;

    /** Draws the operand. */
    @Setup(Level.Trial)
    public void setUp() {
        sluice = Sluice.open(SluiceOptions.defaults().withBackend("cpu"));
        source = sluice.uniform(DType.F64, 1, n, n);
        transposed = source.transpose();
        result = sluice.zeros(DType.F64, n, n);
        loopSource = new Random(1).doubles((long) n * n).toArray();
        loopResult = new double[n * n];
        ejmlSource = DMatrixRMaj.wrap(n, n, loopSource.clone());
        ejmlResult = new DMatrixRMaj(n, n);
        nd4jTransposed = Nd4j.rand(DataType.DOUBLE, n, n).transpose();
        nd4jResult = Nd4j.zeros(DataType.DOUBLE, n, n);
    }

    /** Closes the runtime. */
    @TearDown(Level.Trial)
    public void tearDown() {
        source.close();
        result.close();
        sluice.close();
    }

    /** Sluice. */
    @Benchmark
    public Tensor sluice() {
        return result.assign(transposed);
    }

    /** Two nested loops. */
    @Benchmark
    public double[] loop() {
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                loopResult[i * n + j] = loopSource[j * n + i];
            }
        }
        return loopResult;
    }

    /** EJML. */
    @Benchmark
    public DMatrixRMaj ejml() {
        return CommonOps_DDRM.transpose(ejmlSource, ejmlResult);
    }

    /** ND4J. */
    @Benchmark
    public INDArray nd4j() {
        return nd4jResult.assign(nd4jTransposed);
    }
}
