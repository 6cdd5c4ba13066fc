package dev.sluice.backend.cpu.kernel;

import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/** Reductions of integers in lanes. */
final class VectorI64Fold extends I64Fold {
    private static final VectorSpecies<Long> SPECIES = LongVector.SPECIES_PREFERRED;
    private static final int LANES = SPECIES.length();

    VectorI64Fold(Operation operation) {
        super(operation);
    }

    @Override
    long combine(long elements, int count) {
        int whole = count & -LANES;
        // A loop for each operation, because lanes need to know it when the loop is compiled.
        long result = switch (operation()) {
            case SUM -> sum(elements, whole);
            case PRODUCT -> product(elements, whole);
            case MINIMUM, ALL -> least(elements, whole);
            case MAXIMUM, ANY -> greatest(elements, whole);
        };
        result = operation().apply(operation().identity, result);
        for (int i = whole; i < count; i++) {
            result = operation().apply(result, Memory.loadLong(elements + 8L * i));
        }
        return result;
    }

    private static long sum(long elements, int count) {
        LongVector s = LongVector.zero(SPECIES);
        for (int i = 0; i < count; i += LANES) {
            s = s.add(I64Lanes.load(SPECIES, elements + 8L * i));
        }
        return s.reduceLanes(VectorOperators.ADD);
    }

    private static long product(long elements, int count) {
        LongVector p = LongVector.broadcast(SPECIES, 1);
        for (int i = 0; i < count; i += LANES) {
            p = p.mul(I64Lanes.load(SPECIES, elements + 8L * i));
        }
        return p.reduceLanes(VectorOperators.MUL);
    }

    private static long least(long elements, int count) {
        LongVector b = LongVector.broadcast(SPECIES, Long.MAX_VALUE);
        for (int i = 0; i < count; i += LANES) {
            b = b.min(I64Lanes.load(SPECIES, elements + 8L * i));
        }
        return b.reduceLanes(VectorOperators.MIN);
    }

    private static long greatest(long elements, int count) {
        LongVector b = LongVector.broadcast(SPECIES, Long.MIN_VALUE);
        for (int i = 0; i < count; i += LANES) {
            b = b.max(I64Lanes.load(SPECIES, elements + 8L * i));
        }
        return b.reduceLanes(VectorOperators.MAX);
    }

    @Override
    void accumulate(long state, int columns, long elements, long rowBytes, int rows, long position) {
        if (operation() != Operation.SUM) {
            super.accumulate(state, columns, elements, rowBytes, rows, position);
            return;
        }
        int whole = columns & -LANES;
        for (int j = 0; j < whole; j += LANES) {
            long at = state + 8L * j;
            LongVector sum = I64Lanes.load(SPECIES, at);
            for (int i = 0; i < rows; i++) {
                sum = sum.add(I64Lanes.load(SPECIES, elements + i * rowBytes + 8L * j));
            }
            I64Lanes.store(at, sum);
        }
        for (int i = 0; i < rows && whole < columns; i++) {
            accumulateRow(state, columns, elements + i * rowBytes, whole);
        }
    }
}
