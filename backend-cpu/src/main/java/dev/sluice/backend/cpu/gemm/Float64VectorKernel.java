package dev.sluice.backend.cpu.gemm;

import static dev.sluice.backend.cpu.gemm.Memory.ALL;
import static dev.sluice.backend.cpu.gemm.Memory.ORDER;
import static dev.sluice.backend.cpu.gemm.Memory.getDouble;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorSpecies;

/**
 * Products of double matrices with the Vector API. A tile of C, one or two vectors high and four columns wide, stays in
 * registers while the contracted index runs: each step loads one or two vectors of A and broadcasts four elements of B.
 *
 * <p>A tile with fewer than four columns repeats its last column and stores it once, which costs less than a branch or
 * another kernel. No vector leaves the method that made it: one that did would be allocated.
 */
final class Float64VectorKernel implements ProductKernel {

    private static final VectorSpecies<Double> SPECIES = DoubleVector.SPECIES_PREFERRED;
    private static final int LANES = SPECIES.length();
    private static final int BYTES = LANES * Double.BYTES;
    private static final int COLUMNS = 4;

    @Override
    public void multiply(
            int m,
            int n,
            int k,
            double alphaRe,
            double alphaIm,
            long a,
            long aColumn,
            long b,
            long bRow,
            long bColumn,
            boolean conjugateB,
            double betaRe,
            double betaIm,
            long c,
            long cColumn) {
        for (int j = 0; j < n; j += COLUMNS) {
            int columns = Math.min(COLUMNS, n - j);
            long bTile = b + j * bColumn;
            long cTile = c + j * cColumn;
            int i = 0;
            for (; m - i >= 2 * LANES; i += 2 * LANES) {
                long offset = (long) i * Double.BYTES;
                twoVectors(
                        columns,
                        k,
                        alphaRe,
                        a + offset,
                        aColumn,
                        bTile,
                        bRow,
                        bColumn,
                        betaRe,
                        cTile + offset,
                        cColumn);
            }
            if (m - i >= LANES) {
                long offset = (long) i * Double.BYTES;
                oneVector(
                        columns,
                        k,
                        alphaRe,
                        a + offset,
                        aColumn,
                        bTile,
                        bRow,
                        bColumn,
                        betaRe,
                        cTile + offset,
                        cColumn);
                i += LANES;
            }
            if (i < m && m > LANES) {
                // Loads of whole vectors are faster than masked ones: start early, and store only what is new.
                long offset = (long) (m - LANES) * Double.BYTES;
                lastVector(
                        LANES - (m - i),
                        columns,
                        k,
                        alphaRe,
                        a + offset,
                        aColumn,
                        bTile,
                        bRow,
                        bColumn,
                        betaRe,
                        cTile + offset,
                        cColumn);
            } else if (i < m) {
                partOfVector(m, columns, k, alphaRe, a, aColumn, bTile, bRow, bColumn, betaRe, cTile, cColumn);
            }
        }
    }

    private static void twoVectors(
            int columns,
            int k,
            double alpha,
            long a,
            long aColumn,
            long b,
            long bRow,
            long bColumn,
            double beta,
            long c,
            long cColumn) {
        long b1 = columns > 1 ? bColumn : 0;
        long b2 = columns > 2 ? 2 * bColumn : b1;
        long b3 = columns > 3 ? 3 * bColumn : b2;
        DoubleVector low0 = DoubleVector.zero(SPECIES);
        DoubleVector low1 = low0;
        DoubleVector low2 = low0;
        DoubleVector low3 = low0;
        DoubleVector high0 = low0;
        DoubleVector high1 = low0;
        DoubleVector high2 = low0;
        DoubleVector high3 = low0;
        for (int p = 0; p < k; p++) {
            DoubleVector low = DoubleVector.fromMemorySegment(SPECIES, ALL, a, ORDER);
            DoubleVector high = DoubleVector.fromMemorySegment(SPECIES, ALL, a + BYTES, ORDER);
            DoubleVector x0 = DoubleVector.broadcast(SPECIES, getDouble(b));
            DoubleVector x1 = DoubleVector.broadcast(SPECIES, getDouble(b + b1));
            DoubleVector x2 = DoubleVector.broadcast(SPECIES, getDouble(b + b2));
            DoubleVector x3 = DoubleVector.broadcast(SPECIES, getDouble(b + b3));
            low0 = low.fma(x0, low0);
            high0 = high.fma(x0, high0);
            low1 = low.fma(x1, low1);
            high1 = high.fma(x1, high1);
            low2 = low.fma(x2, low2);
            high2 = high.fma(x2, high2);
            low3 = low.fma(x3, low3);
            high3 = high.fma(x3, high3);
            a += aColumn;
            b += bRow;
        }
        store(low0, alpha, beta, c);
        store(high0, alpha, beta, c + BYTES);
        if (columns > 1) {
            store(low1, alpha, beta, c + cColumn);
            store(high1, alpha, beta, c + cColumn + BYTES);
        }
        if (columns > 2) {
            store(low2, alpha, beta, c + 2 * cColumn);
            store(high2, alpha, beta, c + 2 * cColumn + BYTES);
        }
        if (columns > 3) {
            store(low3, alpha, beta, c + 3 * cColumn);
            store(high3, alpha, beta, c + 3 * cColumn + BYTES);
        }
    }

    private static void oneVector(
            int columns,
            int k,
            double alpha,
            long a,
            long aColumn,
            long b,
            long bRow,
            long bColumn,
            double beta,
            long c,
            long cColumn) {
        long b1 = columns > 1 ? bColumn : 0;
        long b2 = columns > 2 ? 2 * bColumn : b1;
        long b3 = columns > 3 ? 3 * bColumn : b2;
        DoubleVector sum0 = DoubleVector.zero(SPECIES);
        DoubleVector sum1 = sum0;
        DoubleVector sum2 = sum0;
        DoubleVector sum3 = sum0;
        for (int p = 0; p < k; p++) {
            DoubleVector x = DoubleVector.fromMemorySegment(SPECIES, ALL, a, ORDER);
            sum0 = x.fma(DoubleVector.broadcast(SPECIES, getDouble(b)), sum0);
            sum1 = x.fma(DoubleVector.broadcast(SPECIES, getDouble(b + b1)), sum1);
            sum2 = x.fma(DoubleVector.broadcast(SPECIES, getDouble(b + b2)), sum2);
            sum3 = x.fma(DoubleVector.broadcast(SPECIES, getDouble(b + b3)), sum3);
            a += aColumn;
            b += bRow;
        }
        store(sum0, alpha, beta, c);
        if (columns > 1) {
            store(sum1, alpha, beta, c + cColumn);
        }
        if (columns > 2) {
            store(sum2, alpha, beta, c + 2 * cColumn);
        }
        if (columns > 3) {
            store(sum3, alpha, beta, c + 3 * cColumn);
        }
    }

    /** Computes one vector of rows, without storing the first {@code skip} rows, which are done. */
    private static void lastVector(
            int skip,
            int columns,
            int k,
            double alpha,
            long a,
            long aColumn,
            long b,
            long bRow,
            long bColumn,
            double beta,
            long c,
            long cColumn) {
        VectorMask<Double> mask = SPECIES.indexInRange(-skip, LANES);
        long b1 = columns > 1 ? bColumn : 0;
        long b2 = columns > 2 ? 2 * bColumn : b1;
        long b3 = columns > 3 ? 3 * bColumn : b2;
        DoubleVector sum0 = DoubleVector.zero(SPECIES);
        DoubleVector sum1 = sum0;
        DoubleVector sum2 = sum0;
        DoubleVector sum3 = sum0;
        for (int p = 0; p < k; p++) {
            DoubleVector x = DoubleVector.fromMemorySegment(SPECIES, ALL, a, ORDER);
            sum0 = x.fma(DoubleVector.broadcast(SPECIES, getDouble(b)), sum0);
            sum1 = x.fma(DoubleVector.broadcast(SPECIES, getDouble(b + b1)), sum1);
            sum2 = x.fma(DoubleVector.broadcast(SPECIES, getDouble(b + b2)), sum2);
            sum3 = x.fma(DoubleVector.broadcast(SPECIES, getDouble(b + b3)), sum3);
            a += aColumn;
            b += bRow;
        }
        store(sum0, alpha, beta, c, mask);
        if (columns > 1) {
            store(sum1, alpha, beta, c + cColumn, mask);
        }
        if (columns > 2) {
            store(sum2, alpha, beta, c + 2 * cColumn, mask);
        }
        if (columns > 3) {
            store(sum3, alpha, beta, c + 3 * cColumn, mask);
        }
    }

    /** Computes fewer rows than a vector has. */
    private static void partOfVector(
            int rows,
            int columns,
            int k,
            double alpha,
            long a,
            long aColumn,
            long b,
            long bRow,
            long bColumn,
            double beta,
            long c,
            long cColumn) {
        VectorMask<Double> mask = SPECIES.indexInRange(0, rows);
        long b1 = columns > 1 ? bColumn : 0;
        long b2 = columns > 2 ? 2 * bColumn : b1;
        long b3 = columns > 3 ? 3 * bColumn : b2;
        DoubleVector sum0 = DoubleVector.zero(SPECIES);
        DoubleVector sum1 = sum0;
        DoubleVector sum2 = sum0;
        DoubleVector sum3 = sum0;
        for (int p = 0; p < k; p++) {
            DoubleVector x = DoubleVector.fromMemorySegment(SPECIES, ALL, a, ORDER, mask);
            sum0 = x.fma(DoubleVector.broadcast(SPECIES, getDouble(b)), sum0);
            sum1 = x.fma(DoubleVector.broadcast(SPECIES, getDouble(b + b1)), sum1);
            sum2 = x.fma(DoubleVector.broadcast(SPECIES, getDouble(b + b2)), sum2);
            sum3 = x.fma(DoubleVector.broadcast(SPECIES, getDouble(b + b3)), sum3);
            a += aColumn;
            b += bRow;
        }
        store(sum0, alpha, beta, c, mask);
        if (columns > 1) {
            store(sum1, alpha, beta, c + cColumn, mask);
        }
        if (columns > 2) {
            store(sum2, alpha, beta, c + 2 * cColumn, mask);
        }
        if (columns > 3) {
            store(sum3, alpha, beta, c + 3 * cColumn, mask);
        }
    }

    private static void store(DoubleVector sum, double alpha, double beta, long c) {
        DoubleVector result = sum.mul(alpha);
        if (beta != 0) {
            result = DoubleVector.fromMemorySegment(SPECIES, ALL, c, ORDER)
                    .fma(DoubleVector.broadcast(SPECIES, beta), result);
        }
        result.intoMemorySegment(ALL, c, ORDER);
    }

    private static void store(DoubleVector sum, double alpha, double beta, long c, VectorMask<Double> mask) {
        DoubleVector result = sum.mul(alpha);
        if (beta != 0) {
            result = DoubleVector.fromMemorySegment(SPECIES, ALL, c, ORDER, mask)
                    .fma(DoubleVector.broadcast(SPECIES, beta), result);
        }
        result.intoMemorySegment(ALL, c, ORDER, mask);
    }
}
