package dev.sluice.runtime.file;

import dev.sluice.DType;
import java.util.Optional;

/**
 * The element types of the format that Sluice understands, and what each becomes.
 *
 * <p>The small and the unsigned integers, which Sluice lacks, load into the next type that holds all their values.
 * Unsigned 64-bit integers have no such type and are refused. The format has no code for bfloat16; {@link #V2}, two
 * bytes without meaning, is what NumPy itself writes for the bfloat16 type that its extensions register, so Sluice
 * writes and reads it as that.
 */
enum StoredType {
    B1("b1", 1, DType.BOOL),
    I1("i1", 1, DType.I32),
    U1("u1", 1, DType.I32),
    I2("i2", 2, DType.I32),
    U2("u2", 2, DType.I32),
    I4("i4", 4, DType.I32),
    U4("u4", 4, DType.I64),
    I8("i8", 8, DType.I64),
    F2("f2", 2, DType.F16),
    F4("f4", 4, DType.F32),
    F8("f8", 8, DType.F64),
    C8("c8", 4, DType.C64),
    C16("c16", 8, DType.C128),
    V2("V2", 2, DType.BF16);

    private final String code;
    private final int swapUnit;
    private final DType type;

    StoredType(String code, int swapUnit, DType type) {
        this.code = code;
        this.swapUnit = swapUnit;
        this.type = type;
    }

    /** The type with this code, which comes without a byte order. */
    static Optional<StoredType> find(String code) {
        for (StoredType type : values()) {
            if (type.code.equals(code)) {
                return Optional.of(type);
            }
        }
        return Optional.empty();
    }

    /** How elements of {@code type} are stored. */
    static StoredType of(DType type) {
        return switch (type) {
            case BOOL -> B1;
            case I32 -> I4;
            case I64 -> I8;
            case F16 -> F2;
            case BF16 -> V2;
            case F32 -> F4;
            case F64 -> F8;
            case C64 -> C8;
            case C128 -> C16;
        };
    }

    /** The code without byte order. */
    String code() {
        return code;
    }

    /** The size of a stored element. */
    int bytes() {
        return type.isComplex() ? 2 * swapUnit : swapUnit;
    }

    /** The number of bytes whose order is reversed together: the part of a complex element, else the element. */
    int swapUnit() {
        return swapUnit;
    }

    /** The type of the loaded tensor. */
    DType type() {
        return type;
    }

    /** Whether a loaded element is wider than the stored one. */
    boolean widens() {
        return bytes() != type.bytes();
    }
}
