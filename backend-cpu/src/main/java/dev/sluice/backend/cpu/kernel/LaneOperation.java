package dev.sluice.backend.cpu.kernel;

import dev.sluice.DType;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The operators that are one operation of the Vector API. Compiled loops call these themselves: a method in between would
 * count against the limit of what the JIT compiler inlines into one method, beyond which vectors become objects.
 *
 * @param constant the name of the constant in {@code VectorOperators}
 * @param kind the nested interface of {@code VectorOperators} that it has
 */
record LaneOperation(String constant, Kind kind) {
    /** The kinds of operation. */
    enum Kind {
        UNARY("Unary"),
        BINARY("Binary"),
        COMPARISON("Comparison");

        private final String nested;

        Kind(String nested) {
            this.nested = nested;
        }

        /** The name of the nested interface. */
        String nested() {
            return nested;
        }
    }

    private static final Map<String, LaneOperation> ANY = new HashMap<>();
    private static final Map<String, LaneOperation> REAL = new HashMap<>();
    private static final Map<String, LaneOperation> WHOLE = new HashMap<>();

    static {
        put(ANY, Kind.UNARY, "negate", "NEG", "abs", "ABS");
        put(ANY, Kind.BINARY, "add", "ADD", "subtract", "SUB", "multiply", "MUL", "minimum", "MIN", "maximum", "MAX");
        put(ANY, Kind.COMPARISON, "less", "LT", "lessEqual", "LE", "greater", "GT", "greaterEqual", "GE");
        put(ANY, Kind.COMPARISON, "equal", "EQ", "notEqual", "NE");
        put(REAL, Kind.UNARY, "sqrt", "SQRT", "exp", "EXP", "log", "LOG", "sin", "SIN", "cos", "COS", "tan", "TAN");
        put(REAL, Kind.UNARY, "sinh", "SINH", "cosh", "COSH", "tanh", "TANH", "asin", "ASIN", "acos", "ACOS");
        put(REAL, Kind.UNARY, "atan", "ATAN", "expm1", "EXPM1", "log1p", "LOG1P", "log10", "LOG10", "cbrt", "CBRT");
        put(REAL, Kind.BINARY, "divide", "DIV", "atan2", "ATAN2", "hypot", "HYPOT");
        put(WHOLE, Kind.BINARY, "and", "AND", "or", "OR", "xor", "XOR");
        put(WHOLE, Kind.BINARY, "shiftLeft", "LSHL", "shiftRightUnsigned", "LSHR");
    }

    private static void put(Map<String, LaneOperation> operators, Kind kind, String... namesAndConstants) {
        for (int i = 0; i < namesAndConstants.length; i += 2) {
            operators.put(namesAndConstants[i], new LaneOperation(namesAndConstants[i + 1], kind));
        }
    }

    /** The operation of an operator on numbers of a type, if it is a single one. */
    static Optional<LaneOperation> find(DType type, String operator) {
        if (type == DType.BOOL) {
            return Optional.empty();
        }
        LaneOperation common = ANY.get(operator);
        return Optional.ofNullable(common != null ? common : (type.isReal() ? REAL : WHOLE).get(operator));
    }
}
