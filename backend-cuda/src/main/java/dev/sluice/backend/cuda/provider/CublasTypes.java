package dev.sluice.backend.cuda.provider;

import dev.sluice.DType;
import dev.sluice.Diagonal;
import dev.sluice.Triangle;
import dev.sluice.spi.Side;
import dev.sluice.spi.Transpose;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** The numbers that cuBLAS and cuSOLVER give to types and operations. */
final class CublasTypes {
    private CublasTypes() {}

    /** {@code cudaDataType}. */
    static int data(DType type) {
        return switch (type) {
            case F32 -> 0;
            case F64 -> 1;
            case F16 -> 2;
            case C64 -> 4;
            case C128 -> 5;
            case BF16 -> 14;
            case BOOL, I32, I64 -> throw new IllegalArgumentException("cuBLAS has no products of " + type);
        };
    }

    /** {@code cublasOperation_t}; real operands know no conjugation. */
    static int operation(Transpose transpose, DType type) {
        return switch (transpose) {
            case NONE -> 0;
            case TRANSPOSE -> 1;
            case CONJUGATE_TRANSPOSE -> type.isComplex() ? 2 : 1;
        };
    }

    /** {@code cublasFillMode_t}. */
    static int fillMode(Triangle triangle) {
        return triangle == Triangle.LOWER ? 0 : 1;
    }

    /** {@code cublasSideMode_t}. */
    static int sideMode(Side side) {
        return side == Side.LEFT ? 0 : 1;
    }

    /** {@code cublasDiagType_t}. */
    static int diagonalType(Diagonal diagonal) {
        return diagonal == Diagonal.UNIT ? 1 : 0;
    }

    /** The type in which products of a type are scaled, and the 16-bit types accumulated. */
    static DType scale(DType type) {
        return type.compute();
    }

    /** Writes a scalar as the given type. */
    static void writeScalar(MemorySegment memory, long offset, DType type, double re, double im) {
        switch (scale(type)) {
            case F32 -> memory.set(ValueLayout.JAVA_FLOAT, offset, (float) re);
            case F64 -> memory.set(ValueLayout.JAVA_DOUBLE, offset, re);
            case C64 -> {
                memory.set(ValueLayout.JAVA_FLOAT, offset, (float) re);
                memory.set(ValueLayout.JAVA_FLOAT, offset + 4, (float) im);
            }
            case C128 -> {
                memory.set(ValueLayout.JAVA_DOUBLE, offset, re);
                memory.set(ValueLayout.JAVA_DOUBLE, offset + 8, im);
            }
            default -> throw new IllegalArgumentException("cuBLAS has no products of " + type);
        }
    }
}
