package dev.sluice.backend.debug.kernel;

import dev.sluice.DType;
import java.lang.foreign.MemorySegment;

/**
 * A matrix of floating-point elements in memory, with any strides in elements; a vector is a matrix of one column. The
 * imaginary part of a real element is 0.
 */
final class MatrixView {
    private final DType type;
    private final DType part;
    private final MemorySegment memory;
    private final long offset;
    private final long rowStride;
    private final long columnStride;

    /** What the imaginary parts in memory are multiplied by: −1 in the view of a conjugated matrix. */
    private final int sign;

    MatrixView(DType type, Operand place, long firstElement, long rowStride, long columnStride) {
        this(type, place, firstElement, rowStride, columnStride, 1);
    }

    private MatrixView(DType type, Operand place, long firstElement, long rowStride, long columnStride, int sign) {
        this.sign = sign;
        this.type = type;
        this.part = type.realPart();
        this.memory = place.memory();
        this.offset = place.offset() + firstElement * type.bytes();
        this.rowStride = rowStride;
        this.columnStride = columnStride;
    }

    boolean isComplex() {
        return type.isComplex();
    }

    MatrixView transposed() {
        return new MatrixView(type, new Operand(memory, offset), 0, columnStride, rowStride, sign);
    }

    MatrixView conjugated() {
        return new MatrixView(type, new Operand(memory, offset), 0, rowStride, columnStride, -sign);
    }

    private long at(long row, long column) {
        return offset + (row * rowStride + column * columnStride) * type.bytes();
    }

    double re(long row, long column) {
        return Elements.loadReal(part, memory, at(row, column));
    }

    double im(long row, long column) {
        return isComplex() ? sign * Elements.loadReal(part, memory, at(row, column) + part.bytes()) : 0;
    }

    void set(long row, long column, double re, double im) {
        Elements.storeReal(part, memory, at(row, column), re);
        if (isComplex()) {
            Elements.storeReal(part, memory, at(row, column) + part.bytes(), sign * im);
        }
    }
}
