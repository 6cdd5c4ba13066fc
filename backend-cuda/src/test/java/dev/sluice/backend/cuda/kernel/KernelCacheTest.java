package dev.sluice.backend.cuda.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kernels kept on disk. */
class KernelCacheTest {
    private static final byte[] IMAGE = {1, 2, 3, 4, 5};

    @TempDir
    Path directory;

    private final String key = KernelCache.key("source");
    private KernelCache cache;

    @BeforeEach
    void create() {
        cache = new KernelCache(directory.resolve("kernels"));
    }

    @Test
    void whatWasWrittenIsRead() {
        cache.write(key, IMAGE);
        assertThat(cache.read(key))
                .hasValueSatisfying(image -> assertThat(image).isEqualTo(IMAGE));
    }

    @Test
    void anAbsentKernelIsNotFound() {
        assertThat(cache.read(key)).isEmpty();
    }

    @Test
    void aDamagedKernelIsNotFoundAndReplacedByTheNextWrite() throws IOException {
        cache.write(key, IMAGE);
        Path file = directory.resolve("kernels").resolve(key);
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length - 1] ^= 1;
        Files.write(file, bytes);
        assertThat(cache.read(key)).isEmpty();
        cache.write(key, IMAGE);
        assertThat(cache.read(key)).isPresent();
    }

    @Test
    void aKernelThatWasCutOffIsNotFound() throws IOException {
        cache.write(key, IMAGE);
        Path file = directory.resolve("kernels").resolve(key);
        Files.write(file, java.util.Arrays.copyOf(Files.readAllBytes(file), 20));
        assertThat(cache.read(key)).isEmpty();
    }

    @Test
    void noTemporaryFileStaysBehind() throws IOException {
        cache.write(key, IMAGE);
        try (var files = Files.list(directory.resolve("kernels"))) {
            assertThat(files).hasSize(1);
        }
    }

    @Test
    void aDirectoryThatCannotBeWrittenCostsNothingButTime() throws IOException {
        Path file = Files.createFile(directory.resolve("file"));
        KernelCache unusable = new KernelCache(file);
        unusable.write(key, IMAGE);
        assertThat(unusable.read(key)).isEmpty();
    }

    @Test
    void differentSourcesHaveDifferentKeys() {
        assertThat(KernelCache.key("a")).isNotEqualTo(KernelCache.key("b")).hasSize(64);
    }

    @Test
    void theCacheCanBeTurnedOff() {
        assertThat(KernelCache.at(Optional.of("off"), Map.of(), "/home")).isEmpty();
    }
}
