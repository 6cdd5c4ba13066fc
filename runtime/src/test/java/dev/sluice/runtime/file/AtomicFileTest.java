package dev.sluice.runtime.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.FileAccessException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AtomicFileTest {
    @TempDir
    Path directory;

    @Test
    void theTargetAppearsWithTheCommitAndNothingElseIsLeft() throws IOException {
        Path target = directory.resolve("a");
        try (AtomicFile file = AtomicFile.create(target)) {
            file.write(bytes("new"));
            assertThat(target).doesNotExist();
            file.commit();
        }
        assertThat(target).hasContent("new");
        assertThat(names()).containsExactly("a");
    }

    @Test
    void withoutACommitTheOldTargetStaysAndNothingElseIsLeft() throws IOException {
        Path target = Files.writeString(directory.resolve("a"), "old");
        try (AtomicFile file = AtomicFile.create(target)) {
            file.write(bytes("new"));
        }
        assertThat(target).hasContent("old");
        assertThat(names()).containsExactly("a");
    }

    @Test
    void aSymbolicLinkIsFollowed() throws IOException {
        Path target = Files.writeString(directory.resolve("a"), "old");
        Path link = Files.createSymbolicLink(directory.resolve("link"), target);
        try (AtomicFile file = AtomicFile.create(link)) {
            file.write(bytes("new"));
            file.commit();
        }
        assertThat(link).isSymbolicLink();
        assertThat(target).hasContent("new");
    }

    @Test
    void anImpossibleTargetIsRefusedBeforeAnythingIsWritten() throws IOException {
        Path plain = Files.writeString(directory.resolve("plain"), "x");
        assertRefused(directory.resolve("missing").resolve("a"), "there is no directory");
        assertRefused(plain.resolve("a"), "is not a directory");
        assertRefused(directory, "it is a directory");
        assertThat(names()).containsExactly("plain");
    }

    private static void assertRefused(Path target, String why) {
        assertThatThrownBy(() -> AtomicFile.checkWritable(target))
                .isInstanceOf(FileAccessException.class)
                .hasMessageStartingWith(target + ": cannot be written: ")
                .hasMessageContaining(why);
    }

    private java.util.List<String> names() throws IOException {
        try (var listed = Files.list(directory)) {
            return listed.map(path -> path.getFileName().toString()).toList();
        }
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }
}
