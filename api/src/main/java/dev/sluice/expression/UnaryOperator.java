package dev.sluice.expression;

import dev.sluice.DType;
import dev.sluice.DTypeException;

/**
 * The functions of one operand. Semantics follow IEEE 754 and, for complex operands, the principal branches of C99
 * Annex G. Angles are in radians.
 */
public enum UnaryOperator {
    /** −x; wraps for integers. */
    NEGATE(Domain.NUMBER, Result.SAME),
    /** |x|; the modulus for complex operands, whose result is real. */
    ABS(Domain.NUMBER, Result.REAL_PART),
    /** The principal square root. */
    SQRT(Domain.FLOATING, Result.SAME),
    /** e<sup>x</sup>. */
    EXP(Domain.FLOATING, Result.SAME),
    /** The natural logarithm. */
    LOG(Domain.FLOATING, Result.SAME),
    /** The sine. */
    SIN(Domain.FLOATING, Result.SAME),
    /** The cosine. */
    COS(Domain.FLOATING, Result.SAME),
    /** The tangent. */
    TAN(Domain.FLOATING, Result.SAME),
    /** The hyperbolic tangent. */
    TANH(Domain.FLOATING, Result.SAME),
    /** The hyperbolic sine. */
    SINH(Domain.FLOATING, Result.SAME),
    /** The hyperbolic cosine. */
    COSH(Domain.FLOATING, Result.SAME),
    /** The inverse sine. */
    ASIN(Domain.FLOATING, Result.SAME),
    /** The inverse cosine. */
    ACOS(Domain.FLOATING, Result.SAME),
    /** The inverse tangent. */
    ATAN(Domain.FLOATING, Result.SAME),
    /** The largest integral value not above x. */
    FLOOR(Domain.REAL, Result.SAME),
    /** The smallest integral value not below x. */
    CEIL(Domain.REAL, Result.SAME),
    /** The nearest integral value, ties to even. */
    RINT(Domain.REAL, Result.SAME),
    /** −1, 0 or 1; a signed zero and NaN are returned as they are; x/|x| for complex operands, 0 for 0. */
    SIGN(Domain.NUMBER, Result.SAME),
    /** The complex conjugate; the identity for reals. */
    CONJ(Domain.NUMBER, Result.SAME),
    /** The real part; the identity for reals. */
    REAL(Domain.NUMBER, Result.REAL_PART),
    /** The imaginary part; zero for reals. */
    IMAG(Domain.NUMBER, Result.REAL_PART),
    /** The argument in (−π, π]; for reals 0 or π by the sign bit, NaN for NaN. */
    ANGLE(Domain.FLOATING, Result.REAL_PART),
    /** x·x. */
    SQUARE(Domain.NUMBER, Result.SAME),
    /** 1/x. */
    RECIPROCAL(Domain.FLOATING, Result.SAME),
    /** e<sup>x</sup>−1 without cancellation near zero. */
    EXPM1(Domain.REAL, Result.SAME),
    /** log(1+x) without cancellation near zero. */
    LOG1P(Domain.REAL, Result.SAME),
    /** The binary logarithm. */
    LOG2(Domain.REAL, Result.SAME),
    /** The decimal logarithm. */
    LOG10(Domain.REAL, Result.SAME),
    /** The real cube root. */
    CBRT(Domain.REAL, Result.SAME),
    /** |x|², computed as re²+im²; the result is real. */
    ABS_SQUARED(Domain.NUMBER, Result.REAL_PART),
    /** Logical negation: true where x is zero. */
    NOT(Domain.ANY, Result.BOOL),
    /** Whether x is NaN, or has a NaN part. */
    IS_NAN(Domain.ANY, Result.BOOL),
    /** Whether x is neither infinite nor NaN. */
    IS_FINITE(Domain.ANY, Result.BOOL);

    private enum Domain {
        ANY,
        NUMBER,
        REAL,
        FLOATING
    }

    private enum Result {
        SAME,
        REAL_PART,
        BOOL
    }

    private final Domain domain;
    private final Result result;

    UnaryOperator(Domain domain, Result result) {
        this.domain = domain;
        this.result = result;
    }

    /**
     * The type an operand of type {@code operand} is converted to before this operator is applied: integers and truth
     * values become {@link DType#F64} for floating-point functions, storage types become {@link DType#F32}.
     *
     * @throws DTypeException when the operator is not defined for the type
     */
    public DType operandType(DType operand) {
        DType compute = operand.compute();
        return switch (domain) {
            case ANY -> compute;
            case NUMBER -> {
                if (compute == DType.BOOL) {
                    throw undefined(operand);
                }
                yield compute;
            }
            case REAL -> {
                if (compute.isComplex()) {
                    throw undefined(operand);
                }
                yield compute.floating();
            }
            case FLOATING -> compute.floating();
        };
    }

    /** The result type for an operand already of the type that {@link #operandType} names. */
    public DType resultType(DType operand) {
        return switch (result) {
            case SAME -> operand;
            case REAL_PART -> operand.realPart();
            case BOOL -> DType.BOOL;
        };
    }

    private DTypeException undefined(DType operand) {
        return new DTypeException(name().toLowerCase(java.util.Locale.ROOT) + " is not defined for " + operand
                + "; cast the operand first");
    }
}
