package dev.sluice.runtime.einsum;

import dev.sluice.Shape;
import dev.sluice.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Evaluates Einstein summations. Plans are kept by expression and shapes, so that repeating a summation costs no more
 * than its contractions. Thread-safe.
 */
public final class Einsum {
    /** When so many plans are kept all are forgotten; a program with more different summations than this is rare. */
    private static final int KEPT_PLANS = 1024;

    private static final ConcurrentHashMap<Key, EinsumPlan> PLANS = new ConcurrentHashMap<>();

    private record Key(String expression, List<Shape> shapes) {}

    private Einsum() {}

    /**
     * Evaluates a summation.
     *
     * @param expression the subscripts, such as {@code "ij,jk->ik"}; see {@link EinsumExpression}
     * @return a new tensor that owns its elements; see {@link EinsumPlan} for its type
     * @throws dev.sluice.ShapeException naming expression, index and shapes when they do not fit
     */
    public static Tensor evaluate(String expression, List<Tensor> operands) {
        List<Shape> shapes = new ArrayList<>(operands.size());
        for (Tensor operand : operands) {
            shapes.add(operand.shape());
        }
        return plan(expression, shapes).evaluate(operands);
    }

    /** The plan for operands of the given shapes. */
    public static EinsumPlan plan(String expression, List<Shape> shapes) {
        Key key = new Key(expression, shapes);
        EinsumPlan known = PLANS.get(key);
        if (known != null) {
            return known;
        }
        EinsumPlan plan = EinsumPlan.of(EinsumExpression.parse(expression), List.copyOf(shapes));
        if (PLANS.size() >= KEPT_PLANS) {
            PLANS.clear();
        }
        PLANS.put(new Key(expression, List.copyOf(shapes)), plan);
        return plan;
    }
}
