package dev.sluice.runtime.file;

import dev.sluice.FileAccessException;
import dev.sluice.FileFormatException;
import dev.sluice.Layout;
import dev.sluice.Tensor;
import dev.sluice.TensorFactory;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;

/**
 * Reads {@code .npy} files: format 1.0 to 3.0, both byte orders, both orders of axes. Element types that Sluice lacks
 * load into the next wider one where there is one; what is written as two bytes without meaning loads as bfloat16.
 */
public final class NpyReader {
    private NpyReader() {}

    /**
     * Reads a file into a new row-major tensor.
     *
     * @throws FileFormatException naming file, field and byte offset when the file is malformed, truncated, followed by
     *     other bytes, or of an unsupported element type; nothing of the size that the header claims is allocated
     *     before that size is found to be the file's
     * @throws FileAccessException when the file cannot be opened or read
     */
    public static Tensor read(Path file, TensorFactory factory) {
        try (FileSource source = FileSource.open(file)) {
            return ElementReader.read(NpyHeader.read(source), source, factory);
        }
    }

    /**
     * Maps a file into memory, read-only and without reading it. The mapping ends when the tensor has become
     * unreachable. A file in Fortran order gives a tensor with the strides of that order.
     *
     * <p>A file that cannot be mapped as it is gets read: elements of foreign byte order or of a type that is widened,
     * truth values (which must be looked at, since a file may store true as any byte but 0), data that is not aligned
     * to the element size, and no data at all.
     *
     * @throws FileFormatException as {@link #read}
     * @throws FileAccessException as {@link #read}
     */
    public static Tensor memoryMap(Path file, TensorFactory factory) {
        try (FileSource source = FileSource.open(file)) {
            NpyHeader header = NpyHeader.read(source);
            if (!canMap(header)) {
                return ElementReader.read(header, source, factory);
            }
            MemorySegment elements = map(source, header);
            Layout layout =
                    header.fortranOrder() ? Layout.columnMajor(header.shape()) : Layout.rowMajor(header.shape());
            return factory.of(elements, header.stored().type(), layout, 0);
        }
    }

    private static boolean canMap(NpyHeader header) {
        return header.isNative()
                && header.stored() != StoredType.B1
                && header.shape().elements() > 0
                && header.dataOffset() % header.stored().swapUnit() == 0;
    }

    /** The arena is an automatic one, so that the mapping lives as long as the tensor that holds the segment. */
    private static MemorySegment map(FileSource source, NpyHeader header) {
        try {
            return source.channel().map(MapMode.READ_ONLY, header.dataOffset(), header.dataBytes(), Arena.ofAuto());
        } catch (IOException e) {
            throw new FileAccessException(source.name() + ": mapping failed: " + e.getMessage(), e);
        }
    }
}
