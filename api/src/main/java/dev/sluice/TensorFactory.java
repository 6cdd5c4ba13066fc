package dev.sluice;

import dev.sluice.device.Device;
import java.lang.foreign.MemorySegment;

/**
 * Creates tensors on one device. The factory of the runtime creates them on the default device; {@link #on} gives one
 * for another device.
 */
public interface TensorFactory {
    /** The same factory for another device. */
    TensorFactory on(Device device);

    /** A tensor of undefined contents. */
    Tensor empty(DType type, long... extents);

    /** A tensor of zeros. */
    Tensor zeros(DType type, long... extents);

    /** A tensor of ones. */
    Tensor ones(DType type, long... extents);

    /** A tensor filled with one value. */
    Tensor full(DType type, Scalar value, long... extents);

    /** The identity matrix, or its first {@code columns} columns. */
    Tensor eye(DType type, long rows, long columns);

    /** {@code start, start+step, …} up to but not including {@code stop}. */
    Tensor arange(DType type, double start, double stop, double step);

    /** The integers from 0 up to but not including {@code stop}, as {@link DType#I64}. */
    Tensor arange(long stop);

    /** {@code count} equally spaced values from {@code start} to {@code stop}, both included. */
    Tensor linspace(DType type, double start, double stop, long count);

    /**
     * Values uniform in [0, 1), complex ones in both parts. The same seed gives the same values on every backend.
     */
    Tensor uniform(DType type, long seed, long... extents);

    /**
     * Values of the standard normal distribution by the Box–Muller transform, complex ones with unit variance in each
     * part. The same seed gives the same values on every backend, up to the last bits of the elementary functions.
     */
    Tensor normal(DType type, long seed, long... extents);

    /** A tensor of {@link DType#F64} with a copy of the elements in row-major order; without extents, rank 1. */
    Tensor of(double[] elements, long... extents);

    /** A tensor of {@link DType#F32} with a copy of the elements. */
    Tensor of(float[] elements, long... extents);

    /** A tensor of {@link DType#I32} with a copy of the elements. */
    Tensor of(int[] elements, long... extents);

    /** A tensor of {@link DType#I64} with a copy of the elements. */
    Tensor of(long[] elements, long... extents);

    /** A tensor of {@link DType#BOOL} with a copy of the elements. */
    Tensor of(boolean[] elements, long... extents);

    /** A tensor of {@link DType#C128} from interleaved real and imaginary parts. */
    Tensor ofComplex(double[] interleaved, long... extents);

    /** A tensor of {@link DType#C64} from interleaved real and imaginary parts. */
    Tensor ofComplex(float[] interleaved, long... extents);

    /**
     * A tensor over existing native memory, without a copy where the device can use host memory, else a copy. The
     * caller keeps the memory valid and unchanged by others until the tensor is closed.
     *
     * @param memory native memory, aligned to the element size; its first byte is the element that {@code offset} 0 names
     * @param layout where the elements lie
     * @param offset the element offset of the first element of the layout
     */
    Tensor of(MemorySegment memory, DType type, Layout layout, long offset);
}
