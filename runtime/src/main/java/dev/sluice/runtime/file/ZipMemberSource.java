package dev.sluice.runtime.file;

import dev.sluice.FileFormatException;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/**
 * The bytes of one member of an archive, inflated as they are read. How many there are is known only at the end, so a
 * claim is checked against what the archive can hold at most.
 */
final class ZipMemberSource extends ByteSource implements AutoCloseable {
    /** A deflated byte stands for at most this many: two bits for a match of 258 bytes. */
    private static final long MAXIMUM_EXPANSION = 1032;

    private final InputStream stream;
    private final long atMost;
    private final long expectedChecksum;
    private final CRC32 checksum = new CRC32();
    private final byte[] buffer = new byte[1 << 16];

    private ZipMemberSource(String name, InputStream stream, long atMost, long expectedChecksum) {
        super(name);
        this.stream = stream;
        this.atMost = atMost;
        this.expectedChecksum = expectedChecksum;
    }

    static ZipMemberSource open(Path file, ZipFile archive, ZipEntry entry) throws IOException {
        long archiveBytes = Files.size(file);
        boolean deflated = entry.getMethod() == ZipEntry.DEFLATED;
        long atMost = deflated && archiveBytes < Long.MAX_VALUE / MAXIMUM_EXPANSION
                ? archiveBytes * MAXIMUM_EXPANSION
                : archiveBytes;
        String name = file + "[" + entry.getName() + "]";
        try {
            return new ZipMemberSource(name, archive.getInputStream(entry), atMost, entry.getCrc());
        } catch (IllegalArgumentException | ZipException e) {
            throw new FileFormatException(name + ": " + e.getMessage(), e);
        }
    }

    @Override
    int read(ByteBuffer target) throws IOException {
        try {
            int count = stream.read(buffer, 0, Math.min(buffer.length, target.remaining()));
            if (count > 0) {
                checksum.update(buffer, 0, count);
                target.put(buffer, 0, count);
            }
            return count;
        } catch (ZipException | EOFException e) {
            throw corrupt(e);
        }
    }

    private FileFormatException corrupt(IOException e) {
        return new FileFormatException(name() + ": compressed data at byte " + position() + ": " + e.getMessage(), e);
    }

    @Override
    void checkClaim(long bytes, String claim) {
        if (bytes > atMost - position()) {
            throw error("data", claim + " needs " + bytes + " bytes, more than an archive of this size can hold");
        }
    }

    @Override
    void expectEnd() {
        super.expectEnd();
        if (expectedChecksum >= 0 && checksum.getValue() != expectedChecksum) {
            throw error("data", "the checksum does not match: the archive is damaged");
        }
    }

    @Override
    public void close() throws IOException {
        stream.close();
    }
}
