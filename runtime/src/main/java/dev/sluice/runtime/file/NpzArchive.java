package dev.sluice.runtime.file;

import dev.sluice.FileAccessException;
import dev.sluice.FileFormatException;
import dev.sluice.Tensor;
import dev.sluice.TensorFactory;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * Reads and writes {@code .npz} archives: zip files of {@code .npy} files, stored or deflated, also beyond 4 GiB. The
 * sizes that the directory of an archive states are not trusted; each array is read as a stream, and its checksum
 * verified.
 */
public final class NpzArchive {
    private static final String EXTENSION = ".npy";

    /** Part of the file, so that the same tensors always give the same bytes; the zip format begins here. */
    private static final LocalDateTime TIMESTAMP = LocalDateTime.of(1980, 1, 1, 0, 0);

    private NpzArchive() {}

    /**
     * Reads all arrays, in the order of the archive, named as in NumPy without the extension. Members without the
     * extension are no arrays and are passed over.
     *
     * @throws FileFormatException naming archive, member, field and byte offset within the member; all tensors read
     *     before are closed
     * @throws FileAccessException when the file cannot be opened or read
     */
    public static Map<String, Tensor> read(Path file, TensorFactory factory) {
        FileSource.open(file).close();
        Map<String, Tensor> tensors = new LinkedHashMap<>();
        try (ZipFile archive = new ZipFile(file.toFile())) {
            for (Enumeration<? extends ZipEntry> entries = archive.entries(); entries.hasMoreElements(); ) {
                ZipEntry entry = entries.nextElement();
                if (entry.getName().endsWith(EXTENSION)) {
                    String name = entry.getName().substring(0, entry.getName().length() - EXTENSION.length());
                    if (tensors.containsKey(name)) {
                        throw new FileFormatException(file + ": the array '" + name + "' appears twice");
                    }
                    tensors.put(name, readMember(file, archive, entry, factory));
                }
            }
            return tensors;
        } catch (ZipException | EOFException e) {
            closeAll(tensors);
            throw new FileFormatException(file + ": archive directory: " + FileSource.reason(e), e);
        } catch (IOException e) {
            closeAll(tensors);
            throw new FileAccessException(file + ": " + FileSource.reason(e), e);
        } catch (RuntimeException | Error e) {
            closeAll(tensors);
            throw e;
        }
    }

    private static Tensor readMember(Path file, ZipFile archive, ZipEntry entry, TensorFactory factory)
            throws IOException {
        try (ZipMemberSource source = ZipMemberSource.open(file, archive, entry)) {
            return ElementReader.read(NpyHeader.read(source), source, factory);
        }
    }

    private static void closeAll(Map<String, Tensor> tensors) {
        tensors.values().forEach(Tensor::close);
    }

    /**
     * Writes tensors under their names, uncompressed and in the order of the map. The file appears whole or not at all,
     * and replaces an older one.
     *
     * @throws FileAccessException when the file cannot be written; an older file is then unchanged
     */
    public static void write(Path file, Map<String, Tensor> tensors) {
        try (AtomicFile target = AtomicFile.create(file)) {
            ZipOutputStream archive = new ZipOutputStream(new AtomicFileStream(target));
            for (Map.Entry<String, Tensor> entry : tensors.entrySet()) {
                writeMember(archive, entry.getKey(), entry.getValue());
            }
            archive.close();
            target.commit();
        } catch (IOException e) {
            throw new FileAccessException(file + ": writing failed: " + e.getMessage(), e);
        } catch (UncheckedIOException e) {
            throw new FileAccessException(
                    file + ": writing failed: " + e.getCause().getMessage(), e);
        }
    }

    /** A stored member states size and checksum before its data, so the data is passed over twice. */
    private static void writeMember(ZipOutputStream archive, String name, Tensor tensor) throws IOException {
        try (TensorBytes bytes = TensorBytes.of(tensor)) {
            byte[] header = NpyHeaderWriter.header(tensor.dtype(), tensor.shape(), bytes.fortranOrder());
            CRC32 checksum = new CRC32();
            checksum.update(header);
            bytes.forEachPart(checksum::update);
            ZipEntry entry = new ZipEntry(name + EXTENSION);
            entry.setMethod(ZipEntry.STORED);
            entry.setSize(header.length + bytes.size());
            entry.setCrc(checksum.getValue());
            entry.setTimeLocal(TIMESTAMP);
            archive.putNextEntry(entry);
            archive.write(header);
            byte[] part = new byte[1 << 16];
            bytes.forEachPart(data -> copy(data, part, archive));
            archive.closeEntry();
        }
    }

    private static void copy(ByteBuffer data, byte[] part, OutputStream archive) {
        try {
            while (data.hasRemaining()) {
                int count = Math.min(part.length, data.remaining());
                data.get(part, 0, count);
                archive.write(part, 0, count);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Lets the zip writer of the JDK write to the file. */
    private static final class AtomicFileStream extends OutputStream {
        private final AtomicFile file;

        AtomicFileStream(AtomicFile file) {
            this.file = file;
        }

        @Override
        public void write(int value) {
            file.write(ByteBuffer.wrap(new byte[] {(byte) value}));
        }

        @Override
        public void write(byte[] bytes, int offset, int length) {
            file.write(ByteBuffer.wrap(bytes, offset, length));
        }
    }
}
