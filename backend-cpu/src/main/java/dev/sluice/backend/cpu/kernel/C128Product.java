package dev.sluice.backend.cpu.kernel;

import dev.sluice.DType;

/** Products of complex numbers; single-precision elements are multiplied in double precision. */
final class C128Product extends Combiner {
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
        double re = word(state, 1, 0, 0);
        double im = word(state, 1, 1, 0);
        for (int i = 0; i < count; i++) {
            double x = Memory.loadDouble(elements + 16L * i);
            double y = Memory.loadDouble(elements + 16L * i + 8);
            double next = re * x - im * y;
            im = re * y + im * x;
            re = next;
        }
        setWord(state, 1, 0, 0, re);
        setWord(state, 1, 1, 0, im);
    }

    @Override
    void accumulate(long state, int columns, long elements, long rowBytes, int rows, long position) {
        for (int i = 0; i < rows; i++) {
            long row = elements + i * rowBytes;
            for (int j = 0; j < columns; j++) {
                multiply(state, columns, j, Memory.loadDouble(row + 16L * j), Memory.loadDouble(row + 16L * j + 8));
            }
        }
    }

    private static void multiply(long state, int columns, int column, double x, double y) {
        double re = word(state, columns, 0, column);
        double im = word(state, columns, 1, column);
        setWord(state, columns, 0, column, re * x - im * y);
        setWord(state, columns, 1, column, re * y + im * x);
    }

    @Override
    void merge(long state, long later, int columns) {
        for (int j = 0; j < columns; j++) {
            multiply(state, columns, j, word(later, columns, 0, j), word(later, columns, 1, j));
        }
    }

    @Override
    void store(long state, int columns, long output, long stride, DType type) {
        DType part = type.realPart();
        for (int j = 0; j < columns; j++) {
            storeReal(output + j * stride, word(state, columns, 0, j), part);
            storeReal(output + j * stride + part.bytes(), word(state, columns, 1, j), part);
        }
    }
}
