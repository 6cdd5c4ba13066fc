package dev.sluice.backend.cpu.kernel;

import dev.sluice.DType;

/**
 * Compensated products of doubles: a state is the product and the first-order effect of all rounding errors, found by
 * the error-free multiplication with a fused multiply-add (Ogita, Rump and Oishi, Accurate sum and dot product, 2005).
 */
final class F64Product extends Combiner {
    @Override
    int words() {
        return 2;
    }

    @Override
    void reset(long state, int columns) {
        for (int j = 0; j < columns; j++) {
            setWord(state, columns, 0, j, 1);
            setWord(state, columns, 1, j, 0);
        }
    }

    @Override
    void fold(long state, long elements, int count, long position) {
        // Four independent chains, because each multiplication waits for the one before.
        double p0 = 1;
        double p1 = 1;
        double p2 = 1;
        double p3 = 1;
        double e0 = 0;
        double e1 = 0;
        double e2 = 0;
        double e3 = 0;
        int i = 0;
        for (; i + 4 <= count; i += 4) {
            long at = elements + 8L * i;
            double x0 = Memory.loadDouble(at);
            double x1 = Memory.loadDouble(at + 8);
            double x2 = Memory.loadDouble(at + 16);
            double x3 = Memory.loadDouble(at + 24);
            double q0 = p0 * x0;
            double q1 = p1 * x1;
            double q2 = p2 * x2;
            double q3 = p3 * x3;
            e0 = e0 * x0 + Math.fma(p0, x0, -q0);
            e1 = e1 * x1 + Math.fma(p1, x1, -q1);
            e2 = e2 * x2 + Math.fma(p2, x2, -q2);
            e3 = e3 * x3 + Math.fma(p3, x3, -q3);
            p0 = q0;
            p1 = q1;
            p2 = q2;
            p3 = q3;
        }
        for (; i < count; i++) {
            double x = Memory.loadDouble(elements + 8L * i);
            double q = p0 * x;
            e0 = e0 * x + Math.fma(p0, x, -q);
            p0 = q;
        }
        multiply(state, 1, 0, p0, e0);
        multiply(state, 1, 0, p1, e1);
        multiply(state, 1, 0, p2, e2);
        multiply(state, 1, 0, p3, e3);
    }

    @Override
    void accumulate(long state, int columns, long elements, long rowBytes, int rows, long position) {
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                multiply(state, columns, j, Memory.loadDouble(elements + i * rowBytes + 8L * j), 0);
            }
        }
    }

    private static void multiply(long state, int columns, int column, double x, double errorOfX) {
        double product = word(state, columns, 0, column);
        double error = word(state, columns, 1, column);
        double next = product * x;
        setWord(state, columns, 0, column, next);
        setWord(state, columns, 1, column, error * x + (product * errorOfX + Math.fma(product, x, -next)));
    }

    @Override
    void merge(long state, long later, int columns) {
        for (int j = 0; j < columns; j++) {
            multiply(state, columns, j, word(later, columns, 0, j), word(later, columns, 1, j));
        }
    }

    @Override
    void store(long state, int columns, long output, long stride, DType type) {
        for (int j = 0; j < columns; j++) {
            double product = word(state, columns, 0, j);
            double corrected = product + word(state, columns, 1, j);
            // Beyond the range of doubles the compensation means nothing; a zero keeps its sign.
            boolean usable = product != 0 && Double.isFinite(corrected);
            storeReal(output + j * stride, usable ? corrected : product, type);
        }
    }
}
