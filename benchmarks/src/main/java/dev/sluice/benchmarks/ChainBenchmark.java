package dev.sluice.benchmarks;

import dev.sluice.DType;
import dev.sluice.Sluice;
import dev.sluice.SluiceOptions;
import dev.sluice.Tensor;
import java.util.concurrent.TimeUnit;
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
 * The steady state of a chain of products and elementwise operations: what it allocates on the heap, which is what the
 * column of bytes is for. One invocation is four operations.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ChainBenchmark {
    /** The extent of the matrices. */
    @Param({"8", "64", "256"})
    public int n;

    private Sluice sluice;
    private Tensor a;
    private Tensor b;

    /** Draws the operands. */
    @Setup(Level.Trial)
    public void setUp() {
        sluice = Sluice.open(SluiceOptions.defaults().withBackend("cpu"));
        a = sluice.uniform(DType.F64, 1, n, n);
        b = sluice.uniform(DType.F64, 2, n, n);
    }

    /** Closes the runtime. */
    @TearDown(Level.Trial)
    public void tearDown() {
        a.close();
        b.close();
        sluice.close();
    }

    /** matmul, add, tanh, multiply. */
    @Benchmark
    public DType sluice() {
        try (Tensor product = a.matmul(b);
                Tensor sum = product.add(a);
                Tensor bounded = sum.tanh();
                Tensor result = bounded.mul(b)) {
            return result.dtype();
        }
    }
}
