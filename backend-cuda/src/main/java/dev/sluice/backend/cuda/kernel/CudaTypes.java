package dev.sluice.backend.cuda.kernel;

import dev.sluice.DType;
import java.util.List;

/** How element types are called in the sources, and how parameters are passed. */
final class CudaTypes {
    private CudaTypes() {}

    /** The type of a value in an expression. */
    static String value(DType type) {
        return switch (type) {
            case BOOL -> "bool";
            case I32 -> "int";
            case I64 -> "i64";
            case F16 -> "f16";
            case BF16 -> "bf16";
            case F32 -> "float";
            case F64 -> "double";
            case C64 -> "c64";
            case C128 -> "c128";
        };
    }

    /** The type of an element in memory. */
    static String stored(DType type) {
        return type == DType.BOOL ? "unsigned char" : value(type);
    }

    /** The function that converts to a type. */
    static String cast(DType type) {
        return "cast_" + type.name().toLowerCase(java.util.Locale.ROOT);
    }

    /** The number of words a parameter takes. */
    static int parameterWords(DType type) {
        return type.isComplex() ? 2 : 1;
    }

    /** The number of words that all parameters take. */
    static int parameterWords(List<DType> parameters) {
        return parameters.stream().mapToInt(CudaTypes::parameterWords).sum();
    }
}
