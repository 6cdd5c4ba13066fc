package dev.sluice.runtime.tensor;

import dev.sluice.device.DeviceException;
import dev.sluice.runtime.device.DeviceBuffer;
import dev.sluice.runtime.device.DeviceResources;
import dev.sluice.runtime.device.Submission;
import dev.sluice.spi.DeviceDriver;
import java.lang.foreign.MemorySegment;

/**
 * Moves bytes between tensors and host memory and waits until they have arrived. Host-accessible memory is copied
 * directly; other memory goes through pinned memory, piece by piece.
 */
final class HostTransfer {
    private static final long PIECE_BYTES = 8 << 20;

    private HostTransfer() {}

    /** Copies bytes of a tensor, from {@code offset} bytes after its first element on, to the host. */
    static void download(DenseTensor source, long offset, MemorySegment destination) {
        DeviceDriver driver = source.context().resources().driver();
        try (Submission submission = source.context().resources().submit()) {
            long address = source.readAddress(submission) + offset;
            long stream = submission.stream();
            if (driver.capabilities().hostAccessible()) {
                await(driver, stream);
                destination.copyFrom(hostView(driver, address, destination.byteSize()));
                return;
            }
            MemorySegment pinned = driver.allocatePinned(Math.min(PIECE_BYTES, destination.byteSize()));
            try {
                for (long done = 0; done < destination.byteSize(); done += pinned.byteSize()) {
                    long bytes = Math.min(pinned.byteSize(), destination.byteSize() - done);
                    MemorySegment piece = pinned.asSlice(0, bytes);
                    driver.copyToHost(piece, address + done, stream);
                    driver.synchronizeStream(stream);
                    destination.asSlice(done, bytes).copyFrom(piece);
                }
            } catch (DeviceException e) {
                settle(driver, stream, e);
                throw e;
            } finally {
                driver.freePinned(pinned);
            }
        }
    }

    /** A copy may still use the staging memory when waiting for it failed: waits once more before that is freed. */
    private static void settle(DeviceDriver driver, long stream, DeviceException failure) {
        try {
            driver.synchronizeStream(stream);
        } catch (DeviceException again) {
            if (again != failure) {
                failure.addSuppressed(again);
            }
        }
    }

    /** Copies host bytes to the beginning of a buffer. */
    static void upload(MemorySegment source, DeviceBuffer destination) {
        if (source.byteSize() == 0) {
            return;
        }
        DeviceDriver driver = destination.resources().driver();
        try (Submission submission = destination.resources().submit()) {
            long address = submission.write(destination);
            long stream = submission.stream();
            if (driver.capabilities().hostAccessible()) {
                await(driver, stream);
                hostView(driver, address, source.byteSize()).copyFrom(source);
                return;
            }
            MemorySegment pinned = driver.allocatePinned(Math.min(PIECE_BYTES, source.byteSize()));
            try {
                for (long done = 0; done < source.byteSize(); done += pinned.byteSize()) {
                    long bytes = Math.min(pinned.byteSize(), source.byteSize() - done);
                    MemorySegment piece = pinned.asSlice(0, bytes);
                    piece.copyFrom(source.asSlice(done, bytes));
                    driver.copyFromHost(address + done, piece, stream);
                    driver.synchronizeStream(stream);
                }
            } catch (DeviceException e) {
                settle(driver, stream, e);
                throw e;
            } finally {
                driver.freePinned(pinned);
            }
        }
    }

    /** Waits until the data of a tensor is there. */
    static void await(DenseTensor tensor) {
        DeviceResources resources = tensor.context().resources();
        if (!resources.capabilities().executesInline()) {
            try (Submission submission = resources.submit()) {
                long unused = tensor.readAddress(submission);
                resources.driver().synchronizeStream(submission.stream());
            }
        }
    }

    private static void await(DeviceDriver driver, long stream) {
        if (!driver.capabilities().executesInline()) {
            driver.synchronizeStream(stream);
        }
    }

    static MemorySegment hostView(DeviceDriver driver, long address, long bytes) {
        return driver.hostView(address, bytes)
                .orElseThrow(() -> new IllegalStateException(
                        driver.device() + " is host-accessible but gives no host view of its memory"));
    }
}
