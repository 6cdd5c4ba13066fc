package dev.sluice.spi;

import dev.sluice.DType;
import dev.sluice.DTypeException;
import dev.sluice.expression.Expression;
import java.util.List;

/**
 * An elementwise computation to compile: one expression for each output. Programs are values.
 *
 * @param outputs the expressions, whose types are the stored types of the outputs
 * @param inputs the stored types of the inputs
 * @param parameters the types of the parameters
 */
public record MapProgram(List<Expression> outputs, List<DType> inputs, List<DType> parameters) {
    /** Copies the lists and checks that every leaf names an input or parameter of its type. */
    public MapProgram {
        outputs = List.copyOf(outputs);
        inputs = List.copyOf(inputs);
        parameters = List.copyOf(parameters);
        if (outputs.isEmpty()) {
            throw new IllegalArgumentException("a map program needs at least one output");
        }
        for (Expression output : outputs) {
            checkLeaves(output, inputs, parameters);
        }
    }

    /** A program with one output. */
    public static MapProgram of(Expression output, List<DType> inputs, List<DType> parameters) {
        return new MapProgram(List.of(output), inputs, parameters);
    }

    /** The number of operands: outputs first, then inputs. */
    public int operands() {
        return outputs.size() + inputs.size();
    }

    /** The stored type of operand {@code operand}, outputs first. */
    public DType operandType(int operand) {
        return operand < outputs.size() ? outputs.get(operand).type() : inputs.get(operand - outputs.size());
    }

    /** Whether any output depends on the position of the element. */
    public boolean usesIndex() {
        return outputs.stream().anyMatch(MapProgram::usesIndex);
    }

    static boolean usesIndex(Expression expression) {
        return expression instanceof Expression.Index
                || children(expression).stream().anyMatch(MapProgram::usesIndex);
    }

    static void checkLeaves(Expression expression, List<DType> inputs, List<DType> parameters) {
        switch (expression) {
            case Expression.Input input -> checkLeaf("input", input.index(), input.type(), inputs);
            case Expression.Parameter parameter ->
                checkLeaf("parameter", parameter.index(), parameter.type(), parameters);
            default -> children(expression).forEach(child -> checkLeaves(child, inputs, parameters));
        }
    }

    private static void checkLeaf(String what, int index, DType type, List<DType> declared) {
        if (index >= declared.size()) {
            throw new IllegalArgumentException(
                    what + " " + index + " is used but only " + declared.size() + " are declared");
        }
        if (declared.get(index) != type) {
            throw new DTypeException(
                    what + " " + index + " is declared " + declared.get(index) + " but used as " + type);
        }
    }

    /** The direct operands of an expression, in order. */
    public static List<Expression> children(Expression expression) {
        return switch (expression) {
            case Expression.Input e -> List.of();
            case Expression.Constant e -> List.of();
            case Expression.Parameter e -> List.of();
            case Expression.Index e -> List.of();
            case Expression.Unary e -> List.of(e.operand());
            case Expression.Binary e -> List.of(e.left(), e.right());
            case Expression.Cast e -> List.of(e.operand());
            case Expression.Select e -> List.of(e.condition(), e.whenTrue(), e.whenFalse());
            case Expression.MakeComplex e -> List.of(e.re(), e.im());
            case Expression.Philox e -> List.of(e.word(), e.key());
        };
    }
}
