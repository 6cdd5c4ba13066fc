package dev.sluice;

import dev.sluice.expression.BinaryOperator;
import dev.sluice.expression.UnaryOperator;

/**
 * Elementwise operations. Two tensor operands broadcast as in NumPy and are converted to the type they promote to; a
 * scalar operand adapts to the precision of the tensor. Every operation gives a new tensor and leaves its operands as
 * they are.
 *
 * @param <T> the tensor type: {@link Tensor} computes at once, {@link AsyncTensor} in causal order
 */
public interface Elementwise<T extends Elementwise<T>> {
    /**
     * Applies a function to every element.
     *
     * @throws DTypeException when the function is not defined for the element type
     */
    T apply(UnaryOperator operator);

    /**
     * Combines this tensor with another, element by element.
     *
     * @throws ShapeException when the shapes do not broadcast
     * @throws DTypeException when the function is not defined for the promoted type
     */
    T apply(BinaryOperator operator, T right);

    /** Combines every element with a scalar on the right. */
    T apply(BinaryOperator operator, Scalar right);

    /** Combines a scalar on the left with every element. */
    T applyReversed(BinaryOperator operator, Scalar left);

    /** Converts the elements; gives a new tensor even when the type is the same. */
    T cast(DType type);

    /**
     * Takes this tensor, whose elements are truth values or are compared with zero, as the condition of a choice.
     *
     * @param whenTrue the elements taken where the condition holds
     * @param whenFalse the elements taken elsewhere
     */
    T select(T whenTrue, T whenFalse);

    /** The sum with another tensor. */
    default T add(T right) {
        return apply(BinaryOperator.ADD, right);
    }

    /** The sum with a scalar. */
    default T add(double right) {
        return apply(BinaryOperator.ADD, Scalar.of(right));
    }

    /** The difference to another tensor. */
    default T sub(T right) {
        return apply(BinaryOperator.SUBTRACT, right);
    }

    /** The difference to a scalar. */
    default T sub(double right) {
        return apply(BinaryOperator.SUBTRACT, Scalar.of(right));
    }

    /** The elementwise product with another tensor. */
    default T mul(T right) {
        return apply(BinaryOperator.MULTIPLY, right);
    }

    /** The product with a scalar. */
    default T mul(double right) {
        return apply(BinaryOperator.MULTIPLY, Scalar.of(right));
    }

    /** The product with a complex scalar; the result is complex. */
    default T mul(Complex right) {
        return apply(BinaryOperator.MULTIPLY, Scalar.of(right));
    }

    /** The elementwise quotient by another tensor; integers are divided as reals. */
    default T div(T right) {
        return apply(BinaryOperator.DIVIDE, right);
    }

    /** The quotient by a scalar. */
    default T div(double right) {
        return apply(BinaryOperator.DIVIDE, Scalar.of(right));
    }

    /** Each element raised to the power of the corresponding element. */
    default T pow(T right) {
        return apply(BinaryOperator.POWER, right);
    }

    /** Each element raised to a power. */
    default T pow(double right) {
        return apply(BinaryOperator.POWER, Scalar.of(right));
    }

    /** The lesser of corresponding elements; NaN when either is NaN. */
    default T minimum(T right) {
        return apply(BinaryOperator.MINIMUM, right);
    }

    /** The greater of corresponding elements; NaN when either is NaN. */
    default T maximum(T right) {
        return apply(BinaryOperator.MAXIMUM, right);
    }

    /** The angle in radians of the points (y=this, x=right). */
    default T atan2(T right) {
        return apply(BinaryOperator.ATAN2, right);
    }

    /** √(x²+y²) without intermediate overflow. */
    default T hypot(T right) {
        return apply(BinaryOperator.HYPOT, right);
    }

    /** Whether each element is less than the corresponding one. */
    default T lt(T right) {
        return apply(BinaryOperator.LESS, right);
    }

    /** Whether each element is less than a scalar. */
    default T lt(double right) {
        return apply(BinaryOperator.LESS, Scalar.of(right));
    }

    /** Whether each element is at most the corresponding one. */
    default T le(T right) {
        return apply(BinaryOperator.LESS_EQUAL, right);
    }

    /** Whether each element is at most a scalar. */
    default T le(double right) {
        return apply(BinaryOperator.LESS_EQUAL, Scalar.of(right));
    }

    /** Whether each element is greater than the corresponding one. */
    default T gt(T right) {
        return apply(BinaryOperator.GREATER, right);
    }

    /** Whether each element is greater than a scalar. */
    default T gt(double right) {
        return apply(BinaryOperator.GREATER, Scalar.of(right));
    }

    /** Whether each element is at least the corresponding one. */
    default T ge(T right) {
        return apply(BinaryOperator.GREATER_EQUAL, right);
    }

    /** Whether each element is at least a scalar. */
    default T ge(double right) {
        return apply(BinaryOperator.GREATER_EQUAL, Scalar.of(right));
    }

    /** Whether corresponding elements are equal. */
    default T eq(T right) {
        return apply(BinaryOperator.EQUAL, right);
    }

    /** Whether corresponding elements differ. */
    default T ne(T right) {
        return apply(BinaryOperator.NOT_EQUAL, right);
    }

    /** −x. */
    default T neg() {
        return apply(UnaryOperator.NEGATE);
    }

    /** The modulus; real for complex tensors. */
    default T abs() {
        return apply(UnaryOperator.ABS);
    }

    /** The square root. */
    default T sqrt() {
        return apply(UnaryOperator.SQRT);
    }

    /** The exponential. */
    default T exp() {
        return apply(UnaryOperator.EXP);
    }

    /** The natural logarithm. */
    default T log() {
        return apply(UnaryOperator.LOG);
    }

    /** The sine. */
    default T sin() {
        return apply(UnaryOperator.SIN);
    }

    /** The cosine. */
    default T cos() {
        return apply(UnaryOperator.COS);
    }

    /** The tangent. */
    default T tan() {
        return apply(UnaryOperator.TAN);
    }

    /** The hyperbolic tangent. */
    default T tanh() {
        return apply(UnaryOperator.TANH);
    }

    /** The hyperbolic sine. */
    default T sinh() {
        return apply(UnaryOperator.SINH);
    }

    /** The hyperbolic cosine. */
    default T cosh() {
        return apply(UnaryOperator.COSH);
    }

    /** The inverse sine. */
    default T asin() {
        return apply(UnaryOperator.ASIN);
    }

    /** The inverse cosine. */
    default T acos() {
        return apply(UnaryOperator.ACOS);
    }

    /** The inverse tangent. */
    default T atan() {
        return apply(UnaryOperator.ATAN);
    }

    /** x·x. */
    default T square() {
        return apply(UnaryOperator.SQUARE);
    }

    /** 1/x. */
    default T reciprocal() {
        return apply(UnaryOperator.RECIPROCAL);
    }

    /** The real part as a new real tensor. */
    default T real() {
        return apply(UnaryOperator.REAL);
    }

    /** The imaginary part as a new real tensor. */
    default T imag() {
        return apply(UnaryOperator.IMAG);
    }

    /** The argument in radians. */
    default T angle() {
        return apply(UnaryOperator.ANGLE);
    }

    /** −1, 0 or 1, or x/|x| for complex tensors. */
    default T sign() {
        return apply(UnaryOperator.SIGN);
    }
}
