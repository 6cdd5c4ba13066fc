package dev.sluice;

/**
 * The element types of a tensor.
 *
 * <p>{@link #F16} and {@link #BF16} are storage types: they can be stored, read from files and cast, and take part in
 * arithmetic as {@link #F32}. A complex element is two adjacent reals, real part first.
 */
public enum DType {
    /** A truth value in one byte: 0 is false, 1 is true; no other byte value may be stored. */
    BOOL(1, Kind.BOOL),
    /** 32-bit two's complement integer; arithmetic wraps. */
    I32(4, Kind.INTEGER),
    /** 64-bit two's complement integer; arithmetic wraps. */
    I64(8, Kind.INTEGER),
    /** IEEE 754 binary16, storage only. */
    F16(2, Kind.REAL),
    /** bfloat16 (the upper half of a binary32), storage only. */
    BF16(2, Kind.REAL),
    /** IEEE 754 binary32. */
    F32(4, Kind.REAL),
    /** IEEE 754 binary64. */
    F64(8, Kind.REAL),
    /** Two {@link #F32}: real, imaginary. */
    C64(8, Kind.COMPLEX),
    /** Two {@link #F64}: real, imaginary. */
    C128(16, Kind.COMPLEX);

    /** The families of element types, in promotion order. */
    public enum Kind {
        /** Truth values. */
        BOOL,
        /** Signed integers. */
        INTEGER,
        /** Floating-point reals. */
        REAL,
        /** Complex numbers. */
        COMPLEX
    }

    private final int bytes;
    private final Kind kind;

    DType(int bytes, Kind kind) {
        this.bytes = bytes;
        this.kind = kind;
    }

    /** The size of one element in bytes. */
    public int bytes() {
        return bytes;
    }

    /** The family this type belongs to. */
    public Kind kind() {
        return kind;
    }

    /** Whether elements are complex numbers. */
    public boolean isComplex() {
        return kind == Kind.COMPLEX;
    }

    /** Whether elements are real floating-point numbers, storage types included. */
    public boolean isReal() {
        return kind == Kind.REAL;
    }

    /** Whether elements are integers. {@link #BOOL} is not an integer type. */
    public boolean isInteger() {
        return kind == Kind.INTEGER;
    }

    /** Whether this is a floating-point type, real or complex. */
    public boolean isFloating() {
        return kind == Kind.REAL || kind == Kind.COMPLEX;
    }

    /** The type arithmetic is done in: {@link #F32} for the two storage types, this type otherwise. */
    public DType compute() {
        return this == F16 || this == BF16 ? F32 : this;
    }

    /** The type of a real or imaginary part; this type itself where elements are not complex. */
    public DType realPart() {
        return switch (this) {
            case C64 -> F32;
            case C128 -> F64;
            default -> this;
        };
    }

    /**
     * The smallest floating-point type that holds the results of a real function of this type: itself for floating
     * types, {@link #F64} for integers and truth values.
     */
    public DType floating() {
        return isFloating() ? compute() : F64;
    }

    /** The complex type whose parts have this type's precision ({@link #C128} for integers and truth values). */
    public DType complex() {
        return floating().realPart() == F32 ? C64 : C128;
    }

    /**
     * The type two operands of these types are converted to before a binary operation. The rules are those of NumPy 2
     * by type alone: integers meet 32-bit floats in {@link #F64}, because a 32-bit float cannot hold them.
     */
    public static DType promote(DType left, DType right) {
        DType a = left.compute();
        DType b = right.compute();
        if (a == b) {
            return a;
        }
        DType wide = a.kind.compareTo(b.kind) >= 0 ? a : b;
        DType narrow = wide == a ? b : a;
        boolean fitsSingle = switch (narrow.kind) {
            case BOOL -> true;
            case INTEGER -> false;
            case REAL, COMPLEX -> narrow.realPart() == F32;
        };
        return switch (wide.kind) {
            case BOOL -> BOOL;
            case INTEGER -> narrow.kind == Kind.BOOL ? wide : I64;
            case REAL -> wide == F32 && !fitsSingle ? F64 : narrow.kind == Kind.REAL ? F64 : wide;
            case COMPLEX -> wide == C64 && !fitsSingle ? C128 : narrow.kind == Kind.COMPLEX ? C128 : wide;
        };
    }
}
