package dev.sluice.spi;

import dev.sluice.DType;
import dev.sluice.DTypeException;

/** How the elements of a reduction are combined. */
public enum Reducer {
    /** The sum; 0 when there is nothing. Truth values are cast to an integer type before they are summed. */
    SUM,
    /** The product; 1 when there is nothing. */
    PRODUCT,
    /** The least element; NaN when any is NaN. */
    MINIMUM,
    /** The greatest element; NaN when any is NaN. */
    MAXIMUM,
    /** Whether any element is true; false when there is nothing. */
    ANY,
    /** Whether all elements are true; true when there is nothing. */
    ALL,
    /** The position of the first least element in iteration order; the first NaN counts as least. */
    ARG_MINIMUM,
    /** The position of the first greatest element in iteration order; the first NaN counts as greatest. */
    ARG_MAXIMUM;

    /** Whether the result is a position. */
    public boolean isPosition() {
        return this == ARG_MINIMUM || this == ARG_MAXIMUM;
    }

    /** Whether there is a result for no elements. */
    public boolean hasIdentity() {
        return this == SUM || this == PRODUCT || this == ANY || this == ALL;
    }

    /**
     * The type of the result for elements of the given type.
     *
     * @throws DTypeException when the elements cannot be combined in this way
     */
    public DType resultType(DType element) {
        boolean defined = switch (this) {
            case SUM, PRODUCT -> element == element.compute() && element != DType.BOOL;
            case MINIMUM, MAXIMUM, ARG_MINIMUM, ARG_MAXIMUM -> element == element.compute() && !element.isComplex();
            case ANY, ALL -> element == DType.BOOL;
        };
        if (!defined) {
            throw new DTypeException(this + " is not defined for elements of type " + element);
        }
        return isPosition() ? DType.I64 : element;
    }
}
