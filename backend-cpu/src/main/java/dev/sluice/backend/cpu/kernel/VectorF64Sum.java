package dev.sluice.backend.cpu.kernel;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorSpecies;

/** Compensated sums of doubles in lanes. Lanes are added in a fixed order, which a reduction across lanes is not. */
final class VectorF64Sum extends F64Sum {
    private static final VectorSpecies<Double> SPECIES = DoubleVector.SPECIES_PREFERRED;
    private static final int LANES = SPECIES.length();

    @Override
    double sum(long elements, int count) {
        DoubleVector s0 = DoubleVector.broadcast(SPECIES, -0.0);
        DoubleVector s1 = s0;
        DoubleVector s2 = s0;
        DoubleVector s3 = s0;
        int i = 0;
        for (; i + 4 * LANES <= count; i += 4 * LANES) {
            long at = elements + 8L * i;
            s0 = s0.add(F64Lanes.load(SPECIES, at));
            s1 = s1.add(F64Lanes.load(SPECIES, at + 8L * LANES));
            s2 = s2.add(F64Lanes.load(SPECIES, at + 16L * LANES));
            s3 = s3.add(F64Lanes.load(SPECIES, at + 24L * LANES));
        }
        for (; i + LANES <= count; i += LANES) {
            s0 = s0.add(F64Lanes.load(SPECIES, elements + 8L * i));
        }
        double rest = -0.0;
        for (; i < count; i++) {
            rest += Memory.loadDouble(elements + 8L * i);
        }
        DoubleVector s = s0.add(s1).add(s2.add(s3));
        for (int lane = 0; lane < LANES; lane++) {
            rest += s.lane(lane);
        }
        return rest;
    }

    /** The lanes of even number hold first members, those of odd number second ones. */
    @Override
    void foldPairs(long state, long elements, int pairs) {
        int count = 2 * pairs;
        DoubleVector s0 = DoubleVector.broadcast(SPECIES, -0.0);
        DoubleVector s1 = s0;
        int i = 0;
        for (; i + 2 * LANES <= count; i += 2 * LANES) {
            s0 = s0.add(F64Lanes.load(SPECIES, elements + 8L * i));
            s1 = s1.add(F64Lanes.load(SPECIES, elements + 8L * (i + LANES)));
        }
        DoubleVector s = s0.add(s1);
        double first = -0.0;
        double second = -0.0;
        for (int lane = 0; lane < LANES; lane += 2) {
            first += s.lane(lane);
            second += s.lane(lane + 1);
        }
        for (; i < count; i += 2) {
            first += Memory.loadDouble(elements + 8L * i);
            second += Memory.loadDouble(elements + 8L * (i + 1));
        }
        add(state, 2, 0, first);
        add(state, 2, 1, second);
    }

    @Override
    void accumulate(long state, int columns, long elements, long rowBytes, int rows, long position) {
        int whole = columns & -LANES;
        for (int j = 0; j < whole; j += LANES) {
            add(state, columns, j, elements + 8L * j, rowBytes, rows);
        }
        if (whole != columns) {
            add(state, columns, whole, elements + 8L * whole, rowBytes, rows, SPECIES.indexInRange(whole, columns));
        }
    }

    /** The states stay in registers while the rows pass by. */
    private static void add(long state, int columns, int column, long elements, long rowBytes, int rows) {
        long sumAt = state + 8L * column;
        long errorAt = sumAt + 8L * columns;
        DoubleVector sum = F64Lanes.load(SPECIES, sumAt);
        DoubleVector error = F64Lanes.load(SPECIES, errorAt);
        for (int i = 0; i < rows; i++) {
            DoubleVector x = F64Lanes.load(SPECIES, elements + i * rowBytes);
            DoubleVector next = sum.add(x);
            DoubleVector taken = next.sub(sum);
            error = error.add(sum.sub(next.sub(taken)).add(x.sub(taken)));
            sum = next;
        }
        F64Lanes.store(sumAt, sum);
        F64Lanes.store(errorAt, error);
    }

    private static void add(
            long state, int columns, int column, long elements, long rowBytes, int rows, VectorMask<Double> tail) {
        long sumAt = state + 8L * column;
        long errorAt = sumAt + 8L * columns;
        DoubleVector sum = F64Lanes.load(SPECIES, sumAt, tail);
        DoubleVector error = F64Lanes.load(SPECIES, errorAt, tail);
        for (int i = 0; i < rows; i++) {
            DoubleVector x = F64Lanes.load(SPECIES, elements + i * rowBytes, tail);
            DoubleVector next = sum.add(x);
            DoubleVector taken = next.sub(sum);
            error = error.add(sum.sub(next.sub(taken)).add(x.sub(taken)));
            sum = next;
        }
        F64Lanes.store(sumAt, sum, tail);
        F64Lanes.store(errorAt, error, tail);
    }
}
