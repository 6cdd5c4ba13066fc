package dev.sluice.backend.cpu.kernel;

import dev.sluice.expression.Expression;
import dev.sluice.spi.MapProgram;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.util.List;
import java.util.Map;

/** Emits a loop that computes one element after the other. */
final class ScalarLoop {
    private final CodeBuilder code;
    private final MapProgram program;
    private final boolean contiguous;

    ScalarLoop(CodeBuilder code, MapProgram program, boolean contiguous) {
        this.code = code;
        this.program = program;
        this.contiguous = contiguous;
    }

    void emit() {
        LoopFrame frame = new LoopFrame(code, program);
        ScalarCode elements = new ScalarCode(code, frame);
        Invariants.of(program, 0).forEach(elements::compute);
        Map<Expression, ScalarCode.Value> invariant = elements.computed();
        frame.forEachRow(() -> {
            elements.forgetAllBut(invariant);
            int position = code.allocateLocal(TypeKind.INT);
            code.iconst_0().istore(position);
            Label next = code.newBoundLabel();
            element(frame, elements);
            code.iinc(position, 1).iload(position).iload(frame.count()).if_icmplt(next);
        });
    }

    private void element(LoopFrame frame, ScalarCode elements) {
        // All outputs are computed before any is stored: an output may be the same memory as an input.
        List<ScalarCode.Value> results =
                program.outputs().stream().map(elements::compute).toList();
        for (int k = 0; k < results.size(); k++) {
            elements.store(k, results.get(k));
        }
        for (int k = 0; k < frame.operands(); k++) {
            code.lload(frame.pointer(k));
            if (contiguous) {
                code.loadConstant((long) frame.operandType(k).bytes());
            } else {
                code.lload(frame.stride(k));
            }
            code.ladd().lstore(frame.pointer(k));
        }
        code.lload(frame.index()).lconst_1().ladd().lstore(frame.index());
    }
}
