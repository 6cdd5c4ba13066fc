package dev.sluice.backend.cpu.kernel;

/**
 * A walk over a range of the elements of a strided box, last axis fastest, in tiles of the last two axes. Mutable and
 * reused.
 */
final class BoxWalk {
    private int operands;
    private int rank;
    private long[] extents = new long[8];
    private long[] strides = new long[32];
    private long[] pointers = new long[4];
    private long[] coordinates = new long[8];
    private long position;

    /** Begins the description of a box. */
    void reset(int operandCount, int axes) {
        operands = operandCount;
        rank = axes;
        if (extents.length < axes) {
            extents = new long[axes];
            coordinates = new long[axes];
        }
        if (strides.length < operandCount * axes) {
            strides = new long[operandCount * axes];
        }
        if (pointers.length < operandCount) {
            pointers = new long[operandCount];
        }
    }

    void extent(int axis, long extent) {
        extents[axis] = extent;
    }

    /** The distance in bytes between an operand's elements along an axis. */
    void stride(int operand, int axis, long bytes) {
        strides[operand * rank + axis] = bytes;
    }

    /** The address of an operand's first element of the box. */
    void origin(int operand, long address) {
        pointers[operand] = address;
    }

    /** Goes to element number {@code first}. */
    void seek(long first) {
        position = first;
        long rest = first;
        for (int axis = rank - 1; axis >= 0; axis--) {
            long quotient = rest / extents[axis];
            long coordinate = rest - quotient * extents[axis];
            coordinates[axis] = coordinate;
            rest = quotient;
            if (coordinate != 0) {
                move(axis, coordinate);
            }
        }
    }

    /** The number of the next element. */
    long position() {
        return position;
    }

    /**
     * Describes the next tile, of at most {@code most} elements, and goes to its end. Rows are whole unless the tile has
     * only one.
     *
     * @return the number of elements
     */
    long next(Tile tile, long most) {
        tile.reserve(operands);
        int inner = rank - 1;
        long width = rank == 0 ? 1 : extents[inner];
        boolean whole = rank >= 2 && coordinates[inner] == 0 && most >= width;
        tile.index = position;
        if (whole) {
            tile.rows = Math.min(extents[inner - 1] - coordinates[inner - 1], most / width);
            tile.count = width;
        } else {
            tile.rows = 1;
            tile.count = rank == 0 ? 1 : Math.min(width - coordinates[inner], most);
        }
        for (int k = 0; k < operands; k++) {
            tile.pointers[k] = pointers[k];
            tile.strides[k] = rank == 0 ? 0 : strides[k * rank + inner];
            tile.rowStrides[k] = rank < 2 ? 0 : strides[k * rank + inner - 1];
        }
        long elements = tile.rows * tile.count;
        position += elements;
        if (rank != 0) {
            advance(whole ? inner - 1 : inner, whole ? tile.rows : tile.count);
        }
        return elements;
    }

    private void advance(int from, long steps) {
        int axis = from;
        coordinates[axis] += steps;
        move(axis, steps);
        while (axis > 0 && coordinates[axis] == extents[axis]) {
            move(axis, -extents[axis]);
            coordinates[axis] = 0;
            axis--;
            coordinates[axis]++;
            move(axis, 1);
        }
    }

    private void move(int axis, long steps) {
        for (int k = 0; k < operands; k++) {
            pointers[k] += steps * strides[k * rank + axis];
        }
    }
}
