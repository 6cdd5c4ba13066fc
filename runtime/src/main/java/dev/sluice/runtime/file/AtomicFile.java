package dev.sluice.runtime.file;

import dev.sluice.FileAccessException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A file that appears whole or not at all. It is written beside its target under another name, forced to the disk, and
 * renamed by {@link #commit}; closing it without a commit removes it and leaves an older target as it was. A symbolic
 * link is followed. A target that is no regular file, such as a pipe, is written in place.
 *
 * <p>Not thread-safe; several processes may write the same target, and one of them wins.
 */
public final class AtomicFile implements AutoCloseable {
    private final Path target;
    private final Path written;
    private final FileChannel channel;
    private boolean open = true;

    private AtomicFile(Path target, Path written, FileChannel channel) {
        this.target = target;
        this.written = written;
        this.channel = channel;
    }

    /**
     * Checks what can be checked before the contents exist.
     *
     * @throws FileAccessException saying why {@code file} cannot be written
     */
    public static void checkWritable(Path file) {
        Path target = resolve(file);
        if (Files.isDirectory(target)) {
            throw new FileAccessException(file + ": cannot be written: it is a directory");
        }
        if (isSpecial(target)) {
            if (!Files.isWritable(target)) {
                throw new FileAccessException(file + ": cannot be written: permission denied");
            }
            return;
        }
        Path directory = directory(target);
        if (!Files.exists(directory)) {
            throw new FileAccessException(file + ": cannot be written: there is no directory " + directory);
        }
        if (!Files.isDirectory(directory)) {
            throw new FileAccessException(file + ": cannot be written: " + directory + " is not a directory");
        }
        if (!Files.isWritable(directory)) {
            throw new FileAccessException(file + ": cannot be written: no permission to create files in " + directory);
        }
    }

    /**
     * Starts writing.
     *
     * @throws FileAccessException when the file cannot be created
     */
    public static AtomicFile create(Path file) {
        checkWritable(file);
        Path target = resolve(file);
        try {
            if (isSpecial(target)) {
                return new AtomicFile(target, target, FileChannel.open(target, StandardOpenOption.WRITE));
            }
            Path beside = directory(target)
                    .resolve("." + target.getFileName() + "."
                            + Long.toHexString(ThreadLocalRandom.current().nextLong()) + ".part");
            FileChannel channel = FileChannel.open(beside, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            return new AtomicFile(target, beside, channel);
        } catch (IOException e) {
            throw new FileAccessException(file + ": cannot be written: " + FileSource.reason(e), e);
        }
    }

    /** Appends all bytes that {@code bytes} has left. */
    public void write(ByteBuffer bytes) {
        try {
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
        } catch (IOException e) {
            throw failure("writing failed", e);
        }
    }

    /** Makes the written file the target. */
    public void commit() {
        try {
            if (written.equals(target)) {
                channel.close();
                open = false;
                return;
            }
            channel.force(true);
            channel.close();
            Files.move(written, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            open = false;
        } catch (IOException e) {
            throw failure("writing failed", e);
        }
    }

    /** Removes what was written, unless it was committed. */
    @Override
    public void close() {
        if (!open) {
            return;
        }
        open = false;
        try {
            channel.close();
            if (!written.equals(target)) {
                Files.deleteIfExists(written);
            }
        } catch (IOException e) {
            throw failure("removing " + written + " failed", e);
        }
    }

    private FileAccessException failure(String what, IOException e) {
        return new FileAccessException(target + ": " + what + ": " + FileSource.reason(e), e);
    }

    private static Path resolve(Path file) {
        try {
            return Files.isSymbolicLink(file) && Files.exists(file) ? file.toRealPath() : file;
        } catch (IOException e) {
            throw new FileAccessException(file + ": cannot be written: " + FileSource.reason(e), e);
        }
    }

    private static boolean isSpecial(Path target) {
        return Files.exists(target) && !Files.isRegularFile(target) && !Files.isDirectory(target);
    }

    private static Path directory(Path target) {
        Path parent = target.toAbsolutePath().getParent();
        return parent == null ? target.toAbsolutePath() : parent;
    }
}
