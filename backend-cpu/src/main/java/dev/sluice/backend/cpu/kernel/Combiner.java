package dev.sluice.backend.cpu.kernel;

import dev.sluice.DType;

/**
 * How elements are combined into states. A state is a few 64-bit words for each of a number of neighbouring outputs, its
 * columns: word {@code w} of column {@code j} lies at {@code state + 8·(w·columns + j)}. Addresses and distances are in
 * bytes. The order of all operations is fixed, so results are the same however the work was spread over threads.
 *
 * <p>Stateless and thread-safe.
 */
abstract class Combiner {
    /** The words of the state of one output. */
    abstract int words();

    /** Makes a state that stands for no elements. */
    abstract void reset(long state, int columns);

    /**
     * Combines adjacent elements into the state of one output.
     *
     * @param position the position of the first element among all that are combined
     */
    abstract void fold(long state, long elements, int count, long position);

    /**
     * Combines rows of adjacent elements, each into the column under it.
     *
     * @param rowBytes the distance between rows
     * @param position the position of the first row; the others follow
     */
    abstract void accumulate(long state, int columns, long elements, long rowBytes, int rows, long position);

    /** Combines a state with that of later elements. */
    abstract void merge(long state, long later, int columns);

    /** Writes results of type {@code type}, {@code stride} bytes apart. */
    abstract void store(long state, int columns, long output, long stride, DType type);

    /** Whether no further element can change the result of a single column. */
    boolean isDecided(long state) {
        return false;
    }

    static double word(long state, int columns, int word, int column) {
        return Memory.loadDouble(state + 8L * (word * (long) columns + column));
    }

    static void setWord(long state, int columns, int word, int column, double value) {
        Memory.storeDouble(state + 8L * (word * (long) columns + column), value);
    }

    static void storeReal(long address, double value, DType type) {
        if (type == DType.F32) {
            Memory.storeFloat(address, (float) value);
        } else {
            Memory.storeDouble(address, value);
        }
    }

    static void storeWhole(long address, long value, DType type) {
        switch (type) {
            case BOOL -> Memory.storeBool(address, value != 0);
            case I32 -> Memory.storeInt(address, (int) value);
            default -> Memory.storeLong(address, value);
        }
    }
}
