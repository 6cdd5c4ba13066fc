package dev.sluice.backend.cpu.kernel;

import dev.sluice.expression.Expression;
import dev.sluice.spi.MapKernel;
import dev.sluice.spi.MapProgram;

/**
 * A compiled elementwise program: loops for the ways in which operands can lie in memory, compiled when first needed.
 * Thread-safe; two threads may compile the same loop at the same time, which is harmless.
 */
final class CompiledMap implements MapKernel {
    /**
     * The most elements of one call of a loop. Small enough that operands of a fused program stay in the first-level
     * cache, and that the JIT compiler sees many calls soon.
     */
    private static final int BLOCK = 1024;

    private static final int STRIDED = -1;

    private final MapProgram program;
    private final int[] elementBytes;
    private final int outputs;
    private final boolean copy;
    private final boolean usesIndex;
    private final long cost;
    private final LoopSet loops;

    CompiledMap(MapProgram program, LoopSet loops) {
        this.program = program;
        this.loops = loops;
        elementBytes = new int[program.operands()];
        for (int k = 0; k < elementBytes.length; k++) {
            elementBytes[k] = program.operandType(k).bytes();
        }
        outputs = program.outputs().size();
        usesIndex = program.usesIndex();
        cost = Cost.of(program);
        copy = program.outputs().size() == 1
                && program.outputs().getFirst() instanceof Expression.Input(int index, var _)
                && index == 0
                && program.inputs().size() == 1;
    }

    @Override
    public MapProgram program() {
        return program;
    }

    int operands() {
        return elementBytes.length;
    }

    /** Whether the number of an element matters. */
    boolean usesIndex() {
        return usesIndex;
    }

    /** A rough estimate of the picoseconds that an element takes. */
    long cost() {
        return cost;
    }

    int elementBytes(int operand) {
        return elementBytes[operand];
    }

    /** Computes a tile; moves its pointers. */
    void run(Tile tile, long[] parameters) {
        int repeated = repeatedInputs(tile);
        if (repeated == 0 && copy) {
            copy(tile);
            return;
        }
        InnerLoop loop = switch (repeated) {
            case 0 -> loops.contiguous();
            case STRIDED -> loops.strided();
            default -> loops.repeated(repeated);
        };
        if (tile.count > BLOCK) {
            runLongRows(loop, tile, parameters);
        } else {
            runShortRows(loop, tile, parameters);
        }
    }

    /** The inputs that are the same element along a row, as bits, if all other operands are adjacent; else STRIDED. */
    private int repeatedInputs(Tile tile) {
        int repeated = 0;
        if (tile.count == 1) {
            return repeated;
        }
        for (int k = 0; k < elementBytes.length; k++) {
            long stride = tile.strides[k];
            if (stride == elementBytes[k]) {
                continue;
            }
            int input = k - outputs;
            if (stride != 0 || input < 0 || input >= Integer.SIZE - 1) {
                return STRIDED;
            }
            repeated |= 1 << input;
        }
        return repeated;
    }

    private void copy(Tile tile) {
        long bytes = tile.count * elementBytes[0];
        for (long row = 0; row < tile.rows; row++) {
            Memory.copy(
                    tile.pointers[0] + row * tile.rowStrides[0], tile.pointers[1] + row * tile.rowStrides[1], bytes);
        }
    }

    private void runShortRows(InnerLoop loop, Tile tile, long[] parameters) {
        int count = (int) tile.count;
        long most = Math.max(1, 4 * BLOCK / count);
        for (long rest = tile.rows; ; ) {
            int rows = (int) Math.min(rest, most);
            loop.run(tile, rows, count, parameters);
            rest -= rows;
            if (rest == 0) {
                return;
            }
            for (int k = 0; k < elementBytes.length; k++) {
                tile.pointers[k] += rows * tile.rowStrides[k];
            }
            tile.index += (long) rows * count;
        }
    }

    private void runLongRows(InnerLoop loop, Tile tile, long[] parameters) {
        for (long row = 0; row < tile.rows; row++) {
            for (long rest = tile.count; rest > 0; ) {
                int count = (int) Math.min(rest, BLOCK);
                loop.run(tile, 1, count, parameters);
                for (int k = 0; k < elementBytes.length; k++) {
                    tile.pointers[k] += count * tile.strides[k];
                }
                tile.index += count;
                rest -= count;
            }
            for (int k = 0; k < elementBytes.length; k++) {
                tile.pointers[k] += tile.rowStrides[k] - tile.count * tile.strides[k];
            }
        }
    }
}
