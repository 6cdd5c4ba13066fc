package dev.sluice.backend.cuda.kernel;

import dev.sluice.DType;
import dev.sluice.DTypeException;
import dev.sluice.expression.BinaryOperator;
import dev.sluice.expression.Expression;
import dev.sluice.expression.UnaryOperator;
import dev.sluice.spi.MapProgram;
import dev.sluice.spi.ReduceProgram;
import dev.sluice.spi.Reducer;
import java.util.ArrayList;
import java.util.List;

/** Sources that together use every operator, conversion, reducer, type and kernel. */
final class SourcesUnderTest {
    private SourcesUnderTest() {}

    /** One program for each type, with an output for every operator defined for it. */
    static List<MapProgram> everyOperator() {
        List<MapProgram> programs = new ArrayList<>();
        for (DType type : DType.values()) {
            if (type != type.compute()) {
                continue;
            }
            List<Expression> outputs = new ArrayList<>();
            for (UnaryOperator operator : UnaryOperator.values()) {
                if (RandomExpressions.isDefined(operator, type) && operator.operandType(type) == type) {
                    outputs.add(Expression.unary(operator, Expression.input(0, type)));
                }
            }
            for (BinaryOperator operator : BinaryOperator.values()) {
                if (RandomExpressions.isDefined(operator, type) && operator.operandType(type) == type) {
                    outputs.add(Expression.binary(operator, Expression.input(0, type), Expression.input(1, type)));
                }
            }
            programs.add(new MapProgram(outputs, List.of(type, type), List.of()));
        }
        return programs;
    }

    /** One program for each type, with a conversion to every other. */
    static List<MapProgram> everyConversion() {
        List<MapProgram> programs = new ArrayList<>();
        for (DType from : DType.values()) {
            List<Expression> outputs = new ArrayList<>();
            for (DType to : DType.values()) {
                outputs.add(new Expression.Cast(Expression.input(0, from), to));
            }
            programs.add(new MapProgram(outputs, List.of(from), List.of()));
        }
        return programs;
    }

    /** A program whose outputs are random trees. */
    static MapProgram random(long seed, int depth) {
        List<DType> types = List.of(DType.values());
        RandomExpressions expressions = new RandomExpressions(seed, types, types);
        return new MapProgram(List.of(expressions.tree(depth), expressions.tree(depth)), types, types);
    }

    /** Every kernel of maps, for a program of a few operands. */
    static List<MapForm> everyForm(MapProgram program) {
        long tiled = 1L << program.outputs().size();
        List<MapForm> forms = new ArrayList<>();
        for (int width : new int[] {1, 2, 8}) {
            forms.add(new MapForm(MapForm.Walk.CONTIGUOUS, 0, false, width, tiled));
            forms.add(new MapForm(MapForm.Walk.RUNS, 0, false, width, 0));
        }
        for (int rank : new int[] {1, 2, 5}) {
            for (boolean wide : new boolean[] {false, true}) {
                forms.add(new MapForm(MapForm.Walk.STRIDED, rank, wide, 1, 0));
                forms.add(new MapForm(MapForm.Walk.SEGMENTED, rank, wide, 1, 0));
            }
        }
        if (!program.usesIndex()) {
            forms.add(new MapForm(MapForm.Walk.TRANSPOSED, 2, false, 1, tiled));
            forms.add(new MapForm(MapForm.Walk.TRANSPOSED, 4, false, 1, tiled));
        }
        return forms;
    }

    /** Every reducer with every type that it takes. */
    static List<ReduceProgram> everyReduction() {
        List<ReduceProgram> programs = new ArrayList<>();
        for (Reducer reducer : Reducer.values()) {
            for (DType type : DType.values()) {
                if (isDefined(reducer, type)) {
                    programs.add(new ReduceProgram(Expression.input(0, type), reducer, List.of(type), List.of()));
                }
            }
        }
        return programs;
    }

    private static boolean isDefined(Reducer reducer, DType type) {
        try {
            return reducer.resultType(type) != null;
        } catch (DTypeException e) {
            return false;
        }
    }
}
