package dev.sluice.spi.scalar;

import dev.sluice.expression.BinaryOperator;
import dev.sluice.expression.UnaryOperator;

/** The operators on {@link dev.sluice.DType#I64}. */
public final class I64Operators {
    private I64Operators() {}

    /** {@link UnaryOperator#NEGATE}. */
    public static long negate(long x) {
        return -x;
    }

    /** {@link UnaryOperator#ABS}. */
    public static long abs(long x) {
        return x < 0 ? -x : x;
    }

    /** {@link UnaryOperator#SIGN}. */
    public static long sign(long x) {
        return Long.signum(x);
    }

    /** {@link UnaryOperator#CONJ}. */
    public static long conj(long x) {
        return x;
    }

    /** {@link UnaryOperator#REAL}. */
    public static long real(long x) {
        return x;
    }

    /** {@link UnaryOperator#IMAG}. */
    public static long imag(long x) {
        return 0;
    }

    /** {@link UnaryOperator#SQUARE}. */
    public static long square(long x) {
        return x * x;
    }

    /** {@link UnaryOperator#ABS_SQUARED}. */
    public static long absSquared(long x) {
        return x * x;
    }

    /** {@link UnaryOperator#NOT}. */
    public static boolean not(long x) {
        return x == 0;
    }

    /** {@link UnaryOperator#IS_NAN}. */
    public static boolean isNan(long x) {
        return false;
    }

    /** {@link UnaryOperator#IS_FINITE}. */
    public static boolean isFinite(long x) {
        return true;
    }

    /** {@link BinaryOperator#ADD}. */
    public static long add(long x, long y) {
        return x + y;
    }

    /** {@link BinaryOperator#SUBTRACT}. */
    public static long subtract(long x, long y) {
        return x - y;
    }

    /** {@link BinaryOperator#MULTIPLY}. */
    public static long multiply(long x, long y) {
        return x * y;
    }

    /** {@link BinaryOperator#MINIMUM}. */
    public static long minimum(long x, long y) {
        return Math.min(x, y);
    }

    /** {@link BinaryOperator#MAXIMUM}. */
    public static long maximum(long x, long y) {
        return Math.max(x, y);
    }

    /** {@link BinaryOperator#POWER}. */
    public static long power(long x, long y) {
        return RealFunctions.power(x, y);
    }

    /** {@link BinaryOperator#LESS}. */
    public static boolean less(long x, long y) {
        return x < y;
    }

    /** {@link BinaryOperator#LESS_EQUAL}. */
    public static boolean lessEqual(long x, long y) {
        return x <= y;
    }

    /** {@link BinaryOperator#GREATER}. */
    public static boolean greater(long x, long y) {
        return x > y;
    }

    /** {@link BinaryOperator#GREATER_EQUAL}. */
    public static boolean greaterEqual(long x, long y) {
        return x >= y;
    }

    /** {@link BinaryOperator#EQUAL}. */
    public static boolean equal(long x, long y) {
        return x == y;
    }

    /** {@link BinaryOperator#NOT_EQUAL}. */
    public static boolean notEqual(long x, long y) {
        return x != y;
    }

    /** {@link BinaryOperator#AND}. */
    public static long and(long x, long y) {
        return x & y;
    }

    /** {@link BinaryOperator#OR}. */
    public static long or(long x, long y) {
        return x | y;
    }

    /** {@link BinaryOperator#XOR}. */
    public static long xor(long x, long y) {
        return x ^ y;
    }

    /** {@link BinaryOperator#SHIFT_LEFT}. */
    public static long shiftLeft(long x, long y) {
        return x << y;
    }

    /** {@link BinaryOperator#SHIFT_RIGHT_UNSIGNED}. */
    public static long shiftRightUnsigned(long x, long y) {
        return x >>> y;
    }
}
