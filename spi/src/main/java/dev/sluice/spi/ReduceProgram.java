package dev.sluice.spi;

import dev.sluice.DType;
import dev.sluice.expression.Expression;
import java.util.List;

/**
 * A reduction to compile: an expression over the inputs, and how its values are combined. There is one output, of type
 * {@link #outputType()}. Programs are values.
 *
 * @param element the expression whose values are combined
 * @param reducer how they are combined
 * @param inputs the stored types of the inputs
 * @param parameters the types of the parameters
 */
public record ReduceProgram(Expression element, Reducer reducer, List<DType> inputs, List<DType> parameters) {
    /** Copies the lists and checks the types. */
    public ReduceProgram {
        inputs = List.copyOf(inputs);
        parameters = List.copyOf(parameters);
        MapProgram.checkLeaves(element, inputs, parameters);
        if (MapProgram.usesIndex(element)) {
            throw new IllegalArgumentException("a reduction cannot use the element index: " + element);
        }
        DType unused = reducer.resultType(element.type());
    }

    /** The type of the output. */
    public DType outputType() {
        return reducer.resultType(element.type());
    }

    /** The number of operands: the output first, then the inputs. */
    public int operands() {
        return 1 + inputs.size();
    }
}
