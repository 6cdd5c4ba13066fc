package dev.sluice.runtime.file;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import dev.sluice.DType;
import dev.sluice.Layout;
import dev.sluice.Tensor;
import dev.sluice.UnsupportedOperationByBackendException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.function.Consumer;

/**
 * The elements of a tensor as the bytes of a file: native byte order, densely packed, in the order of one of the two
 * directions that the format knows. Seen in place where the tensor lies so in host memory, else in a copy that
 * {@link #close} releases.
 */
final class TensorBytes implements AutoCloseable {
    private static final long CHUNK_BYTES = 1 << 22;

    private final Tensor tensor;
    private final boolean owned;
    private final boolean fortranOrder;
    private final MemorySegment elements;

    private TensorBytes(Tensor tensor, boolean owned, boolean fortranOrder) {
        this.tensor = tensor;
        this.owned = owned;
        this.fortranOrder = fortranOrder;
        this.elements = elements(tensor);
    }

    static TensorBytes of(Tensor tensor) {
        Layout layout = tensor.layout();
        // A conjugated view shows other elements than its storage holds, so complex tensors are copied.
        boolean asStored = !tensor.dtype().isComplex();
        if (asStored && layout.isContiguous()) {
            return new TensorBytes(tensor, false, false);
        }
        if (asStored && layout.equals(Layout.columnMajor(tensor.shape()))) {
            return new TensorBytes(tensor, false, true);
        }
        Tensor copy = tensor.copy();
        try {
            return new TensorBytes(copy, true, false);
        } catch (RuntimeException | Error e) {
            copy.close();
            throw e;
        }
    }

    /** Whether the bytes are in Fortran order: the first axis is contiguous. */
    boolean fortranOrder() {
        return fortranOrder;
    }

    /** The number of bytes. */
    long size() {
        return elements.byteSize();
    }

    /** Hands the bytes over, in order and in parts. */
    void forEachPart(Consumer<ByteBuffer> sink) {
        for (long done = 0; done < elements.byteSize(); done += CHUNK_BYTES) {
            sink.accept(elements.asSlice(done, Math.min(CHUNK_BYTES, elements.byteSize() - done))
                    .asByteBuffer());
        }
    }

    @Override
    public void close() {
        if (owned) {
            tensor.close();
        }
    }

    private static MemorySegment elements(Tensor tensor) {
        if (tensor.shape().elements() == 0) {
            return MemorySegment.NULL;
        }
        try {
            return tensor.segment();
        } catch (UnsupportedOperationByBackendException e) {
            return throughArrays(tensor.dtype(), tensor);
        }
    }

    /** For a device whose memory the host cannot see. */
    private static MemorySegment throughArrays(DType type, Tensor tensor) {
        return switch (type) {
            case F64, C128 -> bytes(MemorySegment.ofArray(tensor.toDoubleArray()));
            case F32, C64 -> bytes(MemorySegment.ofArray(tensor.toFloatArray()));
            case I64 -> bytes(MemorySegment.ofArray(tensor.toLongArray()));
            case I32 -> {
                long[] values = tensor.toLongArray();
                int[] narrow = new int[values.length];
                for (int index = 0; index < narrow.length; index++) {
                    narrow[index] = (int) values[index];
                }
                yield bytes(MemorySegment.ofArray(narrow));
            }
            case BOOL -> {
                boolean[] values = tensor.toBooleanArray();
                byte[] truth = new byte[values.length];
                for (int index = 0; index < truth.length; index++) {
                    truth[index] = (byte) (values[index] ? 1 : 0);
                }
                yield MemorySegment.ofArray(truth);
            }
            case F16, BF16 -> {
                float[] values = tensor.toFloatArray();
                MemorySegment halves = MemorySegment.ofArray(new byte[Math.multiplyExact(2, values.length)]);
                for (int index = 0; index < values.length; index++) {
                    // Each value came from sixteen bits, so narrowing it is exact.
                    short half = type == DType.F16
                            ? Float.floatToFloat16(values[index])
                            : (short) (Float.floatToRawIntBits(values[index]) >>> 16);
                    halves.set(JAVA_SHORT_UNALIGNED, 2L * index, half);
                }
                yield halves;
            }
        };
    }

    /** The same memory as bytes, which alone can become a byte buffer. */
    private static MemorySegment bytes(MemorySegment elements) {
        byte[] bytes = new byte[Math.toIntExact(elements.byteSize())];
        MemorySegment.copy(elements, JAVA_BYTE, 0, bytes, 0, bytes.length);
        return MemorySegment.ofArray(bytes);
    }
}
