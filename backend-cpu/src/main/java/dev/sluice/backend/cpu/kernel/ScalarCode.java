package dev.sluice.backend.cpu.kernel;

import static java.lang.constant.ConstantDescs.CD_double;
import static java.lang.constant.ConstantDescs.CD_float;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_short;

import dev.sluice.Complex;
import dev.sluice.DType;
import dev.sluice.Scalar;
import dev.sluice.expression.Expression;
import dev.sluice.spi.scalar.HalfPrecision;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.HashMap;
import java.util.Map;

/**
 * Emits code that computes expressions for one element at a time. Each value is computed once and kept in local
 * variables: one, or two for a complex value. The operators are calls of the functions that define them, which the JIT
 * compiler inlines.
 */
final class ScalarCode {
    /** The local variables of a value; {@code im} is −1 unless the type is complex. */
    record Value(DType type, int re, int im) {}

    private static final ClassDesc MEMORY = ClassDesc.of(Memory.class.getName());

    private final CodeBuilder code;
    private final LoopFrame frame;
    private final Map<Expression, Value> values = new HashMap<>();

    ScalarCode(CodeBuilder code, LoopFrame frame) {
        this.code = code;
        this.frame = frame;
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

    /** Forgets what was computed inside a loop, keeping what was computed before it. */
    void forgetAllBut(Map<Expression, Value> invariant) {
        values.clear();
        values.putAll(invariant);
    }

    /** What has been computed so far. */
    Map<Expression, Value> computed() {
        return Map.copyOf(values);
    }

    /** Emits the store of a value to operand {@code operand}. */
    void store(int operand, Value value) {
        storePart(operand, value.type, value.re, 0);
        if (value.type.isComplex()) {
            storePart(operand, value.type, value.im, value.type.bytes() / 2);
        }
    }

    private void storePart(int operand, DType type, int local, int offset) {
        frame.pushAddress(operand, offset);
        code.loadLocal(JvmTypes.kind(type), local);
        code.invokestatic(
                MEMORY,
                "store" + JvmTypes.memoryName(type),
                MethodTypeDesc.of(ClassDesc.ofDescriptor("V"), CD_long, JvmTypes.descriptor(type)));
    }

    private Value emit(Expression expression) {
        return switch (expression) {
            case Expression.Input e -> load(frame.outputs() + e.index(), e.type());
            case Expression.Constant e -> constant(e);
            case Expression.Parameter e -> parameter(e);
            case Expression.Index e -> {
                frame.pushIndex();
                yield keep(DType.I64);
            }
            case Expression.Unary e -> unary(e);
            case Expression.Binary e -> binary(e);
            case Expression.Cast e -> cast(compute(e.operand()), e.type());
            case Expression.Select e -> select(compute(e.condition()), compute(e.whenTrue()), compute(e.whenFalse()));
            case Expression.MakeComplex e -> new Value(e.type(), compute(e.re()).re, compute(e.im()).re);
            case Expression.Philox e -> {
                push(compute(e.word()));
                push(compute(e.key()));
                code.invokestatic(JvmTypes.PHILOX, "word", MethodTypeDesc.of(CD_long, CD_long, CD_long));
                yield keep(DType.I64);
            }
        };
    }

    private Value load(int operand, DType type) {
        int re = loadPart(operand, type, 0);
        int im = type.isComplex() ? loadPart(operand, type, type.bytes() / 2) : -1;
        return new Value(type, re, im);
    }

    private int loadPart(int operand, DType type, int offset) {
        frame.pushAddress(operand, offset);
        code.invokestatic(
                MEMORY, "load" + JvmTypes.memoryName(type), MethodTypeDesc.of(JvmTypes.descriptor(type), CD_long));
        return keepPart(type);
    }

    private Value constant(Expression.Constant constant) {
        DType type = constant.type();
        Scalar value = constant.value();
        Complex number = value.toComplex();
        switch (type) {
            case BOOL -> code.loadConstant(number.re() != 0 ? 1 : 0);
            case I32 -> code.loadConstant((int) whole(value));
            case I64 -> code.loadConstant(whole(value));
            case F16 -> code.loadConstant((int) HalfPrecision.toF16(number.re()));
            case BF16 -> code.loadConstant((int) HalfPrecision.toBf16(number.re()));
            case F32, C64 -> code.loadConstant((float) number.re());
            case F64, C128 -> code.loadConstant(number.re());
        }
        int re = keepPart(type);
        if (!type.isComplex()) {
            return new Value(type, re, -1);
        }
        if (type == DType.C64) {
            code.loadConstant((float) number.im());
        } else {
            code.loadConstant(number.im());
        }
        return new Value(type, re, keepPart(type));
    }

    /** The exact integer of a constant whose kind is at most an integer. */
    static long whole(Scalar value) {
        return switch (value) {
            case Scalar.Bool b -> b.value() ? 1 : 0;
            case Scalar.Integer i -> i.value();
            case Scalar.Real r -> (long) r.value();
            case Scalar.ComplexNumber c -> (long) c.value().re();
        };
    }

    private Value parameter(Expression.Parameter parameter) {
        DType type = parameter.type();
        int word = frame.parameterWord(parameter.index());
        int re = parameterPart(type, word);
        int im = type.isComplex() ? parameterPart(type, word + 1) : -1;
        return new Value(type, re, im);
    }

    private int parameterPart(DType type, int word) {
        code.aload(frame.parameters()).loadConstant(word).laload();
        switch (type) {
            case BOOL, I32 -> code.l2i();
            case F16, BF16 -> code.l2i().i2s();
            case I64 -> {}
            case F32, C64 ->
                code.l2i()
                        .invokestatic(
                                ClassDesc.of("java.lang.Float"), "intBitsToFloat", MethodTypeDesc.of(CD_float, CD_int));
            case F64, C128 ->
                code.invokestatic(
                        ClassDesc.of("java.lang.Double"), "longBitsToDouble", MethodTypeDesc.of(CD_double, CD_long));
        }
        return keepPart(type);
    }

    private Value unary(Expression.Unary e) {
        Value x = compute(e.operand());
        ClassDesc part = JvmTypes.descriptor(x.type);
        MethodTypeDesc signature = MethodTypeDesc.of(
                JvmTypes.descriptor(e.type()),
                x.type.isComplex() ? new ClassDesc[] {part, part} : new ClassDesc[] {part});
        return call(e.type(), JvmTypes.operators(x.type), JvmTypes.methodName(e.operator()), signature, x);
    }

    private Value binary(Expression.Binary e) {
        Value x = compute(e.left());
        Value y = compute(e.right());
        ClassDesc part = JvmTypes.descriptor(x.type);
        MethodTypeDesc signature = MethodTypeDesc.of(
                JvmTypes.descriptor(e.type()),
                x.type.isComplex() ? new ClassDesc[] {part, part, part, part} : new ClassDesc[] {part, part});
        return call(e.type(), JvmTypes.operators(x.type), JvmTypes.methodName(e.operator()), signature, x, y);
    }

    private Value call(DType result, ClassDesc owner, String name, MethodTypeDesc signature, Value... operands) {
        if (!result.isComplex()) {
            return new Value(result, callPart(result, owner, name, signature, operands), -1);
        }
        int re = callPart(result, owner, name + "Re", signature, operands);
        return new Value(result, re, callPart(result, owner, name + "Im", signature, operands));
    }

    private int callPart(DType result, ClassDesc owner, String name, MethodTypeDesc signature, Value... operands) {
        for (Value operand : operands) {
            push(operand);
        }
        code.invokestatic(owner, name, signature);
        return keepPart(result);
    }

    private Value cast(Value x, DType target) {
        DType source = x.type;
        if (source == target) {
            return x;
        }
        if (source == DType.F16 || source == DType.BF16) {
            code.loadLocal(TypeKind.INT, x.re);
            code.invokestatic(
                    JvmTypes.HALF_PRECISION,
                    source == DType.F16 ? "f16ToFloat" : "bf16ToFloat",
                    MethodTypeDesc.of(CD_float, CD_short));
            return cast(keep(DType.F32), target);
        }
        if (target.isComplex()) {
            DType part = target.realPart();
            Value re = cast(new Value(source.realPart(), x.re, -1), part);
            if (source.isComplex()) {
                return new Value(target, re.re, cast(new Value(source.realPart(), x.im, -1), part).re);
            }
            code.loadConstant(0).conversion(TypeKind.INT, JvmTypes.kind(part));
            return new Value(target, re.re, keepPart(target));
        }
        if (source.isComplex() && target != DType.BOOL) {
            return cast(new Value(source.realPart(), x.re, -1), target);
        }
        if (target == DType.F16 || target == DType.BF16) {
            return narrow(x, target);
        }
        ClassDesc part = JvmTypes.descriptor(source);
        MethodTypeDesc signature = MethodTypeDesc.of(
                JvmTypes.descriptor(target),
                source.isComplex() ? new ClassDesc[] {part, part} : new ClassDesc[] {part});
        push(x);
        String name = target.name();
        code.invokestatic(JvmTypes.CASTS, "to" + (target == DType.BOOL ? "Bool" : name), signature);
        return keep(target);
    }

    private Value narrow(Value x, DType target) {
        push(x);
        ClassDesc wide = switch (x.type) {
            case BOOL, I32 -> {
                code.i2l();
                yield CD_long;
            }
            default -> JvmTypes.descriptor(x.type);
        };
        code.invokestatic(
                JvmTypes.HALF_PRECISION, target == DType.F16 ? "toF16" : "toBf16", MethodTypeDesc.of(CD_short, wide));
        return keep(target);
    }

    private Value select(Value condition, Value whenTrue, Value whenFalse) {
        DType type = whenTrue.type;
        int re = selectPart(condition, type, whenTrue.re, whenFalse.re);
        int im = type.isComplex() ? selectPart(condition, type, whenTrue.im, whenFalse.im) : -1;
        return new Value(type, re, im);
    }

    private int selectPart(Value condition, DType type, int whenTrue, int whenFalse) {
        TypeKind kind = JvmTypes.kind(type);
        int result = code.allocateLocal(kind);
        code.loadLocal(TypeKind.INT, condition.re);
        code.ifThenElse(
                yes -> yes.loadLocal(kind, whenTrue).storeLocal(kind, result),
                no -> no.loadLocal(kind, whenFalse).storeLocal(kind, result));
        return result;
    }

    private void push(Value value) {
        TypeKind kind = JvmTypes.kind(value.type);
        code.loadLocal(kind, value.re);
        if (value.type.isComplex()) {
            code.loadLocal(kind, value.im);
        }
    }

    private Value keep(DType type) {
        return new Value(type, keepPart(type), -1);
    }

    private int keepPart(DType type) {
        TypeKind kind = JvmTypes.kind(type);
        int local = code.allocateLocal(kind);
        code.storeLocal(kind, local);
        return local;
    }
}
