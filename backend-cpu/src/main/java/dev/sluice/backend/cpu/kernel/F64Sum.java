package dev.sluice.backend.cpu.kernel;

import dev.sluice.DType;

/**
 * Compensated sums of doubles: a state is the sum and what rounding took from it, found by the error-free addition of
 * Knuth (The Art of Computer Programming, vol. 2, 4.2.2, theorem B). Blocks of a row are first summed in independent
 * lanes, so the error is that of adding a few dozen numbers, whatever their total.
 *
 * <p>The sum starts at −0, the identity of addition that also keeps the sign of a sum of negative zeros.
 */
class F64Sum extends Combiner {
    @Override
    final int words() {
        return 2;
    }

    @Override
    final void reset(long state, int columns) {
        for (int j = 0; j < columns; j++) {
            setWord(state, columns, 0, j, -0.0);
            setWord(state, columns, 1, j, 0);
        }
    }

    @Override
    final void fold(long state, long elements, int count, long position) {
        add(state, 1, 0, sum(elements, count));
    }

    /** The sum of a block of at most a few thousand elements. */
    double sum(long elements, int count) {
        double s0 = -0.0;
        double s1 = -0.0;
        double s2 = -0.0;
        double s3 = -0.0;
        int i = 0;
        for (; i + 4 <= count; i += 4) {
            long at = elements + 8L * i;
            s0 += Memory.loadDouble(at);
            s1 += Memory.loadDouble(at + 8);
            s2 += Memory.loadDouble(at + 16);
            s3 += Memory.loadDouble(at + 24);
        }
        for (; i < count; i++) {
            s0 += Memory.loadDouble(elements + 8L * i);
        }
        return (s0 + s1) + (s2 + s3);
    }

    /** Combines adjacent pairs into two columns. */
    void foldPairs(long state, long elements, int pairs) {
        accumulate(state, 2, elements, 16, pairs, 0);
    }

    @Override
    void accumulate(long state, int columns, long elements, long rowBytes, int rows, long position) {
        for (int i = 0; i < rows; i++) {
            accumulateRow(state, columns, elements + i * rowBytes, 0);
        }
    }

    static void accumulateRow(long state, int columns, long row, int from) {
        for (int j = from; j < columns; j++) {
            add(state, columns, j, Memory.loadDouble(row + 8L * j));
        }
    }

    static void add(long state, int columns, int column, double x) {
        double sum = word(state, columns, 0, column);
        double next = sum + x;
        double taken = next - sum;
        double error = (sum - (next - taken)) + (x - taken);
        setWord(state, columns, 0, column, next);
        setWord(state, columns, 1, column, word(state, columns, 1, column) + error);
    }

    @Override
    final void merge(long state, long later, int columns) {
        for (int j = 0; j < columns; j++) {
            add(state, columns, j, word(later, columns, 0, j));
            setWord(state, columns, 1, j, word(state, columns, 1, j) + word(later, columns, 1, j));
        }
    }

    @Override
    void store(long state, int columns, long output, long stride, DType type) {
        for (int j = 0; j < columns; j++) {
            storeReal(output + j * stride, total(state, columns, j), type);
        }
    }

    /** The sum with its compensation, which means nothing once the sum is infinite or NaN. */
    static double total(long state, int columns, int column) {
        double sum = word(state, columns, 0, column);
        double error = word(state, columns, 1, column);
        return error != 0 && Double.isFinite(sum) ? sum + error : sum;
    }
}
