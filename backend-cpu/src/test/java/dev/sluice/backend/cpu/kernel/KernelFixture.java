package dev.sluice.backend.cpu.kernel;

import dev.sluice.DType;
import dev.sluice.backend.cpu.CoreBudget;
import dev.sluice.backend.cpu.memory.BlockPool;
import dev.sluice.device.Device;
import dev.sluice.spi.MapProgram;
import dev.sluice.spi.SegmentedPlan;
import java.util.List;
import java.util.random.RandomGenerator;

/** A kernel set with a few threads, and what tests of it share. */
final class KernelFixture implements AutoCloseable {
    final BlockPool pool = new BlockPool(new Device("cpu", 0), 1L << 30);
    final WorkerPool workers;
    final CpuKernels kernels;

    KernelFixture(boolean vector) {
        this(vector, 3);
    }

    KernelFixture(boolean vector, int threads) {
        workers = new WorkerPool(new CoreBudget(threads));
        kernels = new CpuKernels(pool, workers, vector);
    }

    @Override
    public void close() {
        workers.close();
        pool.close();
    }

    static Object[][] randomParameters(List<DType> types, RandomGenerator random) {
        return types.stream()
                .map(type -> type.isComplex()
                        ? new Object[] {
                            Elements.randomPart(type.realPart(), random), Elements.randomPart(type.realPart(), random)
                        }
                        : new Object[] {Elements.randomPart(type, random)})
                .toArray(Object[][]::new);
    }

    static long[] words(Object[][] parameters) {
        return java.util.Arrays.stream(parameters)
                .flatMap(java.util.Arrays::stream)
                .mapToLong(KernelFixture::word)
                .toArray();
    }

    private static long word(Object part) {
        return switch (part) {
            case Boolean b -> b ? 1 : 0;
            case Integer i -> i;
            case Long l -> l;
            case Short s -> s;
            case Float f -> Float.floatToRawIntBits(f);
            case Double d -> Double.doubleToRawLongBits(d);
            default -> throw new AssertionError(part);
        };
    }

    /** The element offset of an operand for an element of a segment. */
    static long offset(SegmentedPlan plan, int segment, int operand, long element) {
        long offset = plan.base(segment, operand);
        long rest = element;
        for (int axis = plan.rank() - 1; axis >= 0; axis--) {
            offset += rest % plan.extent(segment, axis) * plan.stride(segment, operand, axis);
            rest /= plan.extent(segment, axis);
        }
        return offset;
    }

    /** Computes a map element by element. */
    static void reference(MapProgram program, SegmentedPlan plan, Elements[] operands, Object[][] parameters) {
        int outputs = program.outputs().size();
        for (int s = 0; s < plan.segments(); s++) {
            int segment = s;
            for (long e = 0; e < plan.firstElement(s + 1) - plan.firstElement(s); e++) {
                long element = e;
                ReferenceEvaluator evaluator = new ReferenceEvaluator(
                        i -> operands[outputs + i].get(offset(plan, segment, outputs + i, element)),
                        p -> parameters[p],
                        plan.firstElement(s) + e);
                Object[][] results =
                        program.outputs().stream().map(evaluator::evaluate).toArray(Object[][]::new);
                for (int k = 0; k < outputs; k++) {
                    operands[k].set(offset(plan, s, k, e), results[k]);
                }
            }
        }
    }
}
