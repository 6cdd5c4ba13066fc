package dev.sluice.runtime.file;

import dev.sluice.DType;
import dev.sluice.Shape;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Writes the header that NumPy writes, byte for byte, so that every version of it reads the file. */
final class NpyHeaderWriter {
    private static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};
    private static final int ALIGNMENT = 64;

    /** NumPy leaves room for the extent along which a file may grow to reach this many digits. */
    private static final int GROWTH_DIGITS = 21;

    private NpyHeaderWriter() {}

    /**
     * The header of a file with elements in native byte order.
     *
     * @param fortranOrder whether the first axis is contiguous in the file
     */
    static byte[] header(DType type, Shape shape, boolean fortranOrder) {
        String dictionary = dictionary(type, shape, fortranOrder);
        boolean fitsVersion1 = dictionary.length() + 1 + ALIGNMENT <= 0xffff;
        int prefix = MAGIC.length + 2 + (fitsVersion1 ? 2 : 4);
        int used = prefix + dictionary.length() + 1;
        int padding = ALIGNMENT - used % ALIGNMENT;
        ByteBuffer header = ByteBuffer.allocate(used + padding).order(ByteOrder.LITTLE_ENDIAN);
        header.put(MAGIC).put((byte) (fitsVersion1 ? 1 : 2)).put((byte) 0);
        int length = dictionary.length() + padding + 1;
        if (fitsVersion1) {
            header.putShort((short) length);
        } else {
            header.putInt(length);
        }
        header.put(dictionary.getBytes(StandardCharsets.US_ASCII));
        header.put(" ".repeat(padding).getBytes(StandardCharsets.US_ASCII)).put((byte) '\n');
        return header.array();
    }

    private static String dictionary(DType type, Shape shape, boolean fortranOrder) {
        StringBuilder text = new StringBuilder("{'descr': '")
                .append(code(StoredType.of(type)))
                .append("', 'fortran_order': ")
                .append(fortranOrder ? "True" : "False")
                .append(", 'shape': (");
        for (int axis = 0; axis < shape.rank(); axis++) {
            text.append(axis == 0 ? "" : ", ").append(shape.extent(axis));
        }
        text.append(shape.rank() == 1 ? ",), }" : "), }");
        if (shape.rank() > 0) {
            long growing = shape.extent(fortranOrder ? -1 : 0);
            text.append(" ".repeat(GROWTH_DIGITS - Long.toString(growing).length()));
        }
        return text.toString();
    }

    private static String code(StoredType stored) {
        if (stored.bytes() == 1) {
            return "|" + stored.code();
        }
        return (ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN ? "<" : ">") + stored.code();
    }
}
