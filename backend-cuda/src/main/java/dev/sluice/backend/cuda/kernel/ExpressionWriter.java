package dev.sluice.backend.cuda.kernel;

import dev.sluice.Complex;
import dev.sluice.DType;
import dev.sluice.Scalar;
import dev.sluice.expression.Expression;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Writes expressions as C++ statements, one variable for each distinct subtree. Inputs are members {@code in0}, {@code
 * in1}, … of {@code element}; parameters are words of {@code arguments}; the position is {@code index}.
 */
final class ExpressionWriter {
    private final StringBuilder statements = new StringBuilder();
    private final Map<Expression, String> variables = new HashMap<>();
    private final List<DType> parameters;
    private final int firstParameterWord;

    ExpressionWriter(List<DType> parameters, int firstParameterWord) {
        this.parameters = parameters;
        this.firstParameterWord = firstParameterWord;
    }

    /** The statements so far. */
    String statements() {
        return statements.toString();
    }

    /** Writes what computes an expression and returns the name of its value. */
    String write(Expression expression) {
        String known = variables.get(expression);
        if (known != null) {
            return known;
        }
        String code = code(expression);
        String name = "t" + variables.size();
        statements
                .append("    const ")
                .append(CudaTypes.value(expression.type()))
                .append(' ')
                .append(name)
                .append(" = ")
                .append(code)
                .append(";\n");
        variables.put(expression, name);
        return name;
    }

    private String code(Expression expression) {
        return switch (expression) {
            case Expression.Input input ->
                input.type() == DType.BOOL ? "element.in" + input.index() + " != 0" : "element.in" + input.index();
            case Expression.Constant constant -> constant(constant.value(), constant.type());
            case Expression.Parameter parameter -> parameter(parameter);
            case Expression.Index unused -> "index";
            case Expression.Unary unary -> call(unary.operator(), write(unary.operand()));
            case Expression.Binary binary ->
                call(binary.operator(), write(binary.left()) + ", " + write(binary.right()));
            case Expression.Cast cast -> CudaTypes.cast(cast.type()) + "(" + write(cast.operand()) + ")";
            case Expression.Select select ->
                write(select.condition()) + " ? " + write(select.whenTrue()) + " : " + write(select.whenFalse());
            case Expression.MakeComplex complex ->
                "make_" + CudaTypes.value(complex.type()) + "(" + write(complex.re()) + ", " + write(complex.im())
                        + ")";
            case Expression.Philox philox -> "op_philox(" + write(philox.word()) + ", " + write(philox.key()) + ")";
        };
    }

    private static String call(Enum<?> operator, String operands) {
        return "op_" + operator.name().toLowerCase(Locale.ROOT) + "(" + operands + ")";
    }

    private String parameter(Expression.Parameter parameter) {
        int word = firstParameterWord + CudaTypes.parameterWords(parameters.subList(0, parameter.index()));
        String bits = "arguments.words[" + word + "]";
        String next = "arguments.words[" + (word + 1) + "]";
        return switch (parameter.type()) {
            case BOOL -> bits + " != 0";
            case I32 -> "(int) " + bits;
            case I64 -> "(i64) " + bits;
            case F16 -> "make_f16((u32) " + bits + ")";
            case BF16 -> "make_bf16((u32) " + bits + ")";
            case F32 -> "f32_of_bits((u32) " + bits + ")";
            case F64 -> "f64_of_bits(" + bits + ")";
            case C64 -> "make_c64(f32_of_bits((u32) " + bits + "), f32_of_bits((u32) " + next + "))";
            case C128 -> "make_c128(f64_of_bits(" + bits + "), f64_of_bits(" + next + "))";
        };
    }

    /** Floating-point constants are written as bits, which keeps every value, NaN and the sign of zero. */
    private static String constant(Scalar value, DType type) {
        Complex complex = value.toComplex();
        return switch (type) {
            case BOOL -> complex.re() != 0 ? "true" : "false";
            case I32 -> "(int) 0x" + Integer.toHexString((int) whole(value)) + "u";
            case I64 -> "(i64) 0x" + Long.toHexString(whole(value)) + "ull";
            case F16 -> "make_f16(0x" + Integer.toHexString(Float.floatToFloat16(single(value)) & 0xFFFF) + "u)";
            case BF16 -> "narrow_bf16(" + single(single(value)) + ")";
            case F32 -> single(single(value));
            case F64 -> wide(value instanceof Scalar.Integer integer ? integer.value() : complex.re());
            case C64 -> "make_c64(" + single((float) complex.re()) + ", " + single((float) complex.im()) + ")";
            case C128 -> "make_c128(" + wide(complex.re()) + ", " + wide(complex.im()) + ")";
        };
    }

    private static long whole(Scalar value) {
        return value instanceof Scalar.Integer integer
                ? integer.value()
                : (long) value.toComplex().re();
    }

    private static float single(Scalar value) {
        return value instanceof Scalar.Integer integer
                ? integer.value()
                : (float) value.toComplex().re();
    }

    private static String single(float value) {
        return "f32_of_bits(0x" + Integer.toHexString(Float.floatToRawIntBits(value)) + "u)";
    }

    private static String wide(double value) {
        return "f64_of_bits(0x" + Long.toHexString(Double.doubleToRawLongBits(value)) + "ull)";
    }
}
