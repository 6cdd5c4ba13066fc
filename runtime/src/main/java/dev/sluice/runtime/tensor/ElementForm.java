package dev.sluice.runtime.tensor;

import dev.sluice.DType;
import dev.sluice.expression.Expression;
import dev.sluice.expression.UnaryOperator;

/** How elements are stored and read: an element type, and for complex ones whether they stand for their conjugates. */
enum ElementForm {
    BOOL(DType.BOOL, false),
    I32(DType.I32, false),
    I64(DType.I64, false),
    F16(DType.F16, false),
    BF16(DType.BF16, false),
    F32(DType.F32, false),
    F64(DType.F64, false),
    C64(DType.C64, false),
    C128(DType.C128, false),
    CONJUGATED_C64(DType.C64, true),
    CONJUGATED_C128(DType.C128, true);

    /** The number of forms, for tables indexed by ordinal. */
    static final int COUNT = 11;

    private static final ElementForm[] PLAIN = {BOOL, I32, I64, F16, BF16, F32, F64, C64, C128};

    private final DType type;
    private final boolean conjugated;

    ElementForm(DType type, boolean conjugated) {
        this.type = type;
        this.conjugated = conjugated;
    }

    /** The form of elements that stand for themselves. */
    @SuppressWarnings("EnumOrdinal") // the first constants are in the order of DType
    static ElementForm of(DType type) {
        return PLAIN[type.ordinal()];
    }

    DType type() {
        return type;
    }

    boolean conjugated() {
        return conjugated;
    }

    /** The form whose elements stand for the conjugates of these; this form for real elements. */
    ElementForm conjugate() {
        return switch (this) {
            case C64 -> CONJUGATED_C64;
            case C128 -> CONJUGATED_C128;
            case CONJUGATED_C64 -> C64;
            case CONJUGATED_C128 -> C128;
            default -> this;
        };
    }

    /** The value that an element of input {@code index} stands for. */
    Expression read(int index) {
        Expression stored = Expression.input(index, type);
        return conjugated ? Expression.unary(UnaryOperator.CONJ, stored) : stored;
    }

    /** What to store so that an element of this form stands for {@code value}, which is converted. */
    Expression store(Expression value) {
        if (!conjugated) {
            return value.cast(type);
        }
        return Expression.unary(UnaryOperator.CONJ, value.cast(type));
    }
}
