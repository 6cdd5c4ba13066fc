package dev.sluice.runtime.einsum;

import dev.sluice.DType;
import dev.sluice.Scalar;
import dev.sluice.Shape;
import dev.sluice.Tensor;
import dev.sluice.expression.BinaryOperator;
import java.util.ArrayList;
import java.util.List;

/**
 * An Einstein summation over operands of known shapes, ready to run any number of times. Immutable and thread-safe.
 *
 * <p><b>Types.</b> An expression that only rearranges one operand keeps its type. Otherwise operands are converted to
 * the type that all of them promote to, products and sums are taken in it, and integers wrap; a summation of truth
 * values gives truth values, with <em>and</em> for the product and <em>or</em> for the sum.
 */
public final class EinsumPlan {
    private final EinsumExpression expression;
    private final OperandPreparation[] preparations;
    private final ContractionPath path;
    private final Contraction[] contractions;
    private final int[] outputPermutation;
    private final boolean arithmetic;

    private EinsumPlan(EinsumExpression expression, IndexedOperands bound) {
        this.expression = expression;
        int operands = bound.operands();
        long[] extents = bound.extents();
        long output = Indices.set(bound.output());
        this.preparations = prepare(bound, output);
        int[][] lists = new int[2 * operands - 1][];
        long[] sets = new long[operands];
        for (int operand = 0; operand < operands; operand++) {
            lists[operand] = preparations[operand].indices();
            sets[operand] = Indices.set(lists[operand]);
        }
        this.path = ContractionPath.optimize(sets, output, extents);
        this.contractions = new Contraction[path.steps().size()];
        List<Integer> open = new ArrayList<>();
        for (int operand = 0; operand < operands; operand++) {
            open.add(operand);
        }
        for (int step = 0; step < contractions.length; step++) {
            ContractionPath.Step pair = path.steps().get(step);
            open.remove(Integer.valueOf(pair.left()));
            open.remove(Integer.valueOf(pair.right()));
            long kept = output;
            for (int other : open) {
                kept |= Indices.set(lists[other]);
            }
            int[] wanted = open.isEmpty() ? bound.output() : new int[0];
            contractions[step] = Contraction.plan(lists[pair.left()], lists[pair.right()], kept, wanted, extents);
            lists[operands + step] = contractions[step].result();
            open.add(operands + step);
        }
        this.outputPermutation = Indices.permutation(lists[lists.length - 1], bound.output());
        this.arithmetic = contractions.length > 0 || preparations[0].sums();
    }

    private static OperandPreparation[] prepare(IndexedOperands bound, long output) {
        OperandPreparation[] preparations = new OperandPreparation[bound.operands()];
        for (int operand = 0; operand < preparations.length; operand++) {
            long needed = output;
            for (int other = 0; other < preparations.length; other++) {
                needed |= other == operand ? 0 : OperandPreparation.indices(bound, other);
            }
            preparations[operand] = OperandPreparation.of(bound, operand, needed);
        }
        return preparations;
    }

    /**
     * Plans a summation.
     *
     * @throws dev.sluice.ShapeException naming index and shapes when they do not fit
     */
    public static EinsumPlan of(EinsumExpression expression, List<Shape> shapes) {
        return new EinsumPlan(expression, IndexedOperands.bind(expression, shapes));
    }

    /** The number of multiplications. */
    public double cost() {
        return path.cost();
    }

    /**
     * Evaluates the summation.
     *
     * @param operands tensors of the shapes that were planned for
     * @return a new tensor that owns its elements
     */
    public Tensor evaluate(List<Tensor> operands) {
        DType promoted = operands.getFirst().dtype();
        for (Tensor operand : operands) {
            promoted = DType.promote(promoted, operand.dtype());
        }
        Intermediate[] values = new Intermediate[operands.size() + contractions.length];
        try {
            for (int operand = 0; operand < operands.size(); operand++) {
                values[operand] = prepared(operand, operands.get(operand), promoted);
            }
            for (int step = 0; step < contractions.length; step++) {
                ContractionPath.Step pair = path.steps().get(step);
                values[operands.size() + step] = contractions[step].apply(values[pair.left()], values[pair.right()]);
            }
            return output(values[values.length - 1], promoted);
        } finally {
            for (Intermediate value : values) {
                if (value != null) {
                    value.close();
                }
            }
        }
    }

    private Intermediate prepared(int position, Tensor tensor, DType promoted) {
        Intermediate operand = Intermediate.borrowed(tensor);
        try {
            preparations[position].view(operand);
            if (arithmetic) {
                // Truth values are counted, and a count is true when it is not zero.
                operand.cast(promoted == DType.BOOL ? DType.I64 : promoted);
                preparations[position].sum(operand);
            }
            return operand;
        } catch (RuntimeException | Error e) {
            operand.close();
            throw e;
        }
    }

    private Tensor output(Intermediate last, DType promoted) {
        if (!Indices.isIdentity(outputPermutation)) {
            last.view(last.seen().permute(outputPermutation));
        }
        if (arithmetic && promoted == DType.BOOL) {
            last.replace(last.seen().apply(BinaryOperator.NOT_EQUAL, Scalar.of(0L)));
        }
        return last.release();
    }

    /** The expression and the order of contractions. */
    @Override
    public String toString() {
        return expression + " by " + path.steps() + " in " + path.cost() + " multiplications";
    }
}
