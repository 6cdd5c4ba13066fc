package dev.sluice.tck.golden;

import dev.sluice.Reductions.Reduction;
import dev.sluice.Sluice;
import dev.sluice.Tensor;
import dev.sluice.expression.BinaryOperator;
import dev.sluice.expression.UnaryOperator;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The operations of the golden cases, by their NumPy-like names, on the public tensor API. */
final class GoldenOperations {
    private static final Map<String, UnaryOperator> UNARY_ALIASES = Map.of("neg", UnaryOperator.NEGATE);

    private static final Map<String, BinaryOperator> BINARY = Map.ofEntries(
            Map.entry("add", BinaryOperator.ADD),
            Map.entry("sub", BinaryOperator.SUBTRACT),
            Map.entry("mul", BinaryOperator.MULTIPLY),
            Map.entry("div", BinaryOperator.DIVIDE),
            Map.entry("min", BinaryOperator.MINIMUM),
            Map.entry("max", BinaryOperator.MAXIMUM),
            Map.entry("pow", BinaryOperator.POWER),
            Map.entry("atan2", BinaryOperator.ATAN2),
            Map.entry("hypot", BinaryOperator.HYPOT),
            Map.entry("lt", BinaryOperator.LESS),
            Map.entry("le", BinaryOperator.LESS_EQUAL),
            Map.entry("eq", BinaryOperator.EQUAL),
            Map.entry("ne", BinaryOperator.NOT_EQUAL));

    private GoldenOperations() {}

    static Tensor evaluate(Sluice sluice, GoldenCase golden, List<Tensor> operands) {
        return switch (golden.family()) {
            case "binary" -> operands.get(0).apply(binary(golden), operands.get(1));
            case "unary" -> operands.getFirst().apply(unary(golden));
            case "reduce" -> reduce(golden, operands.getFirst());
            case "matmul" -> matmul(golden, operands);
            case "einsum" ->
                sluice.einsum(String.valueOf(golden.arguments().get("expression")), operands.toArray(Tensor[]::new));
            case "linalg" -> linearAlgebra(golden, operands);
            default -> throw new IllegalArgumentException("unknown family " + golden.family());
        };
    }

    private static BinaryOperator binary(GoldenCase golden) {
        BinaryOperator operator = BINARY.get(golden.operation());
        if (operator == null) {
            throw new IllegalArgumentException("unknown binary operation " + golden.operation());
        }
        return operator;
    }

    private static UnaryOperator unary(GoldenCase golden) {
        UnaryOperator alias = UNARY_ALIASES.get(golden.operation());
        return alias != null ? alias : UnaryOperator.valueOf(golden.operation().toUpperCase(Locale.ROOT));
    }

    private static Tensor reduce(GoldenCase golden, Tensor operand) {
        int[] axes = golden.axes();
        if (golden.operation().startsWith("arg")) {
            return position(golden, operand, axes);
        }
        Reduction reduction = Reduction.valueOf(golden.operation().toUpperCase(Locale.ROOT));
        return operand.reduce(reduction, golden.keepAxes(), axes == null ? new int[0] : axes);
    }

    private static Tensor position(GoldenCase golden, Tensor operand, int @org.jspecify.annotations.Nullable [] axes) {
        boolean least = golden.operation().equals("argmin");
        if (axes != null) {
            return least ? operand.argmin(axes[0], golden.keepAxes()) : operand.argmax(axes[0], golden.keepAxes());
        }
        Tensor position = least ? operand.argmin() : operand.argmax();
        if (!golden.keepAxes()) {
            return position;
        }
        long[] ones = new long[operand.shape().rank()];
        java.util.Arrays.fill(ones, 1);
        return position.reshape(ones);
    }

    private static Tensor matmul(GoldenCase golden, List<Tensor> operands) {
        Tensor left = operands.get(0);
        return golden.operation().equals("matmul_adjoint")
                ? left.adjoint().matmul(operands.get(1))
                : left.matmul(operands.get(1));
    }

    private static Tensor linearAlgebra(GoldenCase golden, List<Tensor> operands) {
        Tensor a = operands.getFirst();
        return switch (golden.operation()) {
            case "svd_values" -> a.singularValues();
            case "norm" -> a.norm();
            case "eigh_values" -> a.eighValues();
            case "cholesky" -> a.cholesky();
            case "solve" -> a.solve(operands.get(1));
            case "inv" -> a.inv();
            case "det" -> a.det();
            default -> throw new IllegalArgumentException("unknown linear algebra operation " + golden.operation());
        };
    }
}
