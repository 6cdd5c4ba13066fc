package dev.sluice.runtime.file;

import dev.sluice.DType;
import dev.sluice.Layout;
import dev.sluice.Shape;
import dev.sluice.Tensor;
import dev.sluice.TensorFactory;
import dev.sluice.UnsupportedOperationByBackendException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Reads the elements that follow a header into a new tensor that owns its storage. Leaves nothing open on failure. */
final class ElementReader {
    /** Enough for every element type. */
    private static final long ALIGNMENT = 64;

    private ElementReader() {}

    static Tensor read(NpyHeader header, ByteSource source, TensorFactory factory) {
        if (!header.fortranOrder() || header.shape().rank() < 2) {
            return readRowMajor(header, header.shape(), source, factory);
        }
        // Column-major elements are the row-major elements of the transposed shape.
        long[] reversed = header.shape().extents();
        for (int low = 0, high = reversed.length - 1; low < high; low++, high--) {
            long extent = reversed[low];
            reversed[low] = reversed[high];
            reversed[high] = extent;
        }
        try (Tensor transposed = readRowMajor(header, Shape.of(reversed), source, factory)) {
            return transposed.transpose().copy();
        }
    }

    private static Tensor readRowMajor(NpyHeader header, Shape shape, ByteSource source, TensorFactory factory) {
        DType type = header.stored().type();
        ElementDecoder decoder = new ElementDecoder(header);
        Tensor tensor = factory.empty(type, shape.extents());
        try {
            MemorySegment elements;
            try {
                elements = tensor.segment();
            } catch (UnsupportedOperationByBackendException e) {
                tensor.close();
                return readThroughHost(decoder, type, shape, source, factory);
            }
            decoder.decode(source, elements);
            source.expectEnd();
            return tensor;
        } catch (RuntimeException | Error e) {
            tensor.close();
            throw e;
        }
    }

    /** For a device whose memory the host cannot see: the factory copies what it is given. */
    private static Tensor readThroughHost(
            ElementDecoder decoder, DType type, Shape shape, ByteSource source, TensorFactory factory) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment elements = arena.allocate(shape.elements() * type.bytes(), ALIGNMENT);
            decoder.decode(source, elements);
            source.expectEnd();
            try (Tensor adopted = factory.of(elements, type, Layout.rowMajor(shape), 0)) {
                return adopted.copy();
            }
        }
    }
}
