package dev.sluice.backend.cpu.kernel;

import dev.sluice.DType;
import dev.sluice.expression.Expression;
import dev.sluice.spi.MapProgram;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Emits a loop that computes as many adjacent elements at a time as a vector has lanes, and the last ones under a mask,
 * so that an element's value does not depend on where it lies.
 */
final class VectorLoop {
    private final CodeBuilder code;
    private final MapProgram program;
    private final int lanes;
    private final int repeated;

    /**
     * Describes a loop.
     *
     * @param lanes the number of lanes, a power of two
     * @param repeated bit {@code i} says that input {@code i} is the same element along a row
     */
    VectorLoop(CodeBuilder code, MapProgram program, int lanes, int repeated) {
        this.code = code;
        this.program = program;
        this.lanes = lanes;
        this.repeated = repeated;
    }

    void emit() {
        LoopFrame frame = new LoopFrame(code, program, true);
        ScalarCode scalars = new ScalarCode(code, frame);
        Map<Expression, VectorCode.Value> constants = new HashMap<>();
        broadcast(Invariants.of(program, 0), frame, scalars, constants);
        Map<Expression, ScalarCode.Value> scalarConstants = scalars.computed();
        frame.forEachRow(() -> {
            scalars.forgetAllBut(scalarConstants);
            Map<Expression, VectorCode.Value> invariant = new HashMap<>(constants);
            if (repeated != 0) {
                broadcast(Invariants.of(program, repeated), frame, scalars, invariant);
            }
            row(frame, invariant);
        });
    }

    private void broadcast(
            List<Expression> expressions, LoopFrame frame, ScalarCode scalars, Map<Expression, VectorCode.Value> into) {
        VectorCode vectors = VectorCode.invariant(code, frame);
        for (Expression expression : expressions) {
            if (!into.containsKey(expression)) {
                into.put(expression, vectors.broadcast(scalars.compute(expression), frame.maskLane()));
            }
        }
    }

    private void row(LoopFrame frame, Map<Expression, VectorCode.Value> invariant) {
        int position = frame.position();
        int bound = code.allocateLocal(TypeKind.INT);
        code.iload(frame.count()).loadConstant(-lanes).iand().istore(bound);
        Label next = code.newLabel();
        Label last = code.newLabel();
        Label end = code.newLabel();
        code.iload(position).iload(bound).if_icmpge(last);
        Map<Integer, Integer> rows = segments(frame);
        code.labelBinding(next);
        elements(VectorCode.full(code, frame, invariant, rows));
        code.iinc(position, lanes).iload(position).iload(bound).if_icmplt(next);
        code.labelBinding(last);
        int rest = code.allocateLocal(TypeKind.INT);
        code.iload(frame.count()).iload(position).isub().istore(rest);
        code.iload(rest).ifle(end);
        elements(VectorCode.tail(code, frame, invariant, rest));
        code.labelBinding(end);
    }

    /**
     * Emits a segment for the row of each operand. With a segment as long as the loop, the JIT compiler checks bounds
     * once and unrolls; the segment itself never comes into being.
     */
    private Map<Integer, Integer> segments(LoopFrame frame) {
        Map<Integer, Integer> rows = new HashMap<>();
        for (int k = 0; k < frame.operands(); k++) {
            DType type = frame.operandType(k);
            if (type != DType.BOOL && !isRepeated(k)) {
                code.getstatic(LaneTypes.MEMORY, "EVERYTHING", LaneTypes.SEGMENT);
                frame.pushRowAddress(k);
                code.iload(frame.count())
                        .i2l()
                        .loadConstant((long) type.bytes())
                        .lmul();
                code.invokeinterface(
                        LaneTypes.SEGMENT,
                        "asSlice",
                        MethodTypeDesc.of(LaneTypes.SEGMENT, ConstantDescs.CD_long, ConstantDescs.CD_long));
                int local = code.allocateLocal(TypeKind.REFERENCE);
                code.astore(local);
                rows.put(k, local);
            }
        }
        return rows;
    }

    private boolean isRepeated(int operand) {
        int input = operand - program.outputs().size();
        return input >= 0 && input < Integer.SIZE && (repeated >>> input & 1) != 0;
    }

    private void elements(VectorCode vectors) {
        // All outputs are computed before any is stored: an output may be the same memory as an input.
        List<VectorCode.Value> results =
                program.outputs().stream().map(vectors::compute).toList();
        for (int k = 0; k < results.size(); k++) {
            vectors.store(k, results.get(k));
        }
    }
}
