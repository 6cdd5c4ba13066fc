package dev.sluice.backend.cpu.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.ClosedException;
import dev.sluice.DType;
import dev.sluice.FileAccessException;
import dev.sluice.Layout;
import dev.sluice.Scalar;
import dev.sluice.Shape;
import dev.sluice.Slice;
import dev.sluice.Sluice;
import dev.sluice.SluiceException;
import dev.sluice.SluiceOptions;
import dev.sluice.Tensor;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tensors to files and back. Closing the runtime after each test proves that nothing leaked. */
class NpyFilesTest {
    private final Sluice sluice =
            Sluice.open(SluiceOptions.defaults().withBackend("cpu").asIsolated());

    @TempDir
    Path directory;

    @AfterEach
    void closeRuntime() {
        sluice.close();
    }

    @ParameterizedTest
    @EnumSource(DType.class)
    void everyTypeComesBackAsItWas(DType type) {
        Path file = directory.resolve("x.npy");
        try (var _ = sluice.scope()) {
            Tensor x = sluice.arange(DType.F64, -3, 3, 0.5).reshape(3, 4).cast(type);
            sluice.save(file, x);
            for (Tensor loaded : new Tensor[] {sluice.load(file), sluice.memoryMap(file)}) {
                assertThat(loaded.dtype()).isEqualTo(type);
                assertThat(loaded.shape()).isEqualTo(Shape.of(3, 4));
                assertThat(loaded.toDoubleArray()).containsExactly(x.toDoubleArray());
            }
        }
    }

    @Test
    void scalarsAndEmptyTensorsComeBackAsTheyWere() {
        Path file = directory.resolve("x.npy");
        try (var _ = sluice.scope()) {
            for (long[] extents : new long[][] {{}, {0}, {3, 0, 2}, {1, 1}}) {
                sluice.save(file, sluice.ones(DType.C64, extents));
                assertThat(sluice.load(file).shape()).isEqualTo(Shape.of(extents));
                assertThat(sluice.memoryMap(file).shape()).isEqualTo(Shape.of(extents));
            }
        }
    }

    @Test
    void bfloat16IsWrittenAsTwoBytesWithoutMeaning() throws IOException {
        Path file = directory.resolve("x.npy");
        try (Tensor x = sluice.ones(DType.BF16, 2)) {
            sluice.save(file, x);
        }
        assertThat(Files.readString(file, StandardCharsets.ISO_8859_1)).contains("'descr': '<V2'");
    }

    @Test
    void aViewIsWrittenAsItIsSeen() {
        Path file = directory.resolve("x.npy");
        try (var _ = sluice.scope()) {
            Tensor x = sluice.arange(24).reshape(2, 3, 4);
            Tensor seen = x.slice(Slice.at(1), Slice.every(-1), Slice.every(2));
            sluice.save(file, seen);
            assertThat(sluice.load(file).toLongArray()).containsExactly(20, 22, 16, 18, 12, 14);
        }
    }

    @Test
    void aColumnMajorTensorIsWrittenInFortranOrderWithoutACopy() throws IOException {
        Path file = directory.resolve("x.npy");
        try (var _ = sluice.scope()) {
            Tensor x = sluice.arange(6).reshape(2, 3);
            sluice.save(file, x.transpose());
            assertThat(Files.readString(file, StandardCharsets.ISO_8859_1)).contains("'fortran_order': True");
            Tensor read = sluice.load(file);
            assertThat(read.layout()).isEqualTo(Layout.rowMajor(Shape.of(3, 2)));
            assertThat(read.toLongArray()).containsExactly(0, 3, 1, 4, 2, 5);
            Tensor mapped = sluice.memoryMap(file);
            assertThat(mapped.layout()).isEqualTo(Layout.columnMajor(Shape.of(3, 2)));
            assertThat(mapped.toLongArray()).containsExactly(0, 3, 1, 4, 2, 5);
        }
    }

    @Test
    void aConjugatedViewIsWrittenAsItIsSeen() {
        Path file = directory.resolve("x.npy");
        try (var _ = sluice.scope()) {
            Tensor x = sluice.ofComplex(new double[] {1, 2, 3, -4});
            sluice.save(file, x.conj());
            assertThat(sluice.load(file).toDoubleArray()).containsExactly(1, -2, 3, 4);
        }
    }

    @Test
    void aMappedFileCannotBeWrittenThrough() {
        Path file = directory.resolve("x.npy");
        try (var _ = sluice.scope()) {
            sluice.save(file, sluice.ones(DType.F64, 4));
            Tensor mapped = sluice.memoryMap(file);
            assertThatThrownBy(() -> mapped.fill(Scalar.of(2.0))).isInstanceOf(SluiceException.class);
            assertThatThrownBy(() -> mapped.set(Scalar.of(2.0), 1)).isInstanceOf(SluiceException.class);
            assertThat(sluice.load(file).toDoubleArray()).containsExactly(1, 1, 1, 1);
        }
    }

    @Test
    void aMappedFileMayBeReplacedByWhatIsComputedFromIt() {
        Path file = directory.resolve("x.npy");
        try (var _ = sluice.scope()) {
            sluice.save(file, sluice.ones(DType.F64, 1000));
            Tensor mapped = sluice.memoryMap(file);
            sluice.save(file, mapped.mul(2));
            assertThat(mapped.sum().item()).isEqualTo(1000);
            assertThat(sluice.load(file).sum().item()).isEqualTo(2000);
        }
    }

    @Test
    void aFailedWriteLeavesTheOldFileAndNothingElse() throws IOException {
        Path file = directory.resolve("x.npy");
        try (var _ = sluice.scope()) {
            sluice.save(file, sluice.ones(DType.F64, 4));
            Tensor closed = sluice.ones(DType.F64, 4);
            closed.close();
            assertThatThrownBy(() -> sluice.save(file, closed)).isInstanceOf(ClosedException.class);
            assertThat(sluice.load(file).sum().item()).isEqualTo(4);
        }
        try (var listed = Files.list(directory)) {
            assertThat(listed).containsExactly(file);
        }
    }

    @Test
    void aMissingFileIsNamed() {
        Path missing = directory.resolve("missing.npy");
        assertThatThrownBy(() -> sluice.load(missing))
                .isInstanceOf(FileAccessException.class)
                .hasMessage(missing + ": no such file");
        assertThatThrownBy(() -> sluice.load(directory))
                .isInstanceOf(FileAccessException.class)
                .hasMessage(directory + ": not a regular file");
    }
}
