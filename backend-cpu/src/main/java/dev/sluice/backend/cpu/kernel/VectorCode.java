package dev.sluice.backend.cpu.kernel;

import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;

import dev.sluice.DType;
import dev.sluice.expression.Expression;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

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

    private VectorCode(
            CodeBuilder code, LoopFrame frame, Map<Expression, Value> invariant, boolean tail, int tailCount) {
        this.code = code;
        this.frame = frame;
        this.values = new HashMap<>(invariant);
        this.tail = tail;
        this.tailCount = tailCount;
    }

    /** Code for full vectors, which knows what was computed before. */
    static VectorCode full(CodeBuilder code, LoopFrame frame, Map<Expression, Value> invariant) {
        return new VectorCode(code, frame, invariant, false, -1);
    }

    /** Code for the last elements, whose number is in the local variable {@code count}. */
    static VectorCode tail(CodeBuilder code, LoopFrame frame, Map<Expression, Value> invariant, int count) {
        return new VectorCode(code, frame, invariant, true, count);
    }

    /** Emits vectors with a scalar in all lanes. */
    Value broadcast(ScalarCode.Value scalar, DType maskLane) {
        DType lane = scalar.type() == DType.BOOL ? maskLane : scalar.type();
        species(lane);
        code.loadLocal(JvmTypes.kind(scalar.type()), scalar.re());
        code.invokestatic(
                LaneTypes.operators(scalar.type()),
                "broadcast",
                MethodTypeDesc.of(
                        LaneTypes.vector(scalar.type()), LaneTypes.SPECIES, JvmTypes.descriptor(scalar.type())));
        return keep(scalar.type(), lane);
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
        frame.pushAddress(operand, 0);
        code.aload(value.local);
        if (!tail) {
            code.invokestatic(
                    LaneTypes.operators(type), "store", MethodTypeDesc.of(CD_void, CD_long, LaneTypes.vector(type)));
        } else {
            code.invokestatic(
                    LaneTypes.operators(type),
                    "store",
                    MethodTypeDesc.of(CD_void, CD_long, LaneTypes.vector(type), pushTail(type)));
        }
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
                push(condition);
                push(whenTrue);
                push(whenFalse);
                ClassDesc vector = LaneTypes.vector(e.type());
                code.invokestatic(
                        LaneTypes.operators(e.type()),
                        "select",
                        MethodTypeDesc.of(vector, LaneTypes.MASK, vector, vector));
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
        species(lane);
        frame.pushAddress(operand, 0);
        ClassDesc vector = LaneTypes.vector(type);
        if (!tail) {
            code.invokestatic(LaneTypes.operators(type), "load", MethodTypeDesc.of(vector, LaneTypes.SPECIES, CD_long));
        } else {
            code.invokestatic(
                    LaneTypes.operators(type),
                    "load",
                    MethodTypeDesc.of(vector, LaneTypes.SPECIES, CD_long, pushTail(type)));
        }
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
        operands.forEach(this::push);
        ClassDesc vector = LaneTypes.vector(operand);
        code.invokestatic(
                LaneTypes.operators(operand),
                name,
                MethodTypeDesc.of(
                        LaneTypes.vector(result),
                        operands.stream().map(x -> vector).toList()));
        return keep(result, result == DType.BOOL ? operands.getFirst().lane : result);
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
