package dev.sluice.backend.cpu.openblas;

import dev.sluice.spi.BackendConfiguration;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.Arena;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The per-user directory into which embedded libraries are extracted, one folder for each content.
 *
 * <p>Protocol between processes: there is no lock. A file appears under its final name only by an atomic rename of a
 * complete, synced temporary file, so a reader sees nothing or all of it, and a killed extraction leaves only a
 * temporary file. Two processes that extract the same file write the same content, and the last rename wins; a process
 * that has loaded the earlier file keeps it, because a rename does not touch the file that it replaces. A file whose
 * size or checksum is wrong is extracted anew.
 */
final class LibraryCache {

    private static final Logger LOG = LoggerFactory.getLogger(LibraryCache.class);

    /** Temporary files this old belong to no living extraction. */
    private static final long ABANDONED_AFTER_HOURS = 1;

    private static final String TEMPORARY_SUFFIX = ".extracting";

    private final Path root;

    LibraryCache(Path root) {
        this.root = root;
    }

    /** The cache of the setting {@code cache.directory}, of {@code XDG_CACHE_HOME}, or of the home directory. */
    static LibraryCache of(BackendConfiguration configuration) {
        return new LibraryCache(configuration
                .setting("cache.directory")
                .filter(setting -> !setting.isBlank())
                .map(Path::of)
                .orElseGet(LibraryCache::userDirectory));
    }

    private static Path userDirectory() {
        String xdg = System.getenv("XDG_CACHE_HOME");
        // The specification says that a relative path is to be ignored.
        return xdg != null && Path.of(xdg).isAbsolute()
                ? Path.of(xdg, "sluice")
                : Path.of(System.getProperty("user.home"), ".cache", "sluice");
    }

    Path root() {
        return root;
    }

    /**
     * The folder with intact copies of all files of a library.
     *
     * @throws IOException when a file is missing or damaged and cannot be written
     */
    Path extract(EmbeddedLibrary library) throws IOException {
        Path folder = root.resolve("openblas").resolve(key(library));
        boolean written = false;
        for (EmbeddedLibrary.Entry entry : library.files()) {
            Path file = folder.resolve(entry.name());
            if (!isIntact(file, entry)) {
                Files.createDirectories(folder);
                write(file, entry);
                written = true;
            }
        }
        if (written) {
            removeAbandoned(folder);
        }
        return folder;
    }

    /** Distinguishes contents: the sizes and checksums of all files. */
    private static String key(EmbeddedLibrary library) {
        CRC32 all = new CRC32();
        for (EmbeddedLibrary.Entry entry : library.files()) {
            all.update((entry.name() + ':' + entry.size() + ':' + entry.crc() + ';').getBytes(StandardCharsets.UTF_8));
        }
        EmbeddedLibrary.Entry main = library.files().getLast();
        return "%d-%08x-%08x".formatted(main.size(), main.crc(), all.getValue());
    }

    private static boolean isIntact(Path file, EmbeddedLibrary.Entry entry) throws IOException {
        if (!Files.isRegularFile(file) || Files.size(file) != entry.size()) {
            return false;
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
                Arena arena = Arena.ofConfined()) {
            CRC32 crc = new CRC32();
            crc.update(channel.map(FileChannel.MapMode.READ_ONLY, 0, entry.size(), arena)
                    .asByteBuffer());
            return crc.getValue() == entry.crc();
        }
    }

    private static void write(Path file, EmbeddedLibrary.Entry entry) throws IOException {
        Path temporary = file.resolveSibling(
                entry.name() + "." + ProcessHandle.current().pid() + "." + UUID.randomUUID() + TEMPORARY_SUFFIX);
        try {
            try (FileChannel channel =
                            FileChannel.open(temporary, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
                    OutputStream out = Channels.newOutputStream(channel);
                    CheckedInputStream in = new CheckedInputStream(entry.open(), new CRC32())) {
                long size = in.transferTo(out);
                if (size != entry.size() || in.getChecksum().getValue() != entry.crc()) {
                    throw new IOException(entry.uri() + " gave " + size + " bytes with CRC-32 "
                            + Long.toHexString(in.getChecksum().getValue()) + " instead of " + entry.size() + " with "
                            + Long.toHexString(entry.crc()));
                }
                channel.force(true);
            }
            Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(temporary);
        }
    }

    private static void removeAbandoned(Path folder) {
        Instant limit = Instant.now().minus(ABANDONED_AFTER_HOURS, ChronoUnit.HOURS);
        try (DirectoryStream<Path> temporaries = Files.newDirectoryStream(folder, "*" + TEMPORARY_SUFFIX)) {
            for (Path temporary : temporaries) {
                if (Files.getLastModifiedTime(temporary).toInstant().isBefore(limit)) {
                    Files.deleteIfExists(temporary);
                }
            }
        } catch (IOException e) {
            // Another process renamed or removed one meanwhile; the next extraction tidies up.
            LOG.debug("cannot remove abandoned files in {}", folder, e);
        }
    }
}
