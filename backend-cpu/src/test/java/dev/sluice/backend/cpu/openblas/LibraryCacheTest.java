package dev.sluice.backend.cpu.openblas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LibraryCacheTest {

    private static final byte[] CONTENT = {10, 20, 30, 40};

    @TempDir
    private Path directory;

    private Path source;
    private Path root;
    private LibraryCache cache;

    @BeforeEach
    void createSource() throws IOException {
        source = Files.write(directory.resolve("source.so"), CONTENT);
        root = directory.resolve("cache");
        cache = new LibraryCache(root);
    }

    @Test
    void anEmptyCacheIsFilled() throws IOException {
        Path folder = cache.extract(library());
        assertThat(folder).startsWith(root);
        assertThat(folder.resolve("lib.so")).hasBinaryContent(CONTENT);
    }

    @Test
    void anIntactFileIsLeftAlone() throws IOException {
        Path file = cache.extract(library()).resolve("lib.so");
        FileTime longAgo = FileTime.from(Instant.EPOCH);
        Files.setLastModifiedTime(file, longAgo);
        cache.extract(library());
        assertThat(Files.getLastModifiedTime(file)).isEqualTo(longAgo);
    }

    @Test
    void anIntactFileNeedsNoSource() throws IOException {
        EmbeddedLibrary library = library();
        Path file = cache.extract(library).resolve("lib.so");
        Files.delete(source);
        assertThat(cache.extract(library).resolve("lib.so")).isEqualTo(file).hasBinaryContent(CONTENT);
    }

    @Test
    void aFileWithAWrongByteIsReplaced() throws IOException {
        Path file = cache.extract(library()).resolve("lib.so");
        Files.write(file, new byte[] {10, 20, 31, 40});
        cache.extract(library());
        assertThat(file).hasBinaryContent(CONTENT);
    }

    @Test
    void aTruncatedFileIsReplaced() throws IOException {
        Path file = cache.extract(library()).resolve("lib.so");
        Files.write(file, new byte[] {10});
        cache.extract(library());
        assertThat(file).hasBinaryContent(CONTENT);
    }

    @Test
    void anotherContentGoesToAnotherFolder() throws IOException {
        Path folder = cache.extract(library());
        byte[] other = {1, 2, 3, 4};
        Files.write(source, other);
        Path otherFolder = cache.extract(library());
        assertThat(otherFolder).isNotEqualTo(folder);
        assertThat(folder.resolve("lib.so")).hasBinaryContent(CONTENT);
        assertThat(otherFolder.resolve("lib.so")).hasBinaryContent(other);
    }

    @Test
    void whatAKilledExtractionLeftIsRemovedOnceItIsOld() throws IOException {
        Path folder = cache.extract(library());
        Path old = Files.createFile(folder.resolve("lib.so.1.x.extracting"));
        Files.setLastModifiedTime(old, FileTime.from(Instant.now().minus(Duration.ofHours(2))));
        Path fresh = Files.createFile(folder.resolve("lib.so.2.x.extracting"));
        Files.delete(folder.resolve("lib.so"));
        cache.extract(library());
        assertThat(old).doesNotExist();
        assertThat(fresh).exists();
    }

    @Test
    void aSourceThatIsNotWhatItsDirectorySaysIsRejectedAndNothingIsLeft() throws IOException {
        EmbeddedLibrary library = library();
        Files.write(source, new byte[] {1, 2, 3, 4});
        assertThatThrownBy(() -> cache.extract(library))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("CRC-32");
        try (Stream<Path> paths = Files.walk(root)) {
            assertThat(paths.filter(Files::isRegularFile)).isEmpty();
        }
    }

    private EmbeddedLibrary library() throws IOException {
        byte[] content = Files.readAllBytes(source);
        CRC32 crc = new CRC32();
        crc.update(content);
        return new EmbeddedLibrary(
                source.toString(),
                List.of(new EmbeddedLibrary.Entry("lib.so", source.toUri(), content.length, crc.getValue())));
    }
}
