package dev.sluice.runtime.file;

import dev.sluice.Shape;
import dev.sluice.ShapeException;
import dev.sluice.runtime.file.PythonLiteral.Dictionary;
import dev.sluice.runtime.file.PythonLiteral.Entry;
import dev.sluice.runtime.file.PythonLiteral.Sequence;
import dev.sluice.runtime.file.PythonLiteral.Text;
import dev.sluice.runtime.file.PythonLiteral.Truth;
import dev.sluice.runtime.file.PythonLiteral.Whole;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What the header of a {@code .npy} file says. Versions 1.0, 2.0 and 3.0 differ in the width of the length field and in
 * the encoding of names that only structured types have, so that the contents are the same for all three.
 *
 * @param stored the element type
 * @param order the byte order of the elements
 * @param fortranOrder whether the first axis is contiguous, instead of the last
 * @param shape the extents
 * @param dataOffset the offset of the first element within the file
 */
record NpyHeader(StoredType stored, ByteOrder order, boolean fortranOrder, Shape shape, long dataOffset) {
    /** The bytes that every file begins with. */
    private static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};

    private static final List<String> KEYS = List.of("descr", "fortran_order", "shape");

    /** Far more than three fields need; a longer header is read by nobody's mistake alone. */
    private static final int MAXIMUM_LENGTH = 1 << 16;

    /** The number of bytes of the elements in the file. */
    long dataBytes() {
        return shape.elements() * stored.bytes();
    }

    /** Whether the elements in the file have the bytes of the loaded tensor, apart from the order of axes. */
    boolean isNative() {
        return !stored.widens() && (order == ByteOrder.nativeOrder() || stored.swapUnit() == 1);
    }

    /**
     * Reads a header, and checks the size that it claims against the size of the file.
     *
     * @throws dev.sluice.FileFormatException naming file, field and offset
     */
    static NpyHeader read(ByteSource source) {
        if (!Arrays.equals(source.take(MAGIC.length, "magic"), MAGIC)) {
            throw source.error("magic", 0, "this is not a .npy file");
        }
        int length = readLength(source);
        long start = source.position();
        byte[] text = source.take(length, "header");
        PythonLiteral literal = new PythonLiteralParser(text, start, source.name()).parse();
        if (!(literal instanceof Dictionary dictionary)) {
            throw source.error("header", literal.offset(), "expected a dictionary but found " + literal.describe());
        }
        return interpret(dictionary, source);
    }

    private static int readLength(ByteSource source) {
        byte[] version = source.take(2, "version");
        if (version[0] < 1 || version[0] > 3 || version[1] != 0) {
            throw source.error(
                    "version",
                    MAGIC.length,
                    "format version " + (version[0] & 0xff) + "." + (version[1] & 0xff)
                            + " is not known; 1.0, 2.0 and 3.0 are");
        }
        long offset = source.position();
        byte[] field = source.take(version[0] == 1 ? 2 : 4, "header length");
        long length = 0;
        for (int index = field.length - 1; index >= 0; index--) {
            length = length << 8 | field[index] & 0xff;
        }
        if (length > MAXIMUM_LENGTH) {
            throw source.error(
                    "header length",
                    offset,
                    "a header of " + length + " bytes; at most " + MAXIMUM_LENGTH + " are read");
        }
        return (int) length;
    }

    private static NpyHeader interpret(Dictionary dictionary, ByteSource source) {
        Map<String, PythonLiteral> fields = fields(dictionary, source);
        for (String key : KEYS) {
            if (!fields.containsKey(key)) {
                throw source.error("header", dictionary.offset(), "the key '" + key + "' is missing");
            }
        }
        PythonLiteral descr = fields.get("descr");
        String code = code(descr, source);
        PythonLiteral fortran = fields.get("fortran_order");
        if (!(fortran instanceof Truth fortranOrder)) {
            throw source.error(
                    "fortran_order", fortran.offset(), "expected True or False but found " + fortran.describe());
        }
        StoredType stored = stored(code, descr, source);
        ByteOrder order = code.charAt(0) == '>' ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
        Shape shape = shape(fields.get("shape"), stored, source);
        NpyHeader header = new NpyHeader(stored, order, fortranOrder.value(), shape, source.position());
        source.checkClaim(header.dataBytes(), "shape " + shape + " of '" + code + "'");
        return header;
    }

    private static Map<String, PythonLiteral> fields(Dictionary dictionary, ByteSource source) {
        Map<String, PythonLiteral> fields = new LinkedHashMap<>();
        for (Entry entry : dictionary.entries()) {
            if (!(entry.key() instanceof Text key)) {
                throw source.error(
                        "header",
                        entry.key().offset(),
                        "expected a key but found " + entry.key().describe());
            }
            if (!KEYS.contains(key.value())) {
                throw source.error("header", key.offset(), "unknown key '" + key.value() + "'; the keys are " + KEYS);
            }
            if (fields.put(key.value(), entry.value()) != null) {
                throw source.error("header", key.offset(), "the key '" + key.value() + "' appears twice");
            }
        }
        return fields;
    }

    private static String code(PythonLiteral descr, ByteSource source) {
        if (descr instanceof Sequence) {
            throw source.error("descr", descr.offset(), "structured element types are not supported");
        }
        if (!(descr instanceof Text text)) {
            throw source.error("descr", descr.offset(), "expected an element type but found " + descr.describe());
        }
        return text.value();
    }

    private static StoredType stored(String code, PythonLiteral descr, ByteSource source) {
        if (code.startsWith("|O") || code.equals("O")) {
            throw source.error(
                    "descr", descr.offset(), "arrays of Python objects ('" + code + "') are code and are never read");
        }
        if (code.length() < 2 || "<>|".indexOf(code.charAt(0)) < 0) {
            throw unsupported(code, descr, source);
        }
        StoredType stored = StoredType.find(code.substring(1)).orElseThrow(() -> unsupported(code, descr, source));
        // '|' says that byte order does not apply. NumPy writes it for two bytes without meaning as well.
        boolean unordered = code.charAt(0) == '|';
        boolean legal = stored == StoredType.V2 ? code.charAt(0) != '>' : !unordered || stored.bytes() == 1;
        if (!legal) {
            throw unsupported(code, descr, source);
        }
        return stored;
    }

    private static RuntimeException unsupported(String code, PythonLiteral descr, ByteSource source) {
        return source.error(
                "descr",
                descr.offset(),
                "element type '" + code + "' is not supported; b1, i1, u1, i2, u2, i4, u4, i8, f2, f4, f8, c8, c16 and"
                        + " V2 (bfloat16) are, with '<' or '>' before those of several bytes");
    }

    private static Shape shape(PythonLiteral literal, StoredType stored, ByteSource source) {
        if (!(literal instanceof Sequence sequence) || !sequence.tuple()) {
            throw source.error("shape", literal.offset(), "expected a tuple but found " + literal.describe());
        }
        long[] extents = new long[sequence.elements().size()];
        long bytes = stored.type().bytes();
        for (int axis = 0; axis < extents.length; axis++) {
            PythonLiteral element = sequence.elements().get(axis);
            if (!(element instanceof Whole extent)) {
                throw source.error("shape", element.offset(), "expected an extent but found " + element.describe());
            }
            if (extent.value() < 0) {
                throw source.error("shape", element.offset(), "negative extent " + extent.value());
            }
            extents[axis] = extent.value();
            // Strides are products of the extents that are not zero, so those must fit even where one is zero.
            long factor = Math.max(1, extent.value());
            if (Math.multiplyHigh(bytes, factor) != 0 || bytes * factor < 0) {
                throw source.error("shape", literal.offset(), Arrays.toString(extents) + " has more than 2^63-1 bytes");
            }
            bytes *= factor;
        }
        try {
            return Shape.of(extents);
        } catch (ShapeException e) {
            throw source.error("shape", literal.offset(), e.getMessage());
        }
    }
}
