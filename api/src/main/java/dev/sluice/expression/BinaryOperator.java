package dev.sluice.expression;

import dev.sluice.DType;
import dev.sluice.DTypeException;
import java.util.Locale;

/** The functions of two operands of one type. */
public enum BinaryOperator {
    /** x+y; logical or for truth values; wraps for integers. */
    ADD(Domain.ANY, false),
    /** x−y; wraps for integers. */
    SUBTRACT(Domain.NUMBER, false),
    /** x·y; logical and for truth values; wraps for integers. */
    MULTIPLY(Domain.ANY, false),
    /** x/y; integers and truth values are divided as {@link DType#F64}. */
    DIVIDE(Domain.FLOATING, false),
    /** The lesser operand; NaN when either is NaN. */
    MINIMUM(Domain.ORDERED, false),
    /** The greater operand; NaN when either is NaN. */
    MAXIMUM(Domain.ORDERED, false),
    /** x<sup>y</sup>; for integers by repeated multiplication, wrapping, with x<sup>−n</sup> truncated towards zero. */
    POWER(Domain.NUMBER, false),
    /** The angle of the point (y=left, x=right) in [−π, π]. */
    ATAN2(Domain.REAL, false),
    /** √(x²+y²) without intermediate overflow. */
    HYPOT(Domain.REAL, false),
    /** Whether x&lt;y. */
    LESS(Domain.ORDERED, true),
    /** Whether x≤y. */
    LESS_EQUAL(Domain.ORDERED, true),
    /** Whether x&gt;y. */
    GREATER(Domain.ORDERED, true),
    /** Whether x≥y. */
    GREATER_EQUAL(Domain.ORDERED, true),
    /** Whether x=y; NaN equals nothing. */
    EQUAL(Domain.ANY, true),
    /** Whether x≠y. */
    NOT_EQUAL(Domain.ANY, true),
    /** Bitwise and of integers; logical and of truth values. */
    AND(Domain.BITS, false),
    /** Bitwise or of integers; logical or of truth values. */
    OR(Domain.BITS, false),
    /** Bitwise exclusive or of integers; inequality of truth values. */
    XOR(Domain.BITS, false),
    /** x shifted left by y bits, of which the low 5 or 6 count. */
    SHIFT_LEFT(Domain.INTEGER, false),
    /** x shifted right by y bits, zeros entering, of which the low 5 or 6 count. */
    SHIFT_RIGHT_UNSIGNED(Domain.INTEGER, false);

    private enum Domain {
        ANY,
        NUMBER,
        ORDERED,
        REAL,
        FLOATING,
        BITS,
        INTEGER
    }

    private final Domain domain;
    private final boolean comparison;

    BinaryOperator(Domain domain, boolean comparison) {
        this.domain = domain;
        this.comparison = comparison;
    }

    /**
     * The type both operands are converted to, given the type they promote to.
     *
     * @throws DTypeException when the operator is not defined for the type
     */
    public DType operandType(DType promoted) {
        DType compute = promoted.compute();
        boolean defined = switch (domain) {
            case ANY, FLOATING -> true;
            case NUMBER -> compute != DType.BOOL;
            case ORDERED, REAL -> !compute.isComplex();
            case BITS -> compute == DType.BOOL || compute.isInteger();
            case INTEGER -> compute.isInteger();
        };
        if (!defined) {
            throw new DTypeException(
                    name().toLowerCase(Locale.ROOT) + " is not defined for " + promoted + "; cast the operands first");
        }
        return domain == Domain.FLOATING || domain == Domain.REAL ? compute.floating() : compute;
    }

    /** The result type for operands already of the type that {@link #operandType} names. */
    public DType resultType(DType operand) {
        return comparison ? DType.BOOL : operand;
    }
}
