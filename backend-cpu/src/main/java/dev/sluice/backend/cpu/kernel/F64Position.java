package dev.sluice.backend.cpu.kernel;

import dev.sluice.DType;

/** Positions of the first least or greatest double; the first NaN wins. A state is the value and its position. */
final class F64Position extends Combiner {
    private static final int NONE = -1;

    private final F64Extremum extremum;

    F64Position(F64Extremum extremum) {
        this.extremum = extremum;
    }

    @Override
    int words() {
        return 2;
    }

    @Override
    void reset(long state, int columns) {
        for (int j = 0; j < columns; j++) {
            setWord(state, columns, 0, j, extremum.identity());
            Memory.storeLong(state + 8L * (columns + j), NONE);
        }
    }

    @Override
    void fold(long state, long elements, int count, long position) {
        double best = extremum.best(elements, count);
        if (!improves(state, 1, 0, best)) {
            return;
        }
        int i = 0;
        while (!same(Memory.loadDouble(elements + 8L * i), best)) {
            i++;
        }
        set(state, 1, 0, best, position + i);
    }

    private static boolean same(double x, double best) {
        return x == best || (Double.isNaN(x) && Double.isNaN(best));
    }

    private boolean improves(long state, int columns, int column, double x) {
        double value = word(state, columns, 0, column);
        if (Double.isNaN(value)) {
            return false;
        }
        return Double.isNaN(x)
                || (extremum.greatest() ? x > value : x < value)
                || Memory.loadLong(state + 8L * (columns + column)) == NONE;
    }

    private static void set(long state, int columns, int column, double value, long position) {
        setWord(state, columns, 0, column, value);
        Memory.storeLong(state + 8L * (columns + column), position);
    }

    @Override
    void accumulate(long state, int columns, long elements, long rowBytes, int rows, long position) {
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                double x = Memory.loadDouble(elements + i * rowBytes + 8L * j);
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
            double x = word(later, columns, 0, j);
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
