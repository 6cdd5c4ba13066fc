package dev.sluice.backend.cpu.kernel;

import dev.sluice.DType;

/** Least or greatest doubles; NaN when there is one. */
class F64Extremum extends Combiner {
    private final boolean greatest;

    F64Extremum(boolean greatest) {
        this.greatest = greatest;
    }

    final boolean greatest() {
        return greatest;
    }

    final double identity() {
        return greatest ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
    }

    final double better(double x, double y) {
        return greatest ? Math.max(x, y) : Math.min(x, y);
    }

    @Override
    final int words() {
        return 1;
    }

    @Override
    final void reset(long state, int columns) {
        for (int j = 0; j < columns; j++) {
            setWord(state, columns, 0, j, identity());
        }
    }

    @Override
    final void fold(long state, long elements, int count, long position) {
        setWord(state, 1, 0, 0, better(word(state, 1, 0, 0), best(elements, count)));
    }

    /** The best of a block. */
    double best(long elements, int count) {
        double b0 = identity();
        double b1 = b0;
        double b2 = b0;
        double b3 = b0;
        int i = 0;
        for (; i + 4 <= count; i += 4) {
            long at = elements + 8L * i;
            b0 = better(b0, Memory.loadDouble(at));
            b1 = better(b1, Memory.loadDouble(at + 8));
            b2 = better(b2, Memory.loadDouble(at + 16));
            b3 = better(b3, Memory.loadDouble(at + 24));
        }
        for (; i < count; i++) {
            b0 = better(b0, Memory.loadDouble(elements + 8L * i));
        }
        return better(better(b0, b1), better(b2, b3));
    }

    @Override
    void accumulate(long state, int columns, long elements, long rowBytes, int rows, long position) {
        for (int i = 0; i < rows; i++) {
            accumulateRow(state, columns, elements + i * rowBytes, 0);
        }
    }

    final void accumulateRow(long state, int columns, long row, int from) {
        for (int j = from; j < columns; j++) {
            setWord(state, columns, 0, j, better(word(state, columns, 0, j), Memory.loadDouble(row + 8L * j)));
        }
    }

    @Override
    final void merge(long state, long later, int columns) {
        accumulateRow(state, columns, later, 0);
    }

    @Override
    final void store(long state, int columns, long output, long stride, DType type) {
        for (int j = 0; j < columns; j++) {
            storeReal(output + j * stride, word(state, columns, 0, j), type);
        }
    }
}
