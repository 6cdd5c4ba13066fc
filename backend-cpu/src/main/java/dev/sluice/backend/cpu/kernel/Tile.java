package dev.sluice.backend.cpu.kernel;

import java.util.Arrays;

/**
 * A rectangle of elements that all operands walk together: {@code rows} rows of {@code count} elements. All distances
 * are in bytes. Mutable and reused: whoever runs a loop over a tile may move its pointers.
 */
final class Tile {
    long[] pointers = new long[4];
    long[] strides = new long[4];
    long[] rowStrides = new long[4];
    long rows;
    long count;
    /** The number of the first element in iteration order; rows follow each other without gaps. */
    long index;

    /** Makes room for this many operands. */
    void reserve(int operands) {
        if (pointers.length < operands) {
            pointers = Arrays.copyOf(pointers, operands);
            strides = Arrays.copyOf(strides, operands);
            rowStrides = Arrays.copyOf(rowStrides, operands);
        }
    }
}
