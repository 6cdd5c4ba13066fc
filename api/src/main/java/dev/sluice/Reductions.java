package dev.sluice;

/**
 * Reductions over axes. Without axes, a reduction runs over all of them. Negative axes count from the end. The reduced
 * axes disappear; the {@code keep…} forms leave them with extent one.
 *
 * <p>Sums do not lose accuracy with the number of elements. Integer sums and products are {@link DType#I64}; means of
 * integers are {@link DType#F64}.
 *
 * @param <T> the tensor type
 */
public interface Reductions<T extends Reductions<T>> {
    /** The reductions by name. */
    enum Reduction {
        /** The sum of the elements. */
        SUM,
        /** The product of the elements. */
        PROD,
        /** The least element; NaN when there is one. */
        MIN,
        /** The greatest element; NaN when there is one. */
        MAX,
        /** The arithmetic mean. */
        MEAN,
        /** Whether any element is not zero. */
        ANY,
        /** Whether all elements are not zero. */
        ALL,
        /** The Euclidean norm; real. */
        NORM
    }

    /**
     * Reduces over axes.
     *
     * @param keepAxes whether reduced axes stay, with extent one
     * @param axes the axes, each once; none for all
     * @throws ShapeException when an axis is out of range or repeated, or the reduction of no elements has no value
     */
    T reduce(Reduction reduction, boolean keepAxes, int... axes);

    /**
     * The position of the first least element along an axis, as {@link DType#I64}.
     *
     * @param keepAxis whether the axis stays, with extent one
     */
    T argmin(int axis, boolean keepAxis);

    /** The position of the first greatest element along an axis, as {@link DType#I64}. */
    T argmax(int axis, boolean keepAxis);

    /** The row-major position of the first least element of all. */
    T argmin();

    /** The row-major position of the first greatest element of all. */
    T argmax();

    /** The sum. */
    default T sum(int... axes) {
        return reduce(Reduction.SUM, false, axes);
    }

    /** The product. */
    default T prod(int... axes) {
        return reduce(Reduction.PROD, false, axes);
    }

    /** The least element. */
    default T min(int... axes) {
        return reduce(Reduction.MIN, false, axes);
    }

    /** The greatest element. */
    default T max(int... axes) {
        return reduce(Reduction.MAX, false, axes);
    }

    /** The arithmetic mean. */
    default T mean(int... axes) {
        return reduce(Reduction.MEAN, false, axes);
    }

    /** Whether any element is not zero. */
    default T any(int... axes) {
        return reduce(Reduction.ANY, false, axes);
    }

    /** Whether all elements are not zero. */
    default T all(int... axes) {
        return reduce(Reduction.ALL, false, axes);
    }

    /** The Euclidean norm. */
    default T norm(int... axes) {
        return reduce(Reduction.NORM, false, axes);
    }
}
