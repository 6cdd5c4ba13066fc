package dev.sluice.runtime.file;

import dev.sluice.FileAccessException;
import dev.sluice.Tensor;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/**
 * Writes {@code .npy} files, in native byte order, with the header that NumPy writes. A tensor whose first axis is the
 * contiguous one is written in Fortran order, any other in C order. {@link dev.sluice.DType#BF16}, for which the format
 * has no code, is written as NumPy writes the bfloat16 type of its extensions: as {@code <V2}.
 */
public final class NpyWriter {
    private NpyWriter() {}

    /**
     * Writes a tensor. The file appears whole or not at all, and replaces an older one.
     *
     * @throws FileAccessException when the file cannot be written; an older file is then unchanged
     */
    public static void write(Path file, Tensor tensor) {
        AtomicFile.checkWritable(file);
        try (TensorBytes bytes = TensorBytes.of(tensor);
                AtomicFile target = AtomicFile.create(file)) {
            byte[] header = NpyHeaderWriter.header(tensor.dtype(), tensor.shape(), bytes.fortranOrder());
            target.write(ByteBuffer.wrap(header));
            bytes.forEachPart(target::write);
            target.commit();
        }
    }
}
