package dev.sluice.backend.cpu.kernel;

import dev.sluice.DType;

/** Compensated sums of complex numbers: those of their parts, which are neighbouring columns of doubles. */
final class C128Sum extends Combiner {
    private final F64Sum parts;

    C128Sum(F64Sum parts) {
        this.parts = parts;
    }

    @Override
    int words() {
        return 2 * parts.words();
    }

    @Override
    void reset(long state, int columns) {
        parts.reset(state, 2 * columns);
    }

    @Override
    void fold(long state, long elements, int count, long position) {
        parts.foldPairs(state, elements, count);
    }

    @Override
    void accumulate(long state, int columns, long elements, long rowBytes, int rows, long position) {
        parts.accumulate(state, 2 * columns, elements, rowBytes, rows, position);
    }

    @Override
    void merge(long state, long later, int columns) {
        parts.merge(state, later, 2 * columns);
    }

    @Override
    void store(long state, int columns, long output, long stride, DType type) {
        DType part = type.realPart();
        for (int j = 0; j < columns; j++) {
            storeReal(output + j * stride, F64Sum.total(state, 2 * columns, 2 * j), part);
            storeReal(output + j * stride + part.bytes(), F64Sum.total(state, 2 * columns, 2 * j + 1), part);
        }
    }
}
