package dev.sluice.runtime.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.DType;
import dev.sluice.FileFormatException;
import dev.sluice.Shape;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class NpyHeaderTest {
    @Test
    void keysMayComeInAnyOrderWithAnySpacingAndEitherQuote() {
        NpyHeader header = read("{\"shape\":(2 ,3),'descr' : '>c8',\n'fortran_order':True}\n");
        assertThat(header.shape()).isEqualTo(Shape.of(2, 3));
        assertThat(header.stored()).isEqualTo(StoredType.C8);
        assertThat(header.order()).isEqualTo(ByteOrder.BIG_ENDIAN);
        assertThat(header.fortranOrder()).isTrue();
    }

    @Test
    void python2LongIntegersAreUnderstood() {
        assertThat(read("{'descr': '<f8', 'fortran_order': False, 'shape': (2L, 3L), }")
                        .shape())
                .isEqualTo(Shape.of(2, 3));
    }

    @ParameterizedTest
    @CsvSource({
        "|b1, BOOL",
        "|i1, I32",
        "|u1, I32",
        "<i2, I32",
        ">u2, I32",
        "<i4, I32",
        "<u4, I64",
        ">i8, I64",
        "<f2, F16",
        "<f4, F32",
        ">f8, F64",
        "<c8, C64",
        "<c16, C128",
        "<V2, BF16",
        "|V2, BF16",
        "<b1, BOOL"
    })
    void anElementTypeLoadsAsItselfOrTheNextWiderOne(String code, DType expected) {
        assertThat(read(header(code, "False", "()")).stored().type()).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<u8", "|u8", "<f16", "<c32", "|O", "O", "|S5", "<U3", "<M8[ns]", "<m8", "f8", "|f8", "=f8", "", "<",
                ">V2", "|V4", "float64"
            })
    void anElementTypeThatFitsNoneIsRefused(String code) {
        assertThatThrownBy(() -> read(header(code, "False", "()")))
                .isInstanceOf(FileFormatException.class)
                .hasMessageContaining("test.npy: descr at byte 20: ")
                .hasMessageContaining("'" + code + "'");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "{'descr': [('x', '<f8')], 'fortran_order': False, 'shape': ()}; descr at byte 20: structured",
                "{'descr': 8, 'fortran_order': False, 'shape': ()}; descr at byte 20: expected an element type but found the number 8",
                "{'descr': '<f8', 'fortran_order': 0, 'shape': ()}; fortran_order at byte 44: expected True or False",
                "{'descr': '<f8', 'fortran_order': 'False', 'shape': ()}; fortran_order at byte 44: expected True or False",
                "{'descr': '<f8', 'fortran_order': False, 'shape': 3}; shape at byte 60: expected a tuple but found the number 3",
                "{'descr': '<f8', 'fortran_order': False, 'shape': (3)}; shape at byte 61: expected a tuple but found the number 3",
                "{'descr': '<f8', 'fortran_order': False, 'shape': [3]}; shape at byte 60: expected a tuple but found a list",
                "{'descr': '<f8', 'fortran_order': False, 'shape': (True,)}; shape at byte 61: expected an extent but found True",
                "{'descr': '<f8', 'fortran_order': False, 'shape': None}; shape at byte 60: expected a tuple but found None",
                "{'descr': '<f8', 'fortran_order': False, 'shape': (-1,)}; shape at byte 61: negative extent -1",
                "{'descr': '<f8', 'fortran_order': False, 'shape': (9223372036854775808,)}; does not fit in 64 bits",
                "{'descr': '<f8', 'fortran_order': False, 'shape': (0, 4294967296, 4294967296)}; more than 2^63-1 bytes",
                "{'descr': '<f8', 'fortran_order': False, 'shape': (03,)}; '03,)}' is not a whole number",
                "{'descr': '<f8', 'fortran_order': False, 'shape': (1.5,)}; expected ',' or ')' but found '.5,)}'",
                "{'descr': '<f8', 'fortran_order': False, 'shape': (), 'x': 1}; unknown key 'x'",
                "{'descr': '<f8', 'fortran_order': False, 'shape': (), 'shape': ()}; the key 'shape' appears twice",
                "{'descr': '<f8', 'fortran_order': False}; header at byte 10: the key 'shape' is missing",
                "{'descr': '<f8', 'fortran_order': False, 'shape': ()} x; unexpected 'x' after the value",
                "{'descr': '<f8', 'fortran_order': False, 'shape': (; header ends before the closing ')'",
                "{'descr': '<f8; is not closed",
                "{'de\\\\scr': '<f8'}; escapes are not allowed",
                "{'descr': open('x')}; is not a literal",
                "{'descr' '<f8'}; expected ':'",
                "{1: 2}; expected a key but found the number 1",
                "'x'; expected a dictionary but found the string 'x'",
                "((((((((((((((((((((; nested more than 16 deep"
            })
    void aMalformedDictionaryIsRefusedWithThePlaceOfTheMistake(String text, String message) {
        assertThatThrownBy(() -> read(text))
                .isInstanceOf(FileFormatException.class)
                .hasMessageStartingWith("test.npy: ")
                .hasMessageContaining(message.replace("\\\\", "\\"));
    }

    @Test
    void aHeaderLengthBeyondTheLimitIsRefusedBeforeItIsRead() {
        byte[] file = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 2, 0, -1, -1, -1, -1};
        assertThatThrownBy(() -> NpyHeader.read(new ArraySource(file)))
                .isInstanceOf(FileFormatException.class)
                .hasMessage("test.npy: header length at byte 8: a header of 4294967295 bytes; at most 65536 are read");
    }

    @ParameterizedTest
    @EnumSource(DType.class)
    void everyTypeIsWrittenAsWhatLoadsAsThatType(DType type) {
        byte[] written = NpyHeaderWriter.header(type, Shape.of(0, 7), true);
        assertThat(written.length % 64).isZero();
        NpyHeader header = NpyHeader.read(new ArraySource(written));
        assertThat(header.stored().type()).isEqualTo(type);
        assertThat(header.shape()).isEqualTo(Shape.of(0, 7));
        assertThat(header.fortranOrder()).isTrue();
        assertThat(header.isNative()).isTrue();
    }

    @Test
    void aHeaderTooLongForVersion1IsWrittenAsVersion2() {
        long[] extents = new long[30_000];
        byte[] written = NpyHeaderWriter.header(DType.F64, Shape.of(extents), false);
        assertThat(written[6]).isEqualTo((byte) 2);
        assertThat(written.length % 64).isZero();
    }

    private static String header(String code, String fortranOrder, String shape) {
        return "{'descr': '" + code + "', 'fortran_order': " + fortranOrder + ", 'shape': " + shape + ", }";
    }

    private static NpyHeader read(String dictionary) {
        byte[] text = dictionary.getBytes(StandardCharsets.ISO_8859_1);
        ByteBuffer file = ByteBuffer.allocate(10 + text.length + 64).order(ByteOrder.LITTLE_ENDIAN);
        file.put(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0})
                .putShort((short) text.length)
                .put(text);
        return NpyHeader.read(new ArraySource(file.array()));
    }
}
