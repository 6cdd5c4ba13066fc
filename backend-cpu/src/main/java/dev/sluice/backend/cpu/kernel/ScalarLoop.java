package dev.sluice.backend.cpu.kernel;

import dev.sluice.expression.Expression;
import dev.sluice.spi.MapProgram;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
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
        LoopFrame frame = new LoopFrame(code, program, contiguous);
        ScalarCode elements = new ScalarCode(code, frame);
        Invariants.of(program, 0).forEach(elements::compute);
        Map<Expression, ScalarCode.Value> invariant = elements.computed();
        frame.forEachRow(() -> {
            elements.forgetAllBut(invariant);
            Label next = code.newBoundLabel();
            element(elements);
            frame.advance();
            code.iload(frame.position()).iload(frame.count()).if_icmplt(next);
        });
    }

    private void element(ScalarCode elements) {
        // All outputs are computed before any is stored: an output may be the same memory as an input.
        List<ScalarCode.Value> results =
                program.outputs().stream().map(elements::compute).toList();
        for (int k = 0; k < results.size(); k++) {
            elements.store(k, results.get(k));
        }
    }
}
