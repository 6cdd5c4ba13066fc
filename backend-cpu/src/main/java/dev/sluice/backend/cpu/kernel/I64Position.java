package dev.sluice.backend.cpu.kernel;

import dev.sluice.DType;

/** Positions of the first least or greatest integer. A state is the value and its position. */
final class I64Position extends Combiner {
    private static final int NONE = -1;

    private final I64Fold extremum;
    private final boolean greatest;

    I64Position(I64Fold extremum) {
        this.extremum = extremum;
        this.greatest = extremum.operation() == I64Fold.Operation.MAXIMUM;
    }

    @Override
    int words() {
        return 2;
    }

    @Override
    void reset(long state, int columns) {
        for (int j = 0; j < columns; j++) {
            set(state, columns, j, extremum.operation().identity, NONE);
        }
    }

    @Override
    void fold(long state, long elements, int count, long position) {
        long best = extremum.combine(elements, count);
        if (!improves(state, 1, 0, best)) {
            return;
        }
        int i = 0;
        while (Memory.loadLong(elements + 8L * i) != best) {
            i++;
        }
        set(state, 1, 0, best, position + i);
    }

    private boolean improves(long state, int columns, int column, long x) {
        long value = Memory.loadLong(state + 8L * column);
        return (greatest ? x > value : x < value) || Memory.loadLong(state + 8L * (columns + column)) == NONE;
    }

    private static void set(long state, int columns, int column, long value, long position) {
        Memory.storeLong(state + 8L * column, value);
        Memory.storeLong(state + 8L * (columns + column), position);
    }

    @Override
    void accumulate(long state, int columns, long elements, long rowBytes, int rows, long position) {
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                long x = Memory.loadLong(elements + i * rowBytes + 8L * j);
                if (improves(state, columns, j, x)) {
                    set(state, columns, j, x, position + i);
                }
            }
        }
    }

    @Override
    void merge(long state, long later, int columns) {
        for (int j = 0; j < columns; j++) {
            long position = Memory.loadLong(later + 8L * (columns + j));
            long x = Memory.loadLong(later + 8L * j);
            if (position != NONE && improves(state, columns, j, x)) {
                set(state, columns, j, x, position);
            }
        }
    }

    @Override
    void store(long state, int columns, long output, long stride, DType type) {
        for (int j = 0; j < columns; j++) {
            Memory.storeLong(output + j * stride, Memory.loadLong(state + 8L * (columns + j)));
        }
    }
}
