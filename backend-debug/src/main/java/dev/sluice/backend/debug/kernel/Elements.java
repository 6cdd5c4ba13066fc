package dev.sluice.backend.debug.kernel;

import dev.sluice.DType;
import dev.sluice.spi.scalar.HalfPrecision;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Loads and stores single elements. Values are held in the widest type of their kind: {@code long} for truth values and
 * integers, {@code double} for reals, pairs of {@code double} for complex numbers; every narrower value is exact in it.
 */
final class Elements {
    private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED;
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
    private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED;
    private static final ValueLayout.OfDouble DOUBLE = ValueLayout.JAVA_DOUBLE_UNALIGNED;

    private Elements() {}

    static long loadInteger(DType type, MemorySegment memory, long offset) {
        return switch (type) {
            case BOOL -> memory.get(ValueLayout.JAVA_BYTE, offset);
            case I32 -> memory.get(INT, offset);
            case I64 -> memory.get(LONG, offset);
            default -> throw new IllegalArgumentException(type + " is not an integer type");
        };
    }

    static void storeInteger(DType type, MemorySegment memory, long offset, long value) {
        switch (type) {
            case BOOL -> memory.set(ValueLayout.JAVA_BYTE, offset, (byte) value);
            case I32 -> memory.set(INT, offset, (int) value);
            case I64 -> memory.set(LONG, offset, value);
            default -> throw new IllegalArgumentException(type + " is not an integer type");
        }
    }

    /** A real element, or one part of a complex one, whose type is then {@code type.realPart()}. */
    static double loadReal(DType type, MemorySegment memory, long offset) {
        return switch (type) {
            case F16 -> HalfPrecision.f16ToFloat(memory.get(SHORT, offset));
            case BF16 -> HalfPrecision.bf16ToFloat(memory.get(SHORT, offset));
            case F32 -> memory.get(FLOAT, offset);
            case F64 -> memory.get(DOUBLE, offset);
            default -> throw new IllegalArgumentException(type + " is not a real type");
        };
    }

    static void storeReal(DType type, MemorySegment memory, long offset, double value) {
        switch (type) {
            case F16 -> memory.set(SHORT, offset, HalfPrecision.toF16(value));
            case BF16 -> memory.set(SHORT, offset, HalfPrecision.toBf16(value));
            case F32 -> memory.set(FLOAT, offset, (float) value);
            case F64 -> memory.set(DOUBLE, offset, value);
            default -> throw new IllegalArgumentException(type + " is not a real type");
        }
    }

    /** The nearest value of a real type. */
    static double round(DType type, double value) {
        return switch (type) {
            case F16 -> HalfPrecision.f16ToFloat(HalfPrecision.toF16(value));
            case BF16 -> HalfPrecision.bf16ToFloat(HalfPrecision.toBf16(value));
            case F32 -> (float) value;
            default -> value;
        };
    }

    /** The nearest value of a real type to an integer, rounded once. */
    static double round(DType type, long value) {
        return switch (type) {
            case F16 -> HalfPrecision.f16ToFloat(HalfPrecision.toF16(value));
            case BF16 -> HalfPrecision.bf16ToFloat(HalfPrecision.toBf16(value));
            case F32 -> (float) value;
            default -> (double) value;
        };
    }
}
