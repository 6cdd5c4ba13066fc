package dev.sluice.runtime.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.DType;
import dev.sluice.FileFormatException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The codec on files that NumPy wrote, without a tensor. */
class GoldenFilesTest {
    static List<GoldenFiles.Good> good() throws IOException {
        return GoldenFiles.good();
    }

    static List<GoldenFiles.Bad> bad() throws IOException {
        return GoldenFiles.bad();
    }

    @Test
    void theIndexNamesEveryFileOfTheDirectory() throws IOException {
        try (var listed = Files.list(GoldenFiles.directory())) {
            long present =
                    listed.filter(path -> path.toString().endsWith(".npy")).count();
            assertThat(good().size() + bad().size()).isEqualTo((int) present).isPositive();
        }
    }

    @ParameterizedTest
    @MethodSource("good")
    void aGoodFileHasTheShapeOrderAndSumThatNumPySaw(GoldenFiles.Good file) {
        try (FileSource source = FileSource.open(file.path())) {
            NpyHeader header = NpyHeader.read(source);
            assertThat(header.shape()).isEqualTo(file.shape());
            assertThat(header.fortranOrder()).isEqualTo(file.fortranOrder());
            assertThat(header.stored().code()).isEqualTo(file.code().substring(1));
            MemorySegment elements = decode(header, source);
            source.expectEnd();
            // NumPy summed half precision in half precision.
            double tolerance = header.stored() == StoredType.F2 ? 0.05 : 1e-5;
            double expected = Double.parseDouble(file.sum().replaceAll("[()]|[+]0j|j", ""));
            assertThat(sum(header.stored().type(), elements)).isCloseTo(expected, within(tolerance));
        }
    }

    @ParameterizedTest
    @MethodSource("good")
    void theHeaderWrittenForAFileIsTheOneNumPyWrote(GoldenFiles.Good file) throws IOException {
        NpyHeader header;
        try (FileSource source = FileSource.open(file.path())) {
            header = NpyHeader.read(source);
        }
        byte[] original = Arrays.copyOf(Files.readAllBytes(file.path()), (int) header.dataOffset());
        boolean writable = header.isNative() && original[6] == 1;
        byte[] written = NpyHeaderWriter.header(header.stored().type(), header.shape(), header.fortranOrder());
        assertThat(Arrays.equals(written, original)).isEqualTo(writable);
    }

    @ParameterizedTest
    @MethodSource("bad")
    void aBadFileIsRefusedNamingFileFieldAndOffset(GoldenFiles.Bad file) {
        assertThatThrownBy(() -> {
                    try (FileSource source = FileSource.open(file.path())) {
                        NpyHeader.read(source);
                    }
                })
                .isInstanceOf(FileFormatException.class)
                .hasMessageMatching(".*" + file.path().getFileName() + ": [a-z_ ]+ at byte \\d+: .+");
    }

    private static MemorySegment decode(NpyHeader header, ByteSource source) {
        long bytes = header.shape().elements() * header.stored().type().bytes();
        MemorySegment elements = Arena.ofAuto().allocate(bytes, 16);
        new ElementDecoder(header).decode(source, elements);
        return elements;
    }

    /** The sum of the elements; of their real parts where they are complex, as the imaginary ones are zero here. */
    private static double sum(DType type, MemorySegment elements) {
        double sum = 0;
        for (long at = 0; at < elements.byteSize(); at += type.bytes()) {
            sum += switch (type) {
                case BOOL -> elements.get(ValueLayout.JAVA_BYTE, at);
                case I32 -> elements.get(ValueLayout.JAVA_INT, at);
                case I64 -> elements.get(ValueLayout.JAVA_LONG, at);
                case F16 -> Float.float16ToFloat(elements.get(ValueLayout.JAVA_SHORT, at));
                case BF16 -> Float.intBitsToFloat(elements.get(ValueLayout.JAVA_SHORT, at) << 16);
                case F32, C64 -> elements.get(ValueLayout.JAVA_FLOAT, at);
                case F64, C128 -> elements.get(ValueLayout.JAVA_DOUBLE, at);
            };
        }
        return sum;
    }
}
