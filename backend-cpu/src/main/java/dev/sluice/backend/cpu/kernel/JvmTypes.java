package dev.sluice.backend.cpu.kernel;

import dev.sluice.DType;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;

/** How elements are represented on the JVM: each part of a complex element is a value of its own. */
final class JvmTypes {
    private static final String SCALAR = "dev.sluice.spi.scalar.";

    static final ClassDesc CASTS = ClassDesc.of(SCALAR + "Casts");
    static final ClassDesc HALF_PRECISION = ClassDesc.of(SCALAR + "HalfPrecision");
    static final ClassDesc PHILOX = ClassDesc.of(SCALAR + "Philox4x64");

    private JvmTypes() {}

    /** The descriptor of an element, or of one part of it. */
    static ClassDesc descriptor(DType type) {
        return switch (type) {
            case BOOL -> ConstantDescs.CD_boolean;
            case I32 -> ConstantDescs.CD_int;
            case I64 -> ConstantDescs.CD_long;
            case F16, BF16 -> ConstantDescs.CD_short;
            case F32, C64 -> ConstantDescs.CD_float;
            case F64, C128 -> ConstantDescs.CD_double;
        };
    }

    /** The kind of local variable that holds an element, or one part of it. */
    static TypeKind kind(DType type) {
        return TypeKind.from(descriptor(type)).asLoadable();
    }

    /** The suffix of the methods of {@link Memory} for an element, or one part of it. */
    static String memoryName(DType type) {
        return switch (type) {
            case BOOL -> "Bool";
            case I32 -> "Int";
            case I64 -> "Long";
            case F16, BF16 -> "Short";
            case F32, C64 -> "Float";
            case F64, C128 -> "Double";
        };
    }

    /** The class with the operators on a type of arithmetic. */
    static ClassDesc operators(DType type) {
        return ClassDesc.of(SCALAR
                + switch (type) {
                    case BOOL -> "BoolOperators";
                    case I32 -> "I32Operators";
                    case I64 -> "I64Operators";
                    case F32 -> "F32Operators";
                    case F64 -> "F64Operators";
                    case C64 -> "C64Operators";
                    case C128 -> "C128Operators";
                    case F16, BF16 -> throw new IllegalArgumentException("no arithmetic on the storage type " + type);
                });
    }

    /** The method name of an operator: {@code LESS_EQUAL} is {@code lessEqual}. */
    static String methodName(Enum<?> operator) {
        String name = operator.name();
        StringBuilder camel = new StringBuilder(name.length());
        boolean upper = false;
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (c == '_') {
                upper = true;
            } else {
                camel.append(upper ? c : Character.toLowerCase(c));
                upper = false;
            }
        }
        return camel.toString();
    }
}
