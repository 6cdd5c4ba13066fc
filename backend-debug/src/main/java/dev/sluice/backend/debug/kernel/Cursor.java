package dev.sluice.backend.debug.kernel;

import java.lang.foreign.MemorySegment;

/** The position at which expressions are evaluated: one element of each operand, and its number. */
final class Cursor {
    private final MemorySegment[] memory;
    private final long[] offsets;
    private final long[] parameters;
    private long index;

    Cursor(Operand[] operands, long[] parameters) {
        this.memory = new MemorySegment[operands.length];
        for (int operand = 0; operand < operands.length; operand++) {
            memory[operand] = operands[operand].memory();
        }
        this.offsets = new long[operands.length];
        this.parameters = parameters;
    }

    MemorySegment memory(int operand) {
        return memory[operand];
    }

    /** The byte offset of the operand's element in its allocation. */
    long offset(int operand) {
        return offsets[operand];
    }

    void moveTo(int operand, long offset) {
        offsets[operand] = offset;
    }

    long parameter(int word) {
        return parameters[word];
    }

    long index() {
        return index;
    }

    void index(long value) {
        index = value;
    }
}
