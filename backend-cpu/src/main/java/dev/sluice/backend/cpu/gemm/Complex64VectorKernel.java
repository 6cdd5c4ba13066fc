package dev.sluice.backend.cpu.gemm;

import static dev.sluice.backend.cpu.gemm.Memory.ALL;
import static dev.sluice.backend.cpu.gemm.Memory.ORDER;
import static dev.sluice.backend.cpu.gemm.Memory.getFloat;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;

/**
 * Products of single-precision complex matrices with the Vector API. A vector holds real and imaginary parts alternately, as memory
 * does. For each column of a tile two sums are kept, Σ a·Re(b) and Σ a·Im(b), so that the loop over the contracted
 * index needs no shuffle; at its end the second sum is multiplied by i, which swaps its parts and turns one sign, and
 * added to the first.
 *
 * <p>A tile with fewer than four columns repeats its last column and stores it once. No vector leaves the method that
 * made it: one that did would be allocated.
 */
final class Complex64VectorKernel implements ProductKernel {

    private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;
    private static final int ROWS = SPECIES.length() / 2;
    private static final int ELEMENT_BYTES = 2 * Float.BYTES;
    private static final int COLUMNS = 4;

    private static final VectorShuffle<Float> SWAP = VectorShuffle.fromOp(SPECIES, lane -> lane ^ 1);

    /** −1 where real parts are, +1 where imaginary parts are. */
    private static final FloatVector SIGN = FloatVector.fromArray(SPECIES, signs(), 0);

    private static float[] signs() {
        float[] signs = new float[SPECIES.length()];
        for (int lane = 0; lane < signs.length; lane++) {
            signs[lane] = (lane & 1) == 0 ? -1 : 1;
        }
        return signs;
    }

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
            for (int i = 0; i < m; i += ROWS) {
                long offset = (long) i * ELEMENT_BYTES;
                tile(
                        Math.min(ROWS, m - i),
                        columns,
                        k,
                        (float) alphaRe,
                        (float) alphaIm,
                        a + offset,
                        aColumn,
                        bTile,
                        bRow,
                        bColumn,
                        conjugateB ? -1f : 1f,
                        (float) betaRe,
                        (float) betaIm,
                        cTile + offset,
                        cColumn);
            }
        }
    }

    private static void tile(
            int rows,
            int columns,
            int k,
            float alphaRe,
            float alphaIm,
            long a,
            long aColumn,
            long b,
            long bRow,
            long bColumn,
            float imaginarySignOfB,
            float betaRe,
            float betaIm,
            long c,
            long cColumn) {
        VectorMask<Float> mask = SPECIES.indexInRange(0, 2 * rows);
        long b1 = columns > 1 ? bColumn : 0;
        long b2 = columns > 2 ? 2 * bColumn : b1;
        long b3 = columns > 3 ? 3 * bColumn : b2;
        FloatVector re0 = FloatVector.zero(SPECIES);
        FloatVector re1 = re0;
        FloatVector re2 = re0;
        FloatVector re3 = re0;
        FloatVector im0 = re0;
        FloatVector im1 = re0;
        FloatVector im2 = re0;
        FloatVector im3 = re0;
        for (int p = 0; p < k; p++) {
            FloatVector x = FloatVector.fromMemorySegment(SPECIES, ALL, a, ORDER, mask);
            re0 = x.fma(FloatVector.broadcast(SPECIES, getFloat(b)), re0);
            im0 = x.fma(FloatVector.broadcast(SPECIES, getFloat(b + Float.BYTES)), im0);
            re1 = x.fma(FloatVector.broadcast(SPECIES, getFloat(b + b1)), re1);
            im1 = x.fma(FloatVector.broadcast(SPECIES, getFloat(b + b1 + Float.BYTES)), im1);
            re2 = x.fma(FloatVector.broadcast(SPECIES, getFloat(b + b2)), re2);
            im2 = x.fma(FloatVector.broadcast(SPECIES, getFloat(b + b2 + Float.BYTES)), im2);
            re3 = x.fma(FloatVector.broadcast(SPECIES, getFloat(b + b3)), re3);
            im3 = x.fma(FloatVector.broadcast(SPECIES, getFloat(b + b3 + Float.BYTES)), im3);
            a += aColumn;
            b += bRow;
        }
        FloatVector i = SIGN.mul(imaginarySignOfB);
        store(im0.rearrange(SWAP).fma(i, re0), alphaRe, alphaIm, betaRe, betaIm, c, mask);
        if (columns > 1) {
            store(im1.rearrange(SWAP).fma(i, re1), alphaRe, alphaIm, betaRe, betaIm, c + cColumn, mask);
        }
        if (columns > 2) {
            store(im2.rearrange(SWAP).fma(i, re2), alphaRe, alphaIm, betaRe, betaIm, c + 2 * cColumn, mask);
        }
        if (columns > 3) {
            store(im3.rearrange(SWAP).fma(i, re3), alphaRe, alphaIm, betaRe, betaIm, c + 3 * cColumn, mask);
        }
    }

    private static void store(
            FloatVector sum, float alphaRe, float alphaIm, float betaRe, float betaIm, long c, VectorMask<Float> mask) {
        FloatVector result = sum.mul(alphaRe);
        if (alphaIm != 0) {
            result = sum.rearrange(SWAP).mul(SIGN).fma(FloatVector.broadcast(SPECIES, alphaIm), result);
        }
        if (betaRe != 0 || betaIm != 0) {
            FloatVector old = FloatVector.fromMemorySegment(SPECIES, ALL, c, ORDER, mask);
            result = old.fma(FloatVector.broadcast(SPECIES, betaRe), result);
            if (betaIm != 0) {
                result = old.rearrange(SWAP).mul(SIGN).fma(FloatVector.broadcast(SPECIES, betaIm), result);
            }
        }
        result.intoMemorySegment(ALL, c, ORDER, mask);
    }
}
