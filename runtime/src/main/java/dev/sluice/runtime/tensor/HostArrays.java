package dev.sluice.runtime.tensor;

import dev.sluice.DType;
import dev.sluice.DTypeException;
import dev.sluice.ShapeException;
import java.lang.foreign.MemorySegment;

/** Copies of all elements as Java arrays in row-major order. The device converts and reorders; the host only copies. */
final class HostArrays {
    private HostArrays() {}

    static double[] doubles(DenseTensor x) {
        DType type = x.dtype().isComplex() ? DType.C128 : DType.F64;
        double[] array = new double[length(x, type.isComplex() ? 2 : 1)];
        copy(x, type, MemorySegment.ofArray(array));
        return array;
    }

    static float[] floats(DenseTensor x) {
        DType type = x.dtype().isComplex() ? DType.C64 : DType.F32;
        float[] array = new float[length(x, type.isComplex() ? 2 : 1)];
        copy(x, type, MemorySegment.ofArray(array));
        return array;
    }

    static long[] longs(DenseTensor x) {
        if (x.dtype().isComplex()) {
            throw new DTypeException("elements of type " + x.dtype() + " are not integers; take real() first");
        }
        long[] array = new long[length(x, 1)];
        copy(x, DType.I64, MemorySegment.ofArray(array));
        return array;
    }

    static boolean[] booleans(DenseTensor x) {
        byte[] bytes = new byte[length(x, 1)];
        copy(x, DType.BOOL, MemorySegment.ofArray(bytes));
        boolean[] array = new boolean[bytes.length];
        for (int index = 0; index < array.length; index++) {
            array[index] = bytes[index] != 0;
        }
        return array;
    }

    private static int length(DenseTensor x, int parts) {
        long elements = x.shape().elements();
        if (elements > (Integer.MAX_VALUE - 8) / parts) {
            throw new ShapeException("shape " + x.shape() + " has " + elements
                    + " elements, more than a Java array holds; use segment() or take slices");
        }
        return (int) elements * parts;
    }

    private static void copy(DenseTensor x, DType type, MemorySegment destination) {
        if (destination.byteSize() == 0) {
            return;
        }
        if (x.dtype() == type && x.isPlainAndContiguous()) {
            HostTransfer.download(x, 0, destination);
            return;
        }
        MapOperation conversion = ElementwiseOperations.convert(x, type);
        x.context().execute(conversion);
        try (DenseTensor dense = conversion.result()) {
            HostTransfer.download(dense, 0, destination);
        }
    }
}
