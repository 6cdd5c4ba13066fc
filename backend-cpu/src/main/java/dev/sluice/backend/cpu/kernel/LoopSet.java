package dev.sluice.backend.cpu.kernel;

import dev.sluice.spi.MapProgram;
import org.jspecify.annotations.Nullable;

/** The loops of one program, compiled when first needed. */
class LoopSet {
    private final MapProgram program;
    private volatile @Nullable InnerLoop contiguous;
    private volatile @Nullable InnerLoop strided;

    LoopSet(MapProgram program) {
        this.program = program;
    }

    final MapProgram program() {
        return program;
    }

    /** The loop for adjacent elements. */
    final InnerLoop contiguous() {
        InnerLoop loop = contiguous;
        if (loop == null) {
            loop = compileContiguous();
            contiguous = loop;
        }
        return loop;
    }

    /** The loop for elements that are a stride apart. */
    final InnerLoop strided() {
        InnerLoop loop = strided;
        if (loop == null) {
            loop = LoopCompiler.scalar(program, false);
            strided = loop;
        }
        return loop;
    }

    /**
     * The loop for operands that are adjacent, except that some inputs are the same element along a row.
     *
     * @param inputs bit {@code i} says that input {@code i} is
     */
    InnerLoop repeated(int inputs) {
        return strided();
    }

    InnerLoop compileContiguous() {
        return LoopCompiler.scalar(program, true);
    }
}
