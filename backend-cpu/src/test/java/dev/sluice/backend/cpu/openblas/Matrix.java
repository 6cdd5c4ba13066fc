package dev.sluice.backend.cpu.openblas;

import dev.sluice.DType;
import dev.sluice.backend.cpu.gemm.Memory;
import dev.sluice.spi.Transpose;
import java.lang.foreign.Arena;
import java.util.random.RandomGenerator;

/** A column-major matrix of any floating-point type in native memory. Rows beyond the matrix are padding. */
record Matrix(DType type, int rows, int columns, int ld, long address) {

    static Matrix allocate(Arena arena, DType type, int rows, int columns, int ld) {
        long bytes = Math.max(1, (long) ld * columns * type.bytes());
        return new Matrix(type, rows, columns, ld, arena.allocate(bytes, 64).address());
    }

    static Matrix random(Arena arena, DType type, int rows, int columns, int ld, RandomGenerator random) {
        Matrix matrix = allocate(arena, type, rows, columns, ld);
        for (int j = 0; j < columns; j++) {
            for (int i = 0; i < ld; i++) {
                matrix.set(i, j, random.nextDouble(-1, 1), random.nextDouble(-1, 1));
            }
        }
        return matrix;
    }

    /** All elements, padding included. */
    Matrix fill(double re, double im) {
        for (int j = 0; j < columns; j++) {
            for (int i = 0; i < ld; i++) {
                set(i, j, re, im);
            }
        }
        return this;
    }

    void set(int i, int j, double re, double im) {
        long at = address + ((long) j * ld + i) * type.bytes();
        switch (type) {
            case F32 -> Memory.putFloat(at, (float) re);
            case F64 -> Memory.putDouble(at, re);
            case C64 -> {
                Memory.putFloat(at, (float) re);
                Memory.putFloat(at + 4, (float) im);
            }
            case C128 -> {
                Memory.putDouble(at, re);
                Memory.putDouble(at + 8, im);
            }
            default -> throw new IllegalArgumentException(type.toString());
        }
    }

    double re(int i, int j) {
        long at = address + ((long) j * ld + i) * type.bytes();
        return type.realPart() == DType.F32 ? Memory.getFloat(at) : Memory.getDouble(at);
    }

    double im(int i, int j) {
        long at = address + ((long) j * ld + i) * type.bytes();
        return switch (type) {
            case C64 -> Memory.getFloat(at + 4);
            case C128 -> Memory.getDouble(at + 8);
            default -> 0;
        };
    }

    double re(Transpose transpose, int i, int j) {
        return transpose == Transpose.NONE ? re(i, j) : re(j, i);
    }

    double im(Transpose transpose, int i, int j) {
        return switch (transpose) {
            case NONE -> im(i, j);
            case TRANSPOSE -> im(j, i);
            case CONJUGATE_TRANSPOSE -> -im(j, i);
        };
    }

    /** The unit round-off of the type's parts. */
    double epsilon() {
        return type.realPart() == DType.F32 ? 0x1p-23 : 0x1p-52;
    }
}
