package dev.sluice.backend.cpu.kernel;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/** Least or greatest doubles in lanes. */
final class VectorF64Extremum extends F64Extremum {
    private static final VectorSpecies<Double> SPECIES = DoubleVector.SPECIES_PREFERRED;
    private static final int LANES = SPECIES.length();

    VectorF64Extremum(boolean greatest) {
        super(greatest);
    }

    @Override
    double best(long elements, int count) {
        int whole = count & -LANES;
        double result = greatest() ? greatest(elements, whole) : least(elements, whole);
        for (int i = whole; i < count; i++) {
            result = better(result, Memory.loadDouble(elements + 8L * i));
        }
        return result;
    }

    private double greatest(long elements, int count) {
        DoubleVector b0 = DoubleVector.broadcast(SPECIES, identity());
        DoubleVector b1 = b0;
        int i = 0;
        for (; i + 2 * LANES <= count; i += 2 * LANES) {
            b0 = b0.max(F64Lanes.load(SPECIES, elements + 8L * i));
            b1 = b1.max(F64Lanes.load(SPECIES, elements + 8L * (i + LANES)));
        }
        if (i < count) {
            b0 = b0.max(F64Lanes.load(SPECIES, elements + 8L * i));
        }
        return b0.max(b1).reduceLanes(VectorOperators.MAX);
    }

    private double least(long elements, int count) {
        DoubleVector b0 = DoubleVector.broadcast(SPECIES, identity());
        DoubleVector b1 = b0;
        int i = 0;
        for (; i + 2 * LANES <= count; i += 2 * LANES) {
            b0 = b0.min(F64Lanes.load(SPECIES, elements + 8L * i));
            b1 = b1.min(F64Lanes.load(SPECIES, elements + 8L * (i + LANES)));
        }
        if (i < count) {
            b0 = b0.min(F64Lanes.load(SPECIES, elements + 8L * i));
        }
        return b0.min(b1).reduceLanes(VectorOperators.MIN);
    }

    @Override
    void accumulate(long state, int columns, long elements, long rowBytes, int rows, long position) {
        int whole = columns & -LANES;
        for (int j = 0; j < whole; j += LANES) {
            long at = state + 8L * j;
            DoubleVector best = F64Lanes.load(SPECIES, at);
            F64Lanes.store(
                    at,
                    greatest()
                            ? greatest(best, elements + 8L * j, rowBytes, rows)
                            : least(best, elements + 8L * j, rowBytes, rows));
        }
        for (int i = 0; i < rows && whole < columns; i++) {
            accumulateRow(state, columns, elements + i * rowBytes, whole);
        }
    }

    private static DoubleVector greatest(DoubleVector start, long elements, long rowBytes, int rows) {
        DoubleVector best = start;
        for (int i = 0; i < rows; i++) {
            best = best.max(F64Lanes.load(SPECIES, elements + i * rowBytes));
        }
        return best;
    }

    private static DoubleVector least(DoubleVector start, long elements, long rowBytes, int rows) {
        DoubleVector best = start;
        for (int i = 0; i < rows; i++) {
            best = best.min(F64Lanes.load(SPECIES, elements + i * rowBytes));
        }
        return best;
    }
}
