package dev.sluice.spi.scalar;

import dev.sluice.expression.BinaryOperator;
import dev.sluice.expression.UnaryOperator;

/** The operators on {@link dev.sluice.DType#I32}. */
public final class I32Operators {
    private I32Operators() {}

    /** {@link UnaryOperator#NEGATE}. */
    public static int negate(int x) {
        return -x;
    }

    /** {@link UnaryOperator#ABS}. */
    public static int abs(int x) {
        return x < 0 ? -x : x;
    }

    /** {@link UnaryOperator#SIGN}. */
    public static int sign(int x) {
        return Integer.signum(x);
    }

    /** {@link UnaryOperator#CONJ}. */
    public static int conj(int x) {
        return x;
    }

    /** {@link UnaryOperator#REAL}. */
    public static int real(int x) {
        return x;
    }

    /** {@link UnaryOperator#IMAG}. */
    public static int imag(int x) {
        return 0;
    }

    /** {@link UnaryOperator#SQUARE}. */
    public static int square(int x) {
        return x * x;
    }

    /** {@link UnaryOperator#ABS_SQUARED}. */
    public static int absSquared(int x) {
        return x * x;
    }

    /** {@link UnaryOperator#NOT}. */
    public static boolean not(int x) {
        return x == 0;
    }

    /** {@link UnaryOperator#IS_NAN}. */
    public static boolean isNan(int x) {
        return false;
    }

    /** {@link UnaryOperator#IS_FINITE}. */
    public static boolean isFinite(int x) {
        return true;
    }

    /** {@link BinaryOperator#ADD}. */
    public static int add(int x, int y) {
        return x + y;
    }

    /** {@link BinaryOperator#SUBTRACT}. */
    public static int subtract(int x, int y) {
        return x - y;
    }

    /** {@link BinaryOperator#MULTIPLY}. */
    public static int multiply(int x, int y) {
        return x * y;
    }

    /** {@link BinaryOperator#MINIMUM}. */
    public static int minimum(int x, int y) {
        return Math.min(x, y);
    }

    /** {@link BinaryOperator#MAXIMUM}. */
    public static int maximum(int x, int y) {
        return Math.max(x, y);
    }

    /** {@link BinaryOperator#POWER}. */
    public static int power(int x, int y) {
        return RealFunctions.power(x, y);
    }

    /** {@link BinaryOperator#LESS}. */
    public static boolean less(int x, int y) {
        return x < y;
    }

    /** {@link BinaryOperator#LESS_EQUAL}. */
    public static boolean lessEqual(int x, int y) {
        return x <= y;
    }

    /** {@link BinaryOperator#GREATER}. */
    public static boolean greater(int x, int y) {
        return x > y;
    }

    /** {@link BinaryOperator#GREATER_EQUAL}. */
    public static boolean greaterEqual(int x, int y) {
        return x >= y;
    }

    /** {@link BinaryOperator#EQUAL}. */
    public static boolean equal(int x, int y) {
        return x == y;
    }

    /** {@link BinaryOperator#NOT_EQUAL}. */
    public static boolean notEqual(int x, int y) {
        return x != y;
    }

    /** {@link BinaryOperator#AND}. */
    public static int and(int x, int y) {
        return x & y;
    }

    /** {@link BinaryOperator#OR}. */
    public static int or(int x, int y) {
        return x | y;
    }

    /** {@link BinaryOperator#XOR}. */
    public static int xor(int x, int y) {
        return x ^ y;
    }

    /** {@link BinaryOperator#SHIFT_LEFT}. */
    public static int shiftLeft(int x, int y) {
        return x << y;
    }

    /** {@link BinaryOperator#SHIFT_RIGHT_UNSIGNED}. */
    public static int shiftRightUnsigned(int x, int y) {
        return x >>> y;
    }
}
