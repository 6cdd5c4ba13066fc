package dev.sluice.backend.debug;

import dev.sluice.DType;
import dev.sluice.expression.Expression;
import dev.sluice.spi.MapProgram;
import dev.sluice.spi.SegmentedPlan;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/** Runs elementwise programs from host memory to host memory. */
final class MapPrograms {
    /** A copy of doubles. */
    static final MapProgram IDENTITY = MapProgram.of(Expression.input(0, DType.F64), List.of(DType.F64), List.of());

    private MapPrograms() {}

    /** The types of the inputs that an expression reads. */
    static List<DType> inputTypes(Expression expression) {
        List<DType> types = new ArrayList<>();
        collect(expression, types);
        return types;
    }

    private static void collect(Expression expression, List<DType> types) {
        if (expression instanceof Expression.Input input) {
            while (types.size() <= input.index()) {
                types.add(input.type());
            }
            types.set(input.index(), input.type());
        }
        MapProgram.children(expression).forEach(child -> collect(child, types));
    }

    /** The elements of the first output. */
    static MemorySegment run(
            World world,
            MapProgram program,
            SegmentedPlan plan,
            long outputElements,
            long[] parameters,
            MemorySegment... inputs) {
        long[] addresses = new long[program.operands()];
        long bytes = outputElements * program.operandType(0).bytes();
        addresses[0] = world.memory(bytes);
        for (int input = 0; input < inputs.length; input++) {
            addresses[1 + input] = world.bytes(inputs[input]);
        }
        long stream = world.stream();
        world.device().kernels().map(world.device().kernels().compile(program), plan, addresses, parameters, stream);
        world.device().synchronizeStream(stream);
        return world.readBytes(addresses[0], bytes);
    }
}
