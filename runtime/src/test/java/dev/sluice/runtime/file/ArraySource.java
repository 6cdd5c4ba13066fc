package dev.sluice.runtime.file;

import java.nio.ByteBuffer;

/** A file in memory. Accepts any claim that it can satisfy. */
final class ArraySource extends ByteSource {
    private final ByteBuffer contents;

    ArraySource(byte[] contents) {
        super("test.npy");
        this.contents = ByteBuffer.wrap(contents);
    }

    @Override
    int read(ByteBuffer target) {
        if (!contents.hasRemaining()) {
            return -1;
        }
        int count = Math.min(target.remaining(), contents.remaining());
        target.put(contents.slice(contents.position(), count));
        contents.position(contents.position() + count);
        return count;
    }

    @Override
    void checkClaim(long bytes, String claim) {
        if (bytes > contents.remaining()) {
            throw error("data", claim + " is more than there is");
        }
    }
}
