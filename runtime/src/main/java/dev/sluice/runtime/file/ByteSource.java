package dev.sluice.runtime.file;

import dev.sluice.FileAccessException;
import dev.sluice.FileFormatException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/**
 * Bytes read once, from front to back. Knows the name of the file and the position in it, so that every error can say
 * where it was found. Not thread-safe.
 */
abstract class ByteSource {
    /** A transfer never asks for more than this, so that the JDK does not allocate buffers of the size of the data. */
    private static final long CHUNK_BYTES = 1 << 22;

    private final String name;
    private long position;

    /**
     * Creates a source.
     *
     * @param name the name of the file, for errors
     */
    ByteSource(String name) {
        this.name = name;
    }

    /** Reads some bytes, at least one when there is room; −1 at the end. */
    abstract int read(ByteBuffer target) throws IOException;

    /**
     * Refuses a claim that {@code bytes} more bytes follow, when the size of the file shows that it is false. A source
     * that does not know how much follows knows at least a bound that the file's own size sets.
     */
    abstract void checkClaim(long bytes, String claim);

    /** The name of the file, for errors. */
    String name() {
        return name;
    }

    /** The number of bytes read so far. */
    long position() {
        return position;
    }

    /** Reads exactly {@code count} bytes of the part {@code field}. */
    byte[] take(int count, String field) {
        byte[] bytes = new byte[count];
        fill(MemorySegment.ofArray(bytes), field);
        return bytes;
    }

    /** Fills {@code target} with bytes of the part {@code field}. */
    void fill(MemorySegment target, String field) {
        long done = 0;
        while (done < target.byteSize()) {
            ByteBuffer chunk = target.asSlice(done, Math.min(CHUNK_BYTES, target.byteSize() - done))
                    .asByteBuffer();
            int count = readChecked(chunk, field);
            if (count < 0) {
                throw error(field, "the file ends after " + done + " of " + target.byteSize() + " bytes");
            }
            done += count;
            position += count;
        }
    }

    /** Checks that nothing follows. */
    void expectEnd() {
        if (readChecked(ByteBuffer.allocate(1), "end") >= 0) {
            throw error("end", "there are bytes after the data");
        }
    }

    private int readChecked(ByteBuffer target, String field) {
        try {
            return read(target);
        } catch (IOException e) {
            throw new FileAccessException(
                    name + ": reading " + field + " at byte " + position + " failed: " + e.getMessage(), e);
        }
    }

    /** An error about {@code field} at the current position. */
    FileFormatException error(String field, String problem) {
        return error(field, position, problem);
    }

    /** An error about {@code field} at {@code offset}. */
    FileFormatException error(String field, long offset, String problem) {
        return new FileFormatException(name + ": " + field + " at byte " + offset + ": " + problem);
    }
}
