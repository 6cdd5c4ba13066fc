package dev.sluice.benchmarks;

import dev.sluice.DType;
import dev.sluice.Sluice;
import dev.sluice.SluiceOptions;
import dev.sluice.Tensor;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.ejml.data.ZMatrixRMaj;
import org.ejml.dense.row.CommonOps_ZDRM;
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

/** C ← A·B for square matrices of double-precision complex numbers. ND4J has no complex type. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ComplexGemmBenchmark {
    private static final double[] ONE = {1, 0};
    private static final double[] ZERO = {0, 0};

    /** The extent of the matrices. */
    @Param({"8", "16", "32", "64", "128", "256", "512", "1024"})
    public int n;

    private Sluice sluice;
    private Tensor a;
    private Tensor b;
    private Tensor c;
    private long addressA;
    private long addressB;
    private long addressC;
    private ZMatrixRMaj ejmlA;
    private ZMatrixRMaj ejmlB;
    private ZMatrixRMaj ejmlC;

    /** Draws the operands. */
    @Setup(Level.Trial)
    public void setUp() {
        sluice = Sluice.open(SluiceOptions.defaults().withBackend("cpu"));
        OpenBlas.load();
        a = sluice.uniform(DType.C128, 1, n, n);
        b = sluice.uniform(DType.C128, 2, n, n);
        c = sluice.zeros(DType.C128, n, n);
        addressA = a.segment().address();
        addressB = b.segment().address();
        addressC = c.segment().address();
        Random random = new Random(1);
        ejmlA = new ZMatrixRMaj(n, n, true, random.doubles(2L * n * n).toArray());
        ejmlB = new ZMatrixRMaj(n, n, true, random.doubles(2L * n * n).toArray());
        ejmlC = new ZMatrixRMaj(n, n);
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
        OpenBlas.cblas_zgemm(
                OpenBlas.ROW_MAJOR,
                OpenBlas.NO_TRANSPOSE,
                OpenBlas.NO_TRANSPOSE,
                n,
                n,
                n,
                ONE,
                addressA,
                n,
                addressB,
                n,
                ZERO,
                addressC,
                n);
    }

    /** EJML. */
    @Benchmark
    public ZMatrixRMaj ejml() {
        CommonOps_ZDRM.mult(ejmlA, ejmlB, ejmlC);
        return ejmlC;
    }
}
