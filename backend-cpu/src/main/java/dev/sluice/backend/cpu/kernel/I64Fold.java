package dev.sluice.backend.cpu.kernel;

import dev.sluice.DType;

/** Reductions of integers by an associative operation, wrapping; truth values are 0 and 1. */
class I64Fold extends Combiner {
    /** The operation. */
    enum Operation {
        SUM(0),
        PRODUCT(1),
        MINIMUM(Long.MAX_VALUE),
        MAXIMUM(Long.MIN_VALUE),
        /** The maximum of truth values. */
        ANY(0),
        /** The minimum of truth values. */
        ALL(1);

        final long identity;

        Operation(long identity) {
            this.identity = identity;
        }

        long apply(long x, long y) {
            return switch (this) {
                case SUM -> x + y;
                case PRODUCT -> x * y;
                case MINIMUM, ALL -> Math.min(x, y);
                case MAXIMUM, ANY -> Math.max(x, y);
            };
        }
    }

    private final Operation operation;

    I64Fold(Operation operation) {
        this.operation = operation;
    }

    final Operation operation() {
        return operation;
    }

    @Override
    final int words() {
        return 1;
    }

    @Override
    final void reset(long state, int columns) {
        for (int j = 0; j < columns; j++) {
            Memory.storeLong(state + 8L * j, operation.identity);
        }
    }

    @Override
    final void fold(long state, long elements, int count, long position) {
        Memory.storeLong(state, operation.apply(Memory.loadLong(state), combine(elements, count)));
    }

    /** The combination of a block. */
    long combine(long elements, int count) {
        long result = operation.identity;
        for (int i = 0; i < count; i++) {
            result = operation.apply(result, Memory.loadLong(elements + 8L * i));
        }
        return result;
    }

    @Override
    void accumulate(long state, int columns, long elements, long rowBytes, int rows, long position) {
        for (int i = 0; i < rows; i++) {
            accumulateRow(state, columns, elements + i * rowBytes, 0);
        }
    }

    final void accumulateRow(long state, int columns, long row, int from) {
        for (int j = from; j < columns; j++) {
            long at = state + 8L * j;
            Memory.storeLong(at, operation.apply(Memory.loadLong(at), Memory.loadLong(row + 8L * j)));
        }
    }

    @Override
    final void merge(long state, long later, int columns) {
        accumulateRow(state, columns, later, 0);
    }

    @Override
    final void store(long state, int columns, long output, long stride, DType type) {
        for (int j = 0; j < columns; j++) {
            storeWhole(output + j * stride, Memory.loadLong(state + 8L * j), type);
        }
    }

    @Override
    final boolean isDecided(long state) {
        return switch (operation) {
            case ANY -> Memory.loadLong(state) == 1;
            case ALL -> Memory.loadLong(state) == 0;
            default -> false;
        };
    }
}
