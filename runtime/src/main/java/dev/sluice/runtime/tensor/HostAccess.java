package dev.sluice.runtime.tensor;

import dev.sluice.Complex;
import dev.sluice.DType;
import dev.sluice.DTypeException;
import dev.sluice.ShapeException;
import dev.sluice.UnsupportedOperationByBackendException;
import dev.sluice.runtime.device.Submission;
import dev.sluice.spi.DeviceDriver;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Reads single elements on the host, and shows storage as a memory segment. Waits for the device. */
final class HostAccess {
    private static final int LARGEST_ELEMENT = 16;

    private HostAccess() {}

    static double item(DenseTensor x) {
        if (x.shape().elements() != 1) {
            throw new ShapeException("item() needs a tensor of one element; shape " + x.shape() + " has "
                    + x.shape().elements());
        }
        return real(x, 0);
    }

    static double real(DenseTensor x, long[] indices) {
        return real(x, ViewLayouts.elementShift(x.layout(), indices));
    }

    private static double real(DenseTensor x, long shift) {
        if (x.dtype().isComplex()) {
            throw new DTypeException("an element of type " + x.dtype() + " is not a real number; use getComplex");
        }
        return realAt(fetch(x, shift), 0, x.dtype());
    }

    static long integer(DenseTensor x, long[] indices) {
        MemorySegment element = fetch(x, ViewLayouts.elementShift(x.layout(), indices));
        return switch (x.dtype()) {
            case BOOL -> element.get(ValueLayout.JAVA_BYTE, 0);
            case I32 -> element.get(ValueLayout.JAVA_INT_UNALIGNED, 0);
            case I64 -> element.get(ValueLayout.JAVA_LONG_UNALIGNED, 0);
            default ->
                throw new DTypeException(
                        "an element of type " + x.dtype() + " is not an integer; use get, or cast the tensor to I64");
        };
    }

    static Complex complex(DenseTensor x, long[] indices) {
        MemorySegment element = fetch(x, ViewLayouts.elementShift(x.layout(), indices));
        DType type = x.dtype();
        if (!type.isComplex()) {
            return new Complex(realAt(element, 0, type), 0);
        }
        DType part = type.realPart();
        Complex stored = new Complex(realAt(element, 0, part), realAt(element, part.bytes(), part));
        return x.form().conjugated() ? stored.conj() : stored;
    }

    /** The real number at a byte offset; integers of more than 53 bits are rounded. */
    static double realAt(MemorySegment bytes, long at, DType type) {
        return switch (type) {
            case BOOL -> bytes.get(ValueLayout.JAVA_BYTE, at);
            case I32 -> bytes.get(ValueLayout.JAVA_INT_UNALIGNED, at);
            case I64 -> bytes.get(ValueLayout.JAVA_LONG_UNALIGNED, at);
            case F16 -> Float.float16ToFloat(bytes.get(ValueLayout.JAVA_SHORT_UNALIGNED, at));
            case BF16 -> Float.intBitsToFloat(bytes.get(ValueLayout.JAVA_SHORT_UNALIGNED, at) << 16);
            case F32 -> bytes.get(ValueLayout.JAVA_FLOAT_UNALIGNED, at);
            case F64 -> bytes.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, at);
            case C64, C128 -> throw new IllegalArgumentException(type + " is not real");
        };
    }

    private static MemorySegment fetch(DenseTensor x, long shift) {
        int bytes = x.dtype().bytes();
        MemorySegment element = MemorySegment.ofArray(new byte[LARGEST_ELEMENT]).asSlice(0, bytes);
        HostTransfer.download(x, shift * bytes, element);
        return element;
    }

    /** The bytes from the first to the last element. The segment keeps the buffer reachable. */
    static MemorySegment segment(DenseTensor x) {
        DeviceDriver driver = x.context().resources().driver();
        if (!driver.capabilities().hostAccessible()) {
            throw new UnsupportedOperationByBackendException("the memory of " + x.device()
                    + " cannot be seen from the host; copy with toDoubleArray() or to(device)");
        }
        int size = x.dtype().bytes();
        long elements = x.shape().elements() == 0
                ? 0
                : x.layout().maxOffset() - x.layout().minOffset() + 1;
        if (elements == 0) {
            return MemorySegment.NULL;
        }
        try (Submission submission = x.context().resources().submit()) {
            long first = x.readAddress(submission) + x.layout().minOffset() * size;
            if (!driver.capabilities().executesInline()) {
                driver.synchronizeStream(submission.stream());
            }
            MemorySegment view = HostTransfer.hostView(driver, first, elements * size)
                    .reinterpret(Arena.ofAuto(), new KeptReachable(x.buffer()));
            return x.isReadOnly() ? view.asReadOnly() : view;
        }
    }
}
