package dev.sluice.runtime.file;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;

/** Turns the elements of a file into elements of a tensor: native byte order, and a type that Sluice has. */
final class ElementDecoder {
    /** Widened elements pass through a buffer of this many bytes; all others are read where they will stay. */
    private static final int BUFFER_BYTES = 1 << 16;

    private final NpyHeader header;
    private final boolean swapped;

    ElementDecoder(NpyHeader header) {
        this.header = header;
        this.swapped = header.order() != ByteOrder.nativeOrder();
    }

    /**
     * Reads the elements of the file into {@code target}, in the order of the file.
     *
     * @param target as many bytes as the tensor has
     */
    void decode(ByteSource source, MemorySegment target) {
        if (header.stored().widens()) {
            widenAll(source, target);
            return;
        }
        source.fill(target, "data");
        if (header.stored() == StoredType.B1) {
            normalizeTruthValues(target);
        } else if (swapped) {
            swap(target, header.stored().swapUnit());
        }
    }

    /** NumPy takes every byte but 0 for true; a tensor holds 0 and 1 only. */
    private static void normalizeTruthValues(MemorySegment target) {
        for (long index = 0; index < target.byteSize(); index++) {
            if (target.get(JAVA_BYTE, index) != 0) {
                target.set(JAVA_BYTE, index, (byte) 1);
            }
        }
    }

    private static void swap(MemorySegment target, int unit) {
        switch (unit) {
            case 2 -> {
                for (long at = 0; at < target.byteSize(); at += 2) {
                    target.set(JAVA_SHORT_UNALIGNED, at, Short.reverseBytes(target.get(JAVA_SHORT_UNALIGNED, at)));
                }
            }
            case 4 -> {
                for (long at = 0; at < target.byteSize(); at += 4) {
                    target.set(JAVA_INT_UNALIGNED, at, Integer.reverseBytes(target.get(JAVA_INT_UNALIGNED, at)));
                }
            }
            case 8 -> {
                for (long at = 0; at < target.byteSize(); at += 8) {
                    target.set(JAVA_LONG_UNALIGNED, at, Long.reverseBytes(target.get(JAVA_LONG_UNALIGNED, at)));
                }
            }
            default -> {
                // A single byte has no order.
            }
        }
    }

    private void widenAll(ByteSource source, MemorySegment target) {
        MemorySegment buffer = MemorySegment.ofArray(new byte[BUFFER_BYTES]);
        long elements = header.shape().elements();
        long perBuffer = BUFFER_BYTES / header.stored().bytes();
        for (long first = 0; first < elements; first += perBuffer) {
            long count = Math.min(perBuffer, elements - first);
            MemorySegment narrow = buffer.asSlice(0, count * header.stored().bytes());
            source.fill(narrow, "data");
            int width = header.stored().type().bytes();
            widen(narrow, target.asSlice(first * width, count * width));
        }
    }

    private void widen(MemorySegment narrow, MemorySegment wide) {
        switch (header.stored()) {
            case I1 -> {
                for (long index = 0; index < narrow.byteSize(); index++) {
                    wide.set(JAVA_INT_UNALIGNED, 4 * index, narrow.get(JAVA_BYTE, index));
                }
            }
            case U1 -> {
                for (long index = 0; index < narrow.byteSize(); index++) {
                    wide.set(JAVA_INT_UNALIGNED, 4 * index, narrow.get(JAVA_BYTE, index) & 0xff);
                }
            }
            case I2 -> {
                for (long at = 0; at < narrow.byteSize(); at += 2) {
                    wide.set(JAVA_INT_UNALIGNED, 2 * at, shortAt(narrow, at));
                }
            }
            case U2 -> {
                for (long at = 0; at < narrow.byteSize(); at += 2) {
                    wide.set(JAVA_INT_UNALIGNED, 2 * at, shortAt(narrow, at) & 0xffff);
                }
            }
            case U4 -> {
                for (long at = 0; at < narrow.byteSize(); at += 4) {
                    wide.set(JAVA_LONG_UNALIGNED, 2 * at, Integer.toUnsignedLong(intAt(narrow, at)));
                }
            }
            default -> throw new AssertionError(header.stored() + " is not widened");
        }
    }

    private short shortAt(MemorySegment segment, long at) {
        short value = segment.get(JAVA_SHORT_UNALIGNED, at);
        return swapped ? Short.reverseBytes(value) : value;
    }

    private int intAt(MemorySegment segment, long at) {
        int value = segment.get(JAVA_INT_UNALIGNED, at);
        return swapped ? Integer.reverseBytes(value) : value;
    }
}
