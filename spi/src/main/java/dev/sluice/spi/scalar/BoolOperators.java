package dev.sluice.spi.scalar;

import dev.sluice.expression.BinaryOperator;
import dev.sluice.expression.UnaryOperator;

/** The operators on {@link dev.sluice.DType#BOOL}. */
@SuppressWarnings("ShortCircuitBoolean") // evaluated for many elements, where a branch costs more than an operand
public final class BoolOperators {
    private BoolOperators() {}

    /** {@link UnaryOperator#NOT}. */
    public static boolean not(boolean x) {
        return !x;
    }

    /** {@link UnaryOperator#IS_NAN}. */
    public static boolean isNan(boolean x) {
        return false;
    }

    /** {@link UnaryOperator#IS_FINITE}. */
    public static boolean isFinite(boolean x) {
        return true;
    }

    /** {@link BinaryOperator#ADD}. */
    public static boolean add(boolean x, boolean y) {
        return x | y;
    }

    /** {@link BinaryOperator#MULTIPLY}. */
    public static boolean multiply(boolean x, boolean y) {
        return x & y;
    }

    /** {@link BinaryOperator#MINIMUM}. */
    public static boolean minimum(boolean x, boolean y) {
        return x & y;
    }

    /** {@link BinaryOperator#MAXIMUM}. */
    public static boolean maximum(boolean x, boolean y) {
        return x | y;
    }

    /** {@link BinaryOperator#LESS}. */
    public static boolean less(boolean x, boolean y) {
        return !x & y;
    }

    /** {@link BinaryOperator#LESS_EQUAL}. */
    public static boolean lessEqual(boolean x, boolean y) {
        return !x | y;
    }

    /** {@link BinaryOperator#GREATER}. */
    public static boolean greater(boolean x, boolean y) {
        return x & !y;
    }

    /** {@link BinaryOperator#GREATER_EQUAL}. */
    public static boolean greaterEqual(boolean x, boolean y) {
        return x | !y;
    }

    /** {@link BinaryOperator#EQUAL}. */
    public static boolean equal(boolean x, boolean y) {
        return x == y;
    }

    /** {@link BinaryOperator#NOT_EQUAL}. */
    public static boolean notEqual(boolean x, boolean y) {
        return x != y;
    }

    /** {@link BinaryOperator#AND}. */
    public static boolean and(boolean x, boolean y) {
        return x & y;
    }

    /** {@link BinaryOperator#OR}. */
    public static boolean or(boolean x, boolean y) {
        return x | y;
    }

    /** {@link BinaryOperator#XOR}. */
    public static boolean xor(boolean x, boolean y) {
        return x ^ y;
    }
}
