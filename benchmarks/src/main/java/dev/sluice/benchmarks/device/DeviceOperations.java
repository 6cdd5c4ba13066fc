package dev.sluice.benchmarks.device;

import dev.sluice.AsyncTensor;
import dev.sluice.DType;
import dev.sluice.Scalar;
import dev.sluice.Sluice;
import dev.sluice.SluiceOptions;
import dev.sluice.Tensor;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Supplier;

/**
 * Operations on tensors of a device as a program writes them, engine included. The argument is the name of the backend,
 * {@code cuda} by default. Operands are random.
 */
public final class DeviceOperations {
    private static final int KEPT = 16;

    private final Sluice sluice;
    private final Deque<Tensor> results = new ArrayDeque<>();
    private final Stopwatch stopwatch = new Stopwatch(this::waitForResults);

    private DeviceOperations(Sluice sluice) {
        this.sluice = sluice;
    }

    /** Prints a table of times and rates. */
    public static void main(String[] arguments) {
        String name = arguments.length == 0 ? "cuda" : arguments[0];
        try (Sluice sluice = Sluice.open(SluiceOptions.defaults().withBackend(name))) {
            System.out.println("| operation | µs | rate |\n|---|---:|---:|");
            new DeviceOperations(sluice).run();
        }
    }

    private void run() {
        for (long elements : new long[] {64, 65_536, 1L << 28}) {
            try (Tensor x = sluice.normal(DType.F32, 1, elements);
                    Tensor y = sluice.normal(DType.F32, 2, elements)) {
                stopwatch.bandwidth("a.add(b) f32, " + elements, 12.0 * elements, () -> submit(() -> x.add(y)));
                results.add(y.copy());
                Tensor target = results.peekLast();
                stopwatch.bandwidth(
                        "y.axpy(½, x) f32, " + elements, 12.0 * elements, () -> target.axpy(Scalar.of(0.5), x));
                stopwatch.bandwidth("x.exp() f32, " + elements, 8.0 * elements, () -> submit(x::exp));
                stopwatch.bandwidth("x.sum() f32, " + elements, 4.0 * elements, () -> submit(x::sum));
                drop(0);
            }
        }
        for (long n : new long[] {64, 512, 4096}) {
            try (Tensor a = sluice.normal(DType.F64, 1, n, n);
                    Tensor b = sluice.normal(DType.F64, 2, n, n)) {
                stopwatch.arithmetic("a.matmul(b) f64, " + n, 2.0 * n * n * n, () -> submit(() -> a.matmul(b)));
                drop(0);
            }
        }
        chain();
    }

    /** 100 dependent products of 64×64 doubles, submitted asynchronously, and the wait for the last. */
    private void chain() {
        try (Tensor seed = sluice.normal(DType.F64, 1, 64, 64);
                Tensor factor = sluice.normal(DType.F64, 2, 64, 64)) {
            stopwatch.latency("chain of 100 asynchronous products f64, 64, with its wait", () -> {
                AsyncTensor value = seed.copy().async();
                try (AsyncTensor right = factor.copy().async()) {
                    for (int i = 0; i < 100; i++) {
                        AsyncTensor next = value.matmul(right);
                        value.close();
                        value = next;
                    }
                    try (Tensor last = value.get()) {
                        double unused = last.get(0, 0);
                    }
                }
            });
        }
    }

    private void submit(Supplier<Tensor> operation) {
        results.addLast(operation.get());
        drop(KEPT);
    }

    private void drop(int kept) {
        while (results.size() > kept) {
            results.removeFirst().close();
        }
    }

    private void waitForResults() {
        for (Tensor result : results) {
            double unused = result.shape().rank() == 0
                    ? result.item()
                    : result.get(new long[result.shape().rank()]);
        }
    }
}
