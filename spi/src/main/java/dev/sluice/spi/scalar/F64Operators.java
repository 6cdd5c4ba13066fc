package dev.sluice.spi.scalar;

import dev.sluice.expression.BinaryOperator;
import dev.sluice.expression.UnaryOperator;

/** The operators on {@link dev.sluice.DType#F64}. */
public final class F64Operators {
    private F64Operators() {}

    /** {@link UnaryOperator#NEGATE}. */
    public static double negate(double x) {
        return -x;
    }

    /** {@link UnaryOperator#ABS}. */
    public static double abs(double x) {
        return Math.abs(x);
    }

    /** {@link UnaryOperator#SQRT}. */
    public static double sqrt(double x) {
        return Math.sqrt(x);
    }

    /** {@link UnaryOperator#EXP}. */
    public static double exp(double x) {
        return Math.exp(x);
    }

    /** {@link UnaryOperator#LOG}. */
    public static double log(double x) {
        return Math.log(x);
    }

    /** {@link UnaryOperator#SIN}. */
    public static double sin(double x) {
        return Math.sin(x);
    }

    /** {@link UnaryOperator#COS}. */
    public static double cos(double x) {
        return Math.cos(x);
    }

    /** {@link UnaryOperator#TAN}. */
    public static double tan(double x) {
        return Math.tan(x);
    }

    /** {@link UnaryOperator#TANH}. */
    public static double tanh(double x) {
        return Math.tanh(x);
    }

    /** {@link UnaryOperator#SINH}. */
    public static double sinh(double x) {
        return Math.sinh(x);
    }

    /** {@link UnaryOperator#COSH}. */
    public static double cosh(double x) {
        return Math.cosh(x);
    }

    /** {@link UnaryOperator#ASIN}. */
    public static double asin(double x) {
        return Math.asin(x);
    }

    /** {@link UnaryOperator#ACOS}. */
    public static double acos(double x) {
        return Math.acos(x);
    }

    /** {@link UnaryOperator#ATAN}. */
    public static double atan(double x) {
        return Math.atan(x);
    }

    /** {@link UnaryOperator#FLOOR}. */
    public static double floor(double x) {
        return Math.floor(x);
    }

    /** {@link UnaryOperator#CEIL}. */
    public static double ceil(double x) {
        return Math.ceil(x);
    }

    /** {@link UnaryOperator#RINT}. */
    public static double rint(double x) {
        return Math.rint(x);
    }

    /** {@link UnaryOperator#SIGN}. */
    public static double sign(double x) {
        return RealFunctions.sign(x);
    }

    /** {@link UnaryOperator#CONJ}. */
    public static double conj(double x) {
        return x;
    }

    /** {@link UnaryOperator#REAL}. */
    public static double real(double x) {
        return x;
    }

    /** {@link UnaryOperator#IMAG}. */
    public static double imag(double x) {
        return 0;
    }

    /** {@link UnaryOperator#ANGLE}. */
    public static double angle(double x) {
        return RealFunctions.angle(x);
    }

    /** {@link UnaryOperator#SQUARE}. */
    public static double square(double x) {
        return x * x;
    }

    /** {@link UnaryOperator#RECIPROCAL}. */
    public static double reciprocal(double x) {
        return 1 / x;
    }

    /** {@link UnaryOperator#EXPM1}. */
    public static double expm1(double x) {
        return Math.expm1(x);
    }

    /** {@link UnaryOperator#LOG1P}. */
    public static double log1p(double x) {
        return Math.log1p(x);
    }

    /** {@link UnaryOperator#LOG2}. */
    public static double log2(double x) {
        return RealFunctions.log2(x);
    }

    /** {@link UnaryOperator#LOG10}. */
    public static double log10(double x) {
        return Math.log10(x);
    }

    /** {@link UnaryOperator#CBRT}. */
    public static double cbrt(double x) {
        return Math.cbrt(x);
    }

    /** {@link UnaryOperator#ABS_SQUARED}. */
    public static double absSquared(double x) {
        return x * x;
    }

    /** {@link UnaryOperator#NOT}. */
    public static boolean not(double x) {
        return x == 0;
    }

    /** {@link UnaryOperator#IS_NAN}. */
    public static boolean isNan(double x) {
        return Double.isNaN(x);
    }

    /** {@link UnaryOperator#IS_FINITE}. */
    public static boolean isFinite(double x) {
        return Double.isFinite(x);
    }

    /** {@link BinaryOperator#ADD}. */
    public static double add(double x, double y) {
        return x + y;
    }

    /** {@link BinaryOperator#SUBTRACT}. */
    public static double subtract(double x, double y) {
        return x - y;
    }

    /** {@link BinaryOperator#MULTIPLY}. */
    public static double multiply(double x, double y) {
        return x * y;
    }

    /** {@link BinaryOperator#DIVIDE}. */
    public static double divide(double x, double y) {
        return x / y;
    }

    /** {@link BinaryOperator#MINIMUM}. */
    public static double minimum(double x, double y) {
        return Math.min(x, y);
    }

    /** {@link BinaryOperator#MAXIMUM}. */
    public static double maximum(double x, double y) {
        return Math.max(x, y);
    }

    /** {@link BinaryOperator#POWER}. */
    public static double power(double x, double y) {
        return RealFunctions.power(x, y);
    }

    /** {@link BinaryOperator#ATAN2}. */
    public static double atan2(double x, double y) {
        return Math.atan2(x, y);
    }

    /** {@link BinaryOperator#HYPOT}. */
    public static double hypot(double x, double y) {
        return Math.hypot(x, y);
    }

    /** {@link BinaryOperator#LESS}. */
    public static boolean less(double x, double y) {
        return x < y;
    }

    /** {@link BinaryOperator#LESS_EQUAL}. */
    public static boolean lessEqual(double x, double y) {
        return x <= y;
    }

    /** {@link BinaryOperator#GREATER}. */
    public static boolean greater(double x, double y) {
        return x > y;
    }

    /** {@link BinaryOperator#GREATER_EQUAL}. */
    public static boolean greaterEqual(double x, double y) {
        return x >= y;
    }

    /** {@link BinaryOperator#EQUAL}. */
    public static boolean equal(double x, double y) {
        return x == y;
    }

    /** {@link BinaryOperator#NOT_EQUAL}. */
    public static boolean notEqual(double x, double y) {
        return x != y;
    }
}
