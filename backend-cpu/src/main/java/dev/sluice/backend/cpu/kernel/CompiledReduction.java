package dev.sluice.backend.cpu.kernel;

import dev.sluice.DType;
import dev.sluice.expression.Expression;
import dev.sluice.spi.MapProgram;
import dev.sluice.spi.ReduceKernel;
import dev.sluice.spi.ReduceProgram;

/**
 * A compiled reduction. Its element expression runs as an elementwise program that leaves a block of elements in scratch
 * memory, widened to the type they are combined in; a {@link Combiner} takes it from there. When the element is an input
 * of that type as it is, the combiner reads the input itself.
 */
final class CompiledReduction implements ReduceKernel {
    private final ReduceProgram program;
    private final CompiledMap elements;
    private final Combiner combiner;
    private final int direct;

    CompiledReduction(ReduceProgram program, CompiledMap elements, Combiner combiner) {
        this.program = program;
        this.elements = elements;
        this.combiner = combiner;
        this.direct = program.element() instanceof Expression.Input input
                        && input.type() == accumulator(program.element().type())
                ? input.index() + 1
                : 0;
    }

    /** The program that computes the elements to combine. */
    static MapProgram elementProgram(ReduceProgram program) {
        Expression element = program.element();
        return MapProgram.of(element.cast(accumulator(element.type())), program.inputs(), program.parameters());
    }

    /** The type in which elements are combined: wide enough for any number of them, or the same modulo its size. */
    static DType accumulator(DType element) {
        return switch (element) {
            case BOOL, I32, I64 -> DType.I64;
            case F16, BF16, F32, F64 -> DType.F64;
            case C64, C128 -> DType.C128;
        };
    }

    @Override
    public ReduceProgram program() {
        return program;
    }

    /** The program for the elements; operand 0 is the block it fills, the others are the inputs. */
    CompiledMap elements() {
        return elements;
    }

    Combiner combiner() {
        return combiner;
    }

    /** The bytes of an element as it is combined. */
    int accumulatorBytes() {
        return elements.elementBytes(0);
    }

    /** The operand that holds the elements as they are combined, or 0 when they have to be computed. */
    int direct() {
        return direct;
    }
}
