package dev.sluice.runtime.tensor;

import dev.sluice.DType;
import dev.sluice.DTypeException;
import dev.sluice.Scalar;

/** Scalars as the raw parameter words that kernels take. */
final class ParameterWords {
    /** For kernels without parameters. */
    static final long[] NONE = {};

    private ParameterWords() {}

    /**
     * The words of {@code value} converted to {@code type}: reals to integers truncate towards zero and saturate.
     *
     * @param type a type that arithmetic is done in
     * @throws DTypeException when a complex value is given for a real type, or an integer does not fit
     */
    static long[] of(Scalar value, DType type) {
        if (type.isComplex()) {
            var complex = value.toComplex();
            return new long[] {realWord(complex.re(), type.realPart()), realWord(complex.im(), type.realPart())};
        }
        return new long[] {word(value, type)};
    }

    private static long word(Scalar value, DType type) {
        return switch (value) {
            case Scalar.Bool bool -> integerWord(bool.value() ? 1 : 0, type);
            case Scalar.Integer integer -> integerWord(integer.value(), type);
            case Scalar.Real real -> realWord(real.value(), type);
            case Scalar.ComplexNumber complex ->
                throw new DTypeException("complex scalar " + complex.value() + " cannot be stored as " + type
                        + "; cast the tensor to " + type.complex() + " first");
        };
    }

    private static long integerWord(long value, DType type) {
        return switch (type) {
            case BOOL -> value != 0 ? 1 : 0;
            case I32 -> {
                if (value != (int) value) {
                    throw new DTypeException("integer scalar " + value + " does not fit I32; cast the tensor to I64");
                }
                yield value;
            }
            case I64 -> value;
            // Directly from the integer: by way of double it would be rounded twice.
            case F32 -> Float.floatToRawIntBits((float) value) & 0xFFFF_FFFFL;
            default -> realWord((double) value, type);
        };
    }

    private static long realWord(double value, DType type) {
        return switch (type) {
            case BOOL -> value != 0 ? 1 : 0;
            case I32 -> (int) value;
            case I64 -> (long) value;
            case F32 -> Float.floatToRawIntBits((float) value) & 0xFFFF_FFFFL;
            case F64 -> Double.doubleToRawLongBits(value);
            default -> throw new IllegalArgumentException("no parameter has type " + type);
        };
    }
}
