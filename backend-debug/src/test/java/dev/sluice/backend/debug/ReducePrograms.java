package dev.sluice.backend.debug;

import dev.sluice.DType;
import dev.sluice.expression.Expression;
import dev.sluice.spi.KernelSet;
import dev.sluice.spi.ReduceKernel;
import dev.sluice.spi.ReduceProgram;
import dev.sluice.spi.Reducer;
import dev.sluice.spi.ReductionPlan;
import dev.sluice.spi.SegmentedPlan;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** Runs reductions from host memory to host memory. */
final class ReducePrograms {
    private ReducePrograms() {}

    /** The results of combining each of the rows of a row-major matrix of elements. */
    static MemorySegment rows(World world, DType type, Reducer reducer, int rows, MemorySegment values) {
        return rows(world, Expression.input(0, type), reducer, rows, values);
    }

    /** The results of combining an expression over each of the rows. */
    static MemorySegment rows(World world, Expression element, Reducer reducer, int rows, MemorySegment values) {
        DType type = MapPrograms.inputTypes(element).getFirst();
        long columns = values.byteSize() / type.bytes() / rows;
        ReduceProgram program = new ReduceProgram(element, reducer, List.of(type), List.of());
        SegmentedPlan iteration =
                new SegmentedPlan(2, 2, new long[] {rows, columns}, new long[] {1, 0, columns, 1}, new long[2]);
        return run(world, program, new ReductionPlan(iteration, 1, 0), rows, world.bytes(values));
    }

    /** The results of combining nothing, several times. */
    static double[] nothing(World world, DType type, Reducer reducer, int outputs) {
        ReduceProgram program = new ReduceProgram(Expression.input(0, type), reducer, List.of(type), List.of());
        SegmentedPlan empty = new SegmentedPlan(2, 1, new long[0], new long[0], new long[0]);
        return World.doubles(run(world, program, new ReductionPlan(empty, 0, outputs), outputs, world.memory(8)));
    }

    private static MemorySegment run(World world, ReduceProgram program, ReductionPlan plan, int outputs, long input) {
        KernelSet kernels = world.device().kernels();
        ReduceKernel kernel = kernels.compile(program);
        long bytes = (long) outputs * program.outputType().bytes();
        long output = world.memory(bytes);
        long workspace = world.memory(kernels.workspaceBytes(kernel, plan));
        long stream = world.stream();
        kernels.reduce(kernel, plan, new long[] {output, input}, new long[0], workspace, stream);
        world.device().synchronizeStream(stream);
        return world.readBytes(output, bytes);
    }
}
