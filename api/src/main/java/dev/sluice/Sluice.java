package dev.sluice;

import dev.sluice.async.Scheduler;
import dev.sluice.device.Device;
import dev.sluice.device.DeviceCapabilities;
import dev.sluice.device.DeviceResources;
import dev.sluice.engine.EngineProvider;
import dev.sluice.expression.Expression;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The runtime: the enrolled devices, what they lend, and the scheduler. A program opens it once, keeps it in a
 * try-with-resources statement around its work, and creates its tensors from it.
 *
 * {@snippet :
 * try (Sluice sluice = Sluice.open()) {
 *     Tensor a = sluice.uniform(DType.F64, 1, 512, 512);
 *     System.out.println(a.matmul(a.transpose()).sum().item());
 * }
 * }
 *
 * <p>Only one installation may be open at a time, unless it was opened as isolated. Thread-safe.
 */
public interface Sluice extends TensorFactory, AutoCloseable {
    /** Opens the runtime with the best available backend, or the one that {@code -Dsluice.backend} names. */
    static Sluice open() {
        return open(SluiceOptions.defaults());
    }

    /**
     * Opens the runtime.
     *
     * @throws ContractViolationException when an installation is already open
     * @throws BackendUnavailableException when no backend serves the options; the message says why for each
     */
    static Sluice open(SluiceOptions options) {
        return EngineProvider.load().open(options);
    }

    /**
     * The installed runtime.
     *
     * @throws ClosedException when none is open
     */
    static Sluice current() {
        return EngineProvider.load()
                .installed()
                .orElseThrow(() -> new ClosedException("no Sluice is open; call Sluice.open() first"));
    }

    /** The installed runtime, if one is open. */
    static Optional<Sluice> installed() {
        return EngineProvider.load().installed();
    }

    /** The enrolled devices, default first excepted: in the order of enrolment. */
    List<Device> devices();

    /**
     * The default device.
     *
     * @throws BackendUnavailableException when the runtime was opened with no device
     */
    Device defaultDevice();

    /** The properties of an enrolled device. */
    DeviceCapabilities capabilities(Device device);

    /** What an enrolled device lends: streams, handles, buffers. For kernels of one's own, diagnostics and tests. */
    DeviceResources resources(Device device);

    /** The scheduler that asynchronous work of this runtime goes to. */
    Scheduler scheduler();

    /** Opens a scope on the calling thread. */
    Scope scope();

    /**
     * Evaluates an Einstein summation, written as in NumPy: repeated indices, an ellipsis and an implicit output are
     * understood. The order of pairwise contractions is chosen by cost, and contractions run as matrix products where
     * possible.
     *
     * @param expression the subscripts, such as {@code "ij,jk->ik"}
     * @throws ShapeException naming subscript and shapes when they do not fit
     */
    Tensor einsum(String expression, Tensor... operands);

    /** Evaluates an Einstein summation asynchronously. */
    AsyncTensor einsum(String expression, AsyncTensor... operands);

    /**
     * Evaluates a fused elementwise expression in one pass.
     *
     * @param expression a tree over {@code operands.length} inputs
     * @param operands the inputs, which broadcast; input {@code i} of the tree has the type of operand {@code i}
     */
    Tensor map(Expression expression, Tensor... operands);

    /** Reads a {@code .npy} file onto the default device. */
    Tensor load(Path file);

    /** Reads all arrays of a {@code .npz} archive, in their order. */
    Map<String, Tensor> loadArchive(Path file);

    /**
     * Maps a {@code .npy} file into memory, read-only and without reading it, where the device can use host memory and
     * the file has native byte order; reads it otherwise.
     */
    Tensor memoryMap(Path file);

    /** Writes a tensor as {@code .npy}: the file appears whole or not at all. */
    void save(Path file, Tensor tensor);

    /** Writes tensors as an uncompressed {@code .npz} archive. */
    void saveArchive(Path file, Map<String, Tensor> tensors);

    /**
     * Closes the runtime: waits for its work, then releases everything in order.
     *
     * @throws ContractViolationException naming each live buffer, lease and task; the runtime then stays usable
     */
    @Override
    void close();
}
