package dev.sluice.backend.cpu.kernel;

import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;

import dev.sluice.DType;
import dev.sluice.expression.Expression;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Emits code that computes expressions for several adjacent elements at a time: as {@link ScalarCode}, but the values are
 * vectors, and masks for truth values.
 */
final class VectorCode {
    /**
     * The local variable of a vector.
     *
     * @param type the type of the elements
     * @param lane for truth values, the type of the lanes that the mask controls; else {@code type}
     * @param local the local variable
     */
    record Value(DType type, DType lane, int local) {}

    private final CodeBuilder code;
    private final LoopFrame frame;
    private final boolean tail;
    private final int tailCount;
    private final Map<Expression, Value> values;
    private final Map<DType, Integer> tailMasks = new HashMap<>();
    private final Map<Integer, Integer> rows;

    private VectorCode(
            CodeBuilder code,
            LoopFrame frame,
            Map<Expression, Value> invariant,
            Map<Integer, Integer> rows,
            boolean tail,
            int tailCount) {
        this.code = code;
        this.frame = frame;
        this.values = new HashMap<>(invariant);
        this.rows = rows;
        this.tail = tail;
        this.tailCount = tailCount;
    }

    /** Code for what does not change along a row. */
    static VectorCode invariant(CodeBuilder code, LoopFrame frame) {
        return new VectorCode(code, frame, Map.of(), Map.of(), false, -1);
    }

    /**
     * Code for full vectors.
     *
     * @param invariant what was computed before
     * @param rows the local variables of the segments that hold the rows of operands
     */
    static VectorCode full(
            CodeBuilder code, LoopFrame frame, Map<Expression, Value> invariant, Map<Integer, Integer> rows) {
        return new VectorCode(code, frame, invariant, rows, false, -1);
    }

    /** Code for the last elements, whose number is in the local variable {@code count}. */
    static VectorCode tail(CodeBuilder code, LoopFrame frame, Map<Expression, Value> invariant, int count) {
        return new VectorCode(code, frame, invariant, Map.of(), true, count);
    }

    /** Emits vectors with a scalar in all lanes. */
    Value broadcast(ScalarCode.Value scalar, DType maskLane) {
        DType type = scalar.type();
        DType lane = type == DType.BOOL ? maskLane : type;
        species(lane);
        code.loadLocal(JvmTypes.kind(type), scalar.re());
        if (type == DType.BOOL) {
            code.invokeinterface(LaneTypes.SPECIES, "maskAll", MethodTypeDesc.of(LaneTypes.MASK, CD_boolean));
        } else {
            code.invokestatic(
                    LaneTypes.vector(type),
                    "broadcast",
                    MethodTypeDesc.of(LaneTypes.vector(type), LaneTypes.SPECIES, JvmTypes.descriptor(type)));
        }
        return keep(type, lane);
    }

    /** Emits the computation of an expression, unless it was computed before. */
    Value compute(Expression expression) {
        Value known = values.get(expression);
        if (known == null) {
            known = emit(expression);
            values.put(expression, known);
        }
        return known;
    }

    /** Emits the store of a value to operand {@code operand}. */
    void store(int operand, Value value) {
        DType type = value.type;
        List<ClassDesc> arguments = new ArrayList<>();
        if (type == DType.BOOL) {
            frame.pushAddress(operand, 0);
            push(value);
            arguments.addAll(List.of(CD_long, LaneTypes.MASK));
        } else {
            push(value);
            pushPlace(operand);
            arguments.addAll(List.of(LaneTypes.SEGMENT, CD_long, LaneTypes.BYTE_ORDER));
        }
        if (tail) {
            arguments.add(pushTail(type));
        }
        MethodTypeDesc signature = MethodTypeDesc.of(CD_void, arguments);
        if (type == DType.BOOL) {
            code.invokestatic(LaneTypes.operators(type), "store", signature);
        } else {
            code.invokevirtual(LaneTypes.vector(type), "intoMemorySegment", signature);
        }
    }

    /** Pushes memory, the offset in it of an operand's element at the position, and the order of bytes. */
    private void pushPlace(int operand) {
        Integer row = rows.get(operand);
        if (row == null) {
            code.getstatic(LaneTypes.MEMORY, "EVERYTHING", LaneTypes.SEGMENT);
            frame.pushAddress(operand, 0);
        } else {
            code.aload(row);
            frame.pushOffset(operand);
        }
        code.getstatic(LaneTypes.MEMORY, "ORDER", LaneTypes.BYTE_ORDER);
    }

    private Value emit(Expression expression) {
        return switch (expression) {
            case Expression.Input e -> load(frame.outputs() + e.index(), e.type());
            case Expression.Index e -> {
                species(DType.I64);
                frame.pushIndex();
                code.invokestatic(
                        LaneTypes.operators(DType.I64),
                        "count",
                        MethodTypeDesc.of(LaneTypes.vector(DType.I64), LaneTypes.SPECIES, CD_long));
                yield keep(DType.I64, DType.I64);
            }
            case Expression.Unary e -> call(e.type(), JvmTypes.methodName(e.operator()), List.of(compute(e.operand())));
            case Expression.Binary e -> {
                Value x = compute(e.left());
                yield call(e.type(), JvmTypes.methodName(e.operator()), List.of(x, inLanesOf(x, compute(e.right()))));
            }
            case Expression.Cast e -> cast(compute(e.operand()), e.type());
            case Expression.Select e -> {
                Value whenTrue = compute(e.whenTrue());
                Value condition = inLanesOf(whenTrue, compute(e.condition()));
                Value whenFalse = inLanesOf(whenTrue, compute(e.whenFalse()));
                select(condition, whenTrue, whenFalse);
                yield keep(e.type(), whenTrue.lane);
            }
            case Expression.Constant e -> throw notVectorizable(e);
            case Expression.Parameter e -> throw notVectorizable(e);
            case Expression.MakeComplex e -> throw notVectorizable(e);
            case Expression.Philox e -> throw notVectorizable(e);
        };
    }

    private static IllegalStateException notVectorizable(Expression e) {
        return new IllegalStateException("not computed in lanes: " + e);
    }

    private Value load(int operand, DType type) {
        DType lane = type == DType.BOOL ? frame.maskLane() : type;
        List<ClassDesc> arguments = new ArrayList<>(List.of(LaneTypes.SPECIES));
        species(lane);
        if (type == DType.BOOL) {
            frame.pushAddress(operand, 0);
            arguments.add(CD_long);
        } else {
            pushPlace(operand);
            arguments.addAll(List.of(LaneTypes.SEGMENT, CD_long, LaneTypes.BYTE_ORDER));
        }
        if (tail) {
            arguments.add(pushTail(type));
        }
        code.invokestatic(
                type == DType.BOOL ? LaneTypes.operators(type) : LaneTypes.vector(type),
                type == DType.BOOL ? "load" : "fromMemorySegment",
                MethodTypeDesc.of(LaneTypes.vector(type), arguments));
        return keep(type, lane);
    }

    /** Pushes what limits an access to the last elements: a mask, or for truth values their number. */
    private ClassDesc pushTail(DType type) {
        if (type == DType.BOOL) {
            code.iload(tailCount);
            return CD_int;
        }
        Integer mask = tailMasks.get(type);
        if (mask == null) {
            species(type);
            code.iconst_0().iload(tailCount);
            code.invokeinterface(LaneTypes.SPECIES, "indexInRange", MethodTypeDesc.of(LaneTypes.MASK, CD_int, CD_int));
            mask = code.allocateLocal(TypeKind.REFERENCE);
            code.astore(mask);
            tailMasks.put(type, mask);
        }
        code.aload(mask);
        return LaneTypes.MASK;
    }

    private Value call(DType result, String name, List<Value> operands) {
        DType operand = operands.getFirst().type;
        Optional<LaneOperation> operation = LaneOperation.find(operand, name);
        if (operation.isPresent()) {
            operate(operation.get(), operands);
        } else {
            operands.forEach(this::push);
            ClassDesc vector = LaneTypes.vector(operand);
            code.invokestatic(
                    LaneTypes.operators(operand),
                    name,
                    MethodTypeDesc.of(
                            LaneTypes.vector(result),
                            operands.stream().map(x -> vector).toList()));
        }
        return keep(result, result == DType.BOOL ? operands.getFirst().lane : result);
    }

    private void operate(LaneOperation operation, List<Value> operands) {
        ClassDesc vector = LaneTypes.vector(operands.getFirst().type);
        ClassDesc kind = LaneTypes.OPERATORS.nested(operation.kind().nested());
        push(operands.getFirst());
        code.getstatic(LaneTypes.OPERATORS, operation.constant(), constantType(operation));
        operands.stream().skip(1).forEach(this::push);
        switch (operation.kind()) {
            case UNARY -> code.invokevirtual(vector, "lanewise", MethodTypeDesc.of(vector, kind));
            case BINARY -> code.invokevirtual(vector, "lanewise", MethodTypeDesc.of(vector, kind, LaneTypes.VECTOR));
            case COMPARISON ->
                code.invokevirtual(vector, "compare", MethodTypeDesc.of(LaneTypes.MASK, kind, LaneTypes.VECTOR));
        }
    }

    /** The declared type of a constant: operations that can reduce lanes are declared as such. */
    private static ClassDesc constantType(LaneOperation operation) {
        return LaneTypes.OPERATORS.nested(
                switch (operation.constant()) {
                    case "ADD", "MUL", "MIN", "MAX", "AND", "OR", "XOR" -> "Associative";
                    default -> operation.kind().nested();
                });
    }

    private void select(Value condition, Value whenTrue, Value whenFalse) {
        ClassDesc vector = LaneTypes.vector(whenTrue.type);
        if (whenTrue.type == DType.BOOL) {
            push(condition);
            push(whenTrue);
            push(whenFalse);
            code.invokestatic(
                    LaneTypes.operators(DType.BOOL),
                    "select",
                    MethodTypeDesc.of(vector, LaneTypes.MASK, vector, vector));
        } else {
            push(whenFalse);
            push(whenTrue);
            push(condition);
            code.invokevirtual(vector, "blend", MethodTypeDesc.of(vector, LaneTypes.VECTOR, LaneTypes.MASK));
        }
    }

    /** A truth value as a mask of the lanes of another value; other values as they are. */
    private Value inLanesOf(Value other, Value x) {
        if (x.type != DType.BOOL || x.lane == other.lane) {
            return x;
        }
        species(other.lane);
        push(x);
        code.invokestatic(
                LaneTypes.operators(DType.BOOL),
                "cast",
                MethodTypeDesc.of(LaneTypes.MASK, LaneTypes.SPECIES, LaneTypes.MASK));
        return keep(DType.BOOL, other.lane);
    }

    private Value cast(Value x, DType target) {
        if (x.type == target) {
            return x;
        }
        if (target == DType.BOOL) {
            return call(DType.BOOL, "isTrue", List.of(x));
        }
        Value operand = inLanesOf(new Value(target, target, -1), x);
        species(target);
        push(operand);
        code.invokestatic(
                ClassDesc.of(LaneCasts.class.getName()),
                "to" + target.name(),
                MethodTypeDesc.of(LaneTypes.vector(target), LaneTypes.SPECIES, LaneTypes.vector(x.type)));
        return keep(target, target);
    }

    private void species(DType lane) {
        code.getstatic(LoopCompiler.self(), lane.name(), LaneTypes.SPECIES);
    }

    private void push(Value value) {
        code.aload(value.local);
    }

    private Value keep(DType type, DType lane) {
        int local = code.allocateLocal(TypeKind.REFERENCE);
        code.astore(local);
        return new Value(type, lane, local);
    }
}
