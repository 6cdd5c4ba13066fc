package dev.sluice.backend.cpu.openblas;

import dev.sluice.DType;
import dev.sluice.backend.cpu.gemm.Memory;

/**
 * A column-major matrix in host memory.
 *
 * @param type F32, F64, C64 or C128
 * @param rows rows
 * @param columns columns
 * @param ld the distance between columns
 * @param address where it is
 */
record HostMatrix(DType type, long rows, long columns, long ld, long address) {

    /** Checks extents and distance, on behalf of an operation that describes itself. */
    void requireValid(Object operation) {
        if (rows < 0 || columns < 0 || ld < Math.max(1, rows)) {
            throw new IllegalArgumentException(
                    "an extent is negative or a distance between columns is less than the rows: " + operation);
        }
        if (Math.max(columns, ld) > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("LAPACK counts in 32 bits, and " + Math.max(columns, ld)
                    + " is beyond: " + operation
                    + "; copy the matrix so that its columns are adjacent, or decompose a smaller one");
        }
    }

    private int parts() {
        return type.isComplex() ? 2 : 1;
    }

    private boolean isSingle() {
        return type.realPart() == DType.F32;
    }

    /** Whether all elements are finite. */
    boolean isFinite() {
        for (long j = 0; j < columns; j++) {
            if (!isFinite(j, 0)) {
                return false;
            }
        }
        return true;
    }

    /** Whether the elements on and below the diagonal are finite. */
    boolean isLowerTriangleFinite() {
        for (long j = 0; j < columns; j++) {
            if (!isFinite(j, j)) {
                return false;
            }
        }
        return true;
    }

    private boolean isFinite(long j, long firstRow) {
        long column = address + j * ld * type.bytes();
        // 0·x is 0 for every finite x and NaN otherwise, and sums of zeros stay 0.
        double sum = 0;
        for (long i = firstRow * parts(); i < rows * parts(); i++) {
            double x = isSingle()
                    ? Memory.getFloat(column + i * Float.BYTES)
                    : Memory.getDouble(column + i * Double.BYTES);
            sum += 0 * x;
        }
        return !Double.isNaN(sum);
    }

    /** Makes every element NaN. */
    void spoil() {
        for (long j = 0; j < columns; j++) {
            long column = address + j * ld * type.bytes();
            for (long i = 0; i < rows * parts(); i++) {
                if (isSingle()) {
                    Memory.putFloat(column + i * Float.BYTES, Float.NaN);
                } else {
                    Memory.putDouble(column + i * Double.BYTES, Double.NaN);
                }
            }
        }
    }
}
