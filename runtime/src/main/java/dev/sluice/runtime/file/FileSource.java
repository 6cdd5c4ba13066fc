package dev.sluice.runtime.file;

import dev.sluice.FileAccessException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** The bytes of a regular file, whose size is known. */
final class FileSource extends ByteSource implements AutoCloseable {
    private final FileChannel channel;
    private final long size;

    private FileSource(String name, FileChannel channel, long size) {
        super(name);
        this.channel = channel;
        this.size = size;
    }

    /**
     * Opens a file.
     *
     * @throws FileAccessException when it does not exist, cannot be read or is not a regular file
     */
    static FileSource open(Path file) {
        try {
            if (Files.exists(file) && !Files.isRegularFile(file)) {
                throw new FileAccessException(file + ": not a regular file");
            }
            FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
            try {
                return new FileSource(file.toString(), channel, channel.size());
            } catch (IOException e) {
                channel.close();
                throw e;
            }
        } catch (IOException e) {
            throw new FileAccessException(file + ": " + reason(e), e);
        }
    }

    /** Why opening a file failed; the exceptions of the JDK give the path where a reason would be. */
    static String reason(IOException e) {
        return switch (e) {
            case NoSuchFileException _ -> "no such file";
            case AccessDeniedException _ -> "permission denied";
            default -> e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
        };
    }

    FileChannel channel() {
        return channel;
    }

    @Override
    int read(ByteBuffer target) throws IOException {
        return channel.read(target);
    }

    @Override
    void checkClaim(long bytes, String claim) {
        long present = size - position();
        if (bytes > present) {
            throw error("data", claim + " needs " + bytes + " bytes but the file has only " + present);
        }
        if (bytes < present) {
            throw error(
                    "end",
                    position() + bytes,
                    present - bytes + " bytes follow the data, which " + claim + " ends here");
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new FileAccessException(name() + ": closing failed: " + e.getMessage(), e);
        }
    }
}
