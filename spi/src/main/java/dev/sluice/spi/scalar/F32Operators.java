package dev.sluice.spi.scalar;

import dev.sluice.expression.BinaryOperator;
import dev.sluice.expression.UnaryOperator;

/** The operators on {@link dev.sluice.DType#F32}. Elementary functions are computed in double precision and rounded once. */
public final class F32Operators {
    private F32Operators() {}

    /** {@link UnaryOperator#NEGATE}. */
    public static float negate(float x) {
        return -x;
    }

    /** {@link UnaryOperator#ABS}. */
    public static float abs(float x) {
        return Math.abs(x);
    }

    /** {@link UnaryOperator#SQRT}. */
    public static float sqrt(float x) {
        return (float) Math.sqrt(x);
    }

    /** {@link UnaryOperator#EXP}. */
    public static float exp(float x) {
        return (float) Math.exp(x);
    }

    /** {@link UnaryOperator#LOG}. */
    public static float log(float x) {
        return (float) Math.log(x);
    }

    /** {@link UnaryOperator#SIN}. */
    public static float sin(float x) {
        return (float) Math.sin(x);
    }

    /** {@link UnaryOperator#COS}. */
    public static float cos(float x) {
        return (float) Math.cos(x);
    }

    /** {@link UnaryOperator#TAN}. */
    public static float tan(float x) {
        return (float) Math.tan(x);
    }

    /** {@link UnaryOperator#TANH}. */
    public static float tanh(float x) {
        return (float) Math.tanh(x);
    }

    /** {@link UnaryOperator#SINH}. */
    public static float sinh(float x) {
        return (float) Math.sinh(x);
    }

    /** {@link UnaryOperator#COSH}. */
    public static float cosh(float x) {
        return (float) Math.cosh(x);
    }

    /** {@link UnaryOperator#ASIN}. */
    public static float asin(float x) {
        return (float) Math.asin(x);
    }

    /** {@link UnaryOperator#ACOS}. */
    public static float acos(float x) {
        return (float) Math.acos(x);
    }

    /** {@link UnaryOperator#ATAN}. */
    public static float atan(float x) {
        return (float) Math.atan(x);
    }

    /** {@link UnaryOperator#FLOOR}. */
    public static float floor(float x) {
        return (float) Math.floor(x);
    }

    /** {@link UnaryOperator#CEIL}. */
    public static float ceil(float x) {
        return (float) Math.ceil(x);
    }

    /** {@link UnaryOperator#RINT}. */
    public static float rint(float x) {
        return (float) Math.rint(x);
    }

    /** {@link UnaryOperator#SIGN}. */
    public static float sign(float x) {
        return RealFunctions.sign(x);
    }

    /** {@link UnaryOperator#CONJ}. */
    public static float conj(float x) {
        return x;
    }

    /** {@link UnaryOperator#REAL}. */
    public static float real(float x) {
        return x;
    }

    /** {@link UnaryOperator#IMAG}. */
    public static float imag(float x) {
        return 0;
    }

    /** {@link UnaryOperator#ANGLE}. */
    public static float angle(float x) {
        return (float) RealFunctions.angle(x);
    }

    /** {@link UnaryOperator#SQUARE}. */
    public static float square(float x) {
        return x * x;
    }

    /** {@link UnaryOperator#RECIPROCAL}. */
    public static float reciprocal(float x) {
        return 1 / x;
    }

    /** {@link UnaryOperator#EXPM1}. */
    public static float expm1(float x) {
        return (float) Math.expm1(x);
    }

    /** {@link UnaryOperator#LOG1P}. */
    public static float log1p(float x) {
        return (float) Math.log1p(x);
    }

    /** {@link UnaryOperator#LOG2}. */
    public static float log2(float x) {
        return (float) RealFunctions.log2(x);
    }

    /** {@link UnaryOperator#LOG10}. */
    public static float log10(float x) {
        return (float) Math.log10(x);
    }

    /** {@link UnaryOperator#CBRT}. */
    public static float cbrt(float x) {
        return (float) Math.cbrt(x);
    }

    /** {@link UnaryOperator#ABS_SQUARED}. */
    public static float absSquared(float x) {
        return x * x;
    }

    /** {@link UnaryOperator#NOT}. */
    public static boolean not(float x) {
        return x == 0;
    }

    /** {@link UnaryOperator#IS_NAN}. */
    public static boolean isNan(float x) {
        return Float.isNaN(x);
    }

    /** {@link UnaryOperator#IS_FINITE}. */
    public static boolean isFinite(float x) {
        return Float.isFinite(x);
    }

    /** {@link BinaryOperator#ADD}. */
    public static float add(float x, float y) {
        return x + y;
    }

    /** {@link BinaryOperator#SUBTRACT}. */
    public static float subtract(float x, float y) {
        return x - y;
    }

    /** {@link BinaryOperator#MULTIPLY}. */
    public static float multiply(float x, float y) {
        return x * y;
    }

    /** {@link BinaryOperator#DIVIDE}. */
    public static float divide(float x, float y) {
        return x / y;
    }

    /** {@link BinaryOperator#MINIMUM}. */
    public static float minimum(float x, float y) {
        return Math.min(x, y);
    }

    /** {@link BinaryOperator#MAXIMUM}. */
    public static float maximum(float x, float y) {
        return Math.max(x, y);
    }

    /** {@link BinaryOperator#POWER}. */
    public static float power(float x, float y) {
        return (float) RealFunctions.power(x, y);
    }

    /** {@link BinaryOperator#ATAN2}. */
    public static float atan2(float x, float y) {
        return (float) Math.atan2(x, y);
    }

    /** {@link BinaryOperator#HYPOT}. */
    public static float hypot(float x, float y) {
        return (float) Math.hypot(x, y);
    }

    /** {@link BinaryOperator#LESS}. */
    public static boolean less(float x, float y) {
        return x < y;
    }

    /** {@link BinaryOperator#LESS_EQUAL}. */
    public static boolean lessEqual(float x, float y) {
        return x <= y;
    }

    /** {@link BinaryOperator#GREATER}. */
    public static boolean greater(float x, float y) {
        return x > y;
    }

    /** {@link BinaryOperator#GREATER_EQUAL}. */
    public static boolean greaterEqual(float x, float y) {
        return x >= y;
    }

    /** {@link BinaryOperator#EQUAL}. */
    public static boolean equal(float x, float y) {
        return x == y;
    }

    /** {@link BinaryOperator#NOT_EQUAL}. */
    public static boolean notEqual(float x, float y) {
        return x != y;
    }
}
