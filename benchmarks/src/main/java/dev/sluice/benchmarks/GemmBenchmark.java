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

/** C ← A·B for square matrices of doubles. Sluice and ND4J allocate the result in each call, the others overwrite one. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class GemmBenchmark {
    /** The extent of the matrices. */
    @Param({"4", "8", "16", "32", "64", "128", "256", "512", "1024"})
    public int n;

    private Sluice sluice;
    private Tensor a;
    private Tensor b;
    private Tensor c;
    private long addressA;
    private long addressB;
    private long addressC;
    private final DMatrixRMaj ejmlA = new DMatrixRMaj();
    private final DMatrixRMaj ejmlB = new DMatrixRMaj();
    private final DMatrixRMaj ejmlC = new DMatrixRMaj();
    private INDArray nd4jA;
    private INDArray nd4jB;

    /** Draws the operands. */
    @Setup(Level.Trial)
    public void setUp() {
        sluice = Sluice.open(SluiceOptions.defaults().withBackend("cpu"));
        OpenBlas.load();
        a = sluice.uniform(DType.F64, 1, n, n);
        b = sluice.uniform(DType.F64, 2, n, n);
        c = sluice.zeros(DType.F64, n, n);
        addressA = a.segment().address();
        addressB = b.segment().address();
        addressC = c.segment().address();
        Random random = new Random(1);
        for (DMatrixRMaj matrix : new DMatrixRMaj[] {ejmlA, ejmlB, ejmlC}) {
            matrix.reshape(n, n);
            matrix.setData(random.doubles((long) n * n).toArray());
        }
        nd4jA = Nd4j.rand(DataType.DOUBLE, n, n);
        nd4jB = Nd4j.rand(DataType.DOUBLE, n, n);
    }

    /** Closes the runtime. */
    @TearDown(Level.Trial)
    public void tearDown() {
        a.close();
        b.close();
        c.close();
        sluice.close();
    }

    /** Sluice. */
    @Benchmark
    public DType sluice() {
        try (Tensor product = a.matmul(b)) {
            return product.dtype();
        }
    }

    /** OpenBLAS through JNA, from Java. */
    @Benchmark
    public void openBlas() {
        OpenBlas.cblas_dgemm(
                OpenBlas.ROW_MAJOR,
                OpenBlas.NO_TRANSPOSE,
                OpenBlas.NO_TRANSPOSE,
                n,
                n,
                n,
                1,
                addressA,
                n,
                addressB,
                n,
                0,
                addressC,
                n);
    }

    /** EJML. */
    @Benchmark
    public DMatrixRMaj ejml() {
        CommonOps_DDRM.mult(ejmlA, ejmlB, ejmlC);
        return ejmlC;
    }

    /** ND4J. */
    @Benchmark
    public void nd4j() {
        try (INDArray product = nd4jA.mmul(nd4jB)) {
            assert !product.isEmpty();
        }
    }
}
