package dev.sluice.backend.cuda.kernel;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compiled kernels in a directory, one file each, shared by all processes of a user. A file is the SHA-256 of the image
 * followed by the image; it appears under its name by renaming a finished temporary file, so a reader sees all of it or
 * nothing. A damaged file is treated as absent and replaced by the next write. A cache that cannot be written costs time
 * and nothing else.
 */
final class KernelCache {
    private static final Logger LOG = LoggerFactory.getLogger(KernelCache.class);
    private static final int DIGEST_BYTES = 32;

    private final Path directory;

    KernelCache(Path directory) {
        this.directory = directory;
    }

    /**
     * Where kernels are kept: the setting, {@code XDG_CACHE_HOME}, or {@code .cache} in the home directory.
     *
     * @param configured a directory, or {@code off}
     */
    static Optional<KernelCache> at(Optional<String> configured, Map<String, String> environment, String home) {
        if (configured.isPresent()) {
            return configured.get().equals("off")
                    ? Optional.empty()
                    : Optional.of(new KernelCache(Path.of(configured.get())));
        }
        String cacheHome = environment.getOrDefault("XDG_CACHE_HOME", "");
        Path base = cacheHome.isBlank() ? Path.of(home, ".cache") : Path.of(cacheHome);
        return Optional.of(new KernelCache(base.resolve("sluice").resolve("cuda")));
    }

    /** The name under which the result of compiling {@code input} is kept. */
    static String key(String input) {
        return HexFormat.of().formatHex(digest(input.getBytes(StandardCharsets.UTF_8)));
    }

    /** The image of a key, if it is there and whole. */
    Optional<byte[]> read(String key) {
        byte[] file;
        try {
            file = Files.readAllBytes(directory.resolve(key));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            LOG.debug("the cached kernel {} cannot be read", key, e);
            return Optional.empty();
        }
        if (file.length <= DIGEST_BYTES) {
            LOG.debug("the cached kernel {} is cut off", key);
            return Optional.empty();
        }
        byte[] image = Arrays.copyOfRange(file, DIGEST_BYTES, file.length);
        if (!MessageDigest.isEqual(digest(image), Arrays.copyOf(file, DIGEST_BYTES))) {
            LOG.debug("the cached kernel {} is damaged", key);
            return Optional.empty();
        }
        return Optional.of(image);
    }

    /** Keeps an image. */
    void write(String key, byte[] image) {
        try {
            Files.createDirectories(directory);
            Path temporary = Files.createTempFile(directory, key.substring(0, 16), ".tmp");
            try {
                byte[] file = Arrays.copyOf(digest(image), DIGEST_BYTES + image.length);
                System.arraycopy(image, 0, file, DIGEST_BYTES, image.length);
                Files.write(temporary, file);
                move(temporary, directory.resolve(key));
            } finally {
                Files.deleteIfExists(temporary);
            }
        } catch (IOException e) {
            LOG.debug("the kernel {} cannot be cached in {}", key, directory, e);
        }
    }

    private static void move(Path from, Path to) throws IOException {
        try {
            Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException e) {
            LOG.debug("{} does not rename atomically, so nothing is cached there", to.getParent(), e);
        }
    }

    private static byte[] digest(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
