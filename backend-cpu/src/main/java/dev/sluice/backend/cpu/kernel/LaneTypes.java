package dev.sluice.backend.cpu.kernel;

import dev.sluice.DType;
import dev.sluice.expression.Expression;
import dev.sluice.spi.MapProgram;
import java.lang.constant.ClassDesc;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;

/**
 * Which programs can be computed in lanes, and how values are represented there. All values of a program have the same
 * number of lanes, that of the widest type in the largest vectors of the machine, so that position {@code i} of every
 * vector belongs to the same element.
 */
final class LaneTypes {
    private static final String JDK_VECTOR = "jdk.incubator.vector.";
    static final ClassDesc SPECIES = ClassDesc.of(JDK_VECTOR + "VectorSpecies");
    static final ClassDesc MASK = ClassDesc.of(JDK_VECTOR + "VectorMask");
    static final ClassDesc VECTOR = ClassDesc.of(JDK_VECTOR + "Vector");
    static final ClassDesc OPERATORS = ClassDesc.of(JDK_VECTOR + "VectorOperators");
    static final ClassDesc MEMORY = ClassDesc.of(Memory.class.getName());
    static final ClassDesc SEGMENT = ClassDesc.of("java.lang.foreign.MemorySegment");
    static final ClassDesc BYTE_ORDER = ClassDesc.of("java.nio.ByteOrder");

    /** The functions that the JDK computes in lanes by a native library, and in slow motion without it. */
    private static final Set<String> LIBRARY_FUNCTIONS = Set.of(
            "exp", "log", "sin", "cos", "tan", "tanh", "sinh", "cosh", "asin", "acos", "atan", "expm1", "log1p",
            "log10", "cbrt", "atan2", "hypot", "power");

    /** In longer programs the JIT compiler gives up keeping vectors in registers, and plain loops are faster. */
    private static final int MOST_OPERATIONS = 32;

    private static final boolean LIBRARY = hasMathLibrary();
    private static final Map<DType, Set<String>> METHODS = methods();

    private LaneTypes() {}

    private static Map<DType, Set<String>> methods() {
        Map<DType, Set<String>> methods = new EnumMap<>(DType.class);
        Map.of(
                        DType.BOOL, BoolLanes.class,
                        DType.I32, I32Lanes.class,
                        DType.I64, I64Lanes.class,
                        DType.F32, F32Lanes.class,
                        DType.F64, F64Lanes.class)
                .forEach((type, lanes) -> methods.put(
                        type,
                        Arrays.stream(lanes.getDeclaredMethods())
                                .map(Method::getName)
                                .collect(Collectors.toUnmodifiableSet())));
        return methods;
    }

    private static boolean hasMathLibrary() {
        Path home = Path.of(System.getProperty("java.home"));
        return Stream.of("lib/libjsvml.so", "bin/jsvml.dll", "lib/libsleef.so", "lib/libsleef.dylib")
                .anyMatch(name -> Files.exists(home.resolve(name)));
    }

    /** The class with the operators on lanes of a type. */
    static ClassDesc operators(DType type) {
        return ClassDesc.of(
                LaneTypes.class.getPackageName() + "." + (type == DType.BOOL ? "Bool" : type.name()) + "Lanes");
    }

    /** The class that holds lanes of a type. */
    static ClassDesc vector(DType type) {
        return switch (type) {
            case BOOL -> MASK;
            case I32 -> ClassDesc.of(JDK_VECTOR + "IntVector");
            case I64 -> ClassDesc.of(JDK_VECTOR + "LongVector");
            case F32 -> ClassDesc.of(JDK_VECTOR + "FloatVector");
            case F64 -> ClassDesc.of(JDK_VECTOR + "DoubleVector");
            default -> throw new IllegalArgumentException("no lanes of type " + type);
        };
    }

    /** The number of lanes in which a program is computed; 0 when it cannot be. */
    static int lanes(MapProgram program) {
        Set<Expression> distinct = new HashSet<>();
        program.outputs().forEach(output -> collect(output, distinct));
        if (distinct.size() > MOST_OPERATIONS || !program.outputs().stream().allMatch(LaneTypes::isVectorizable)) {
            return 0;
        }
        int widest =
                program.outputs().stream().mapToInt(LaneTypes::widest).max().orElse(1);
        // Programs on truth values alone control lanes of 32 bits.
        int lanes = DoubleVector.SPECIES_PREFERRED.vectorBitSize() / (8 * Math.max(widest, 4));
        // Half of the lanes' registers must still be a vector for the narrower types of a mixed program.
        return lanes >= 2 && lanes <= 16 ? lanes : 0;
    }

    /** Collects the operations of an expression; the leaves cost nothing to speak of. */
    private static void collect(Expression expression, Set<Expression> operations) {
        List<Expression> children = MapProgram.children(expression);
        if (!children.isEmpty() && operations.add(expression)) {
            children.forEach(child -> collect(child, operations));
        }
    }

    /** A type with the widest lanes of a program. */
    static DType maskLane(MapProgram program) {
        return program.outputs().stream().mapToInt(LaneTypes::widest).max().orElse(1) == Long.BYTES
                ? DType.I64
                : DType.I32;
    }

    private static int widest(Expression expression) {
        return Math.max(
                expression.type().bytes(),
                MapProgram.children(expression).stream()
                        .mapToInt(LaneTypes::widest)
                        .max()
                        .orElse(1));
    }

    private static boolean isVectorizable(Expression expression) {
        if (!METHODS.containsKey(expression.type())) {
            return false;
        }
        boolean here = switch (expression) {
            case Expression.Unary e -> has(e.operand().type(), JvmTypes.methodName(e.operator()));
            case Expression.Binary e -> has(e.left().type(), JvmTypes.methodName(e.operator()));
            case Expression.MakeComplex e -> false;
            case Expression.Philox e -> false;
            default -> true;
        };
        return here && MapProgram.children(expression).stream().allMatch(LaneTypes::isVectorizable);
    }

    private static boolean has(DType type, String method) {
        if (!LIBRARY && LIBRARY_FUNCTIONS.contains(method)) {
            return false;
        }
        Set<String> methods = METHODS.get(type);
        return methods != null
                && (methods.contains(method) || LaneOperation.find(type, method).isPresent());
    }

    /** The species of a type with a number of lanes. Called by compiled loops when they are loaded. */
    static VectorSpecies<?> species(Class<?> element, int lanes) {
        int bits = element == double.class || element == long.class ? 64 : 32;
        return VectorSpecies.of(element, VectorShape.forBitSize(bits * lanes));
    }
}
