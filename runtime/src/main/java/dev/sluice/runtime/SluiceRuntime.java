package dev.sluice.runtime;

import dev.sluice.AsyncTensor;
import dev.sluice.BackendUnavailableException;
import dev.sluice.ClosedException;
import dev.sluice.ContractViolationException;
import dev.sluice.DType;
import dev.sluice.Layout;
import dev.sluice.Scalar;
import dev.sluice.Scope;
import dev.sluice.Sluice;
import dev.sluice.SluiceOptions;
import dev.sluice.Tensor;
import dev.sluice.TensorFactory;
import dev.sluice.async.Scheduler;
import dev.sluice.device.Device;
import dev.sluice.device.DeviceCapabilities;
import dev.sluice.device.DeviceResources;
import dev.sluice.expression.Expression;
import dev.sluice.runtime.einsum.Einsum;
import dev.sluice.runtime.file.NpyReader;
import dev.sluice.runtime.file.NpyWriter;
import dev.sluice.runtime.file.NpzArchive;
import dev.sluice.runtime.tensor.AsyncTensors;
import dev.sluice.runtime.tensor.DeviceTensorFactory;
import dev.sluice.runtime.tensor.ScopeStack;
import dev.sluice.spi.Backend;
import dev.sluice.spi.BackendConfiguration;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** An open runtime: one backend, its enrolled devices and the scheduler. Thread-safe. */
public final class SluiceRuntime implements Sluice {
    private final String backendName;
    private final Backend backend;
    private final EnrolledDevices enrolled;
    private final ScopeStack scopes;
    private final @Nullable DeviceTensorFactory factory;
    private final Runnable uninstall;
    private final Runnable reinstall;
    private final ReentrantLock closing = new ReentrantLock();
    private volatile boolean closed;

    private SluiceRuntime(
            String backendName,
            Backend backend,
            EnrolledDevices enrolled,
            ScopeStack scopes,
            Runnable uninstall,
            Runnable reinstall) {
        this.backendName = backendName;
        this.backend = backend;
        this.enrolled = enrolled;
        this.scopes = scopes;
        this.factory = enrolled.devices().isEmpty() ? null : new DeviceTensorFactory(enrolled.defaultContext());
        this.uninstall = uninstall;
        this.reinstall = reinstall;
    }

    /**
     * Opens a runtime.
     *
     * @param uninstall removes the process-wide lookup when closing begins
     * @param reinstall restores it when closing was refused
     */
    static SluiceRuntime open(SluiceOptions options, Runnable uninstall, Runnable reinstall) {
        Optional<String> named = options.backend().or(() -> Optional.ofNullable(System.getProperty("sluice.backend")));
        return open(
                BackendDiscovery.open(named, new BackendConfiguration(options.settings())),
                options,
                uninstall,
                reinstall);
    }

    /** Opens a runtime on a backend, which it owns from then on, also when this fails. */
    static SluiceRuntime open(
            BackendDiscovery.Opened opened, SluiceOptions options, Runnable uninstall, Runnable reinstall) {
        ScopeStack scopes = new ScopeStack();
        try {
            EnrolledDevices enrolled = EnrolledDevices.enrol(opened.name(), opened.backend(), options, scopes);
            return new SluiceRuntime(opened.name(), opened.backend(), enrolled, scopes, uninstall, reinstall);
        } catch (RuntimeException | Error e) {
            opened.backend().close();
            throw e;
        }
    }

    String backendName() {
        return backendName;
    }

    /** The opened backend, for reports and for the services of its own. */
    public Backend backend() {
        return backend;
    }

    private void requireOpen() {
        if (closed) {
            throw new ClosedException("this Sluice was closed");
        }
    }

    private DeviceTensorFactory factory() {
        requireOpen();
        if (factory == null) {
            throw new BackendUnavailableException("the runtime was opened with no device");
        }
        return factory;
    }

    @Override
    public List<Device> devices() {
        return enrolled.devices();
    }

    @Override
    public Device defaultDevice() {
        return enrolled.defaultDevice();
    }

    @Override
    public DeviceCapabilities capabilities(Device device) {
        return enrolled.context(device).resources().capabilities();
    }

    @Override
    public DeviceResources resources(Device device) {
        requireOpen();
        return enrolled.context(device).resources();
    }

    @Override
    public Scheduler scheduler() {
        return enrolled.scheduler();
    }

    @Override
    public Scope scope() {
        requireOpen();
        return scopes.open();
    }

    @Override
    public Tensor einsum(String expression, Tensor... operands) {
        requireOpen();
        return Einsum.evaluate(expression, List.of(operands));
    }

    @Override
    public AsyncTensor einsum(String expression, AsyncTensor... operands) {
        requireOpen();
        return AsyncTensors.compose(tensors -> Einsum.evaluate(expression, tensors), operands);
    }

    @Override
    public Tensor map(Expression expression, Tensor... operands) {
        return factory().map(expression, operands);
    }

    // --- files

    @Override
    public Tensor load(Path file) {
        return NpyReader.read(file, factory());
    }

    @Override
    public Map<String, Tensor> loadArchive(Path file) {
        return NpzArchive.read(file, factory());
    }

    @Override
    public Tensor memoryMap(Path file) {
        return NpyReader.memoryMap(file, factory());
    }

    @Override
    public void save(Path file, Tensor tensor) {
        requireOpen();
        NpyWriter.write(file, tensor);
    }

    @Override
    public void saveArchive(Path file, Map<String, Tensor> tensors) {
        requireOpen();
        NpzArchive.write(file, tensors);
    }

    // --- creation on the default device

    @Override
    public TensorFactory on(Device device) {
        requireOpen();
        return new DeviceTensorFactory(enrolled.context(device));
    }

    @Override
    public Tensor empty(DType type, long... extents) {
        return factory().empty(type, extents);
    }

    @Override
    public Tensor zeros(DType type, long... extents) {
        return factory().zeros(type, extents);
    }

    @Override
    public Tensor ones(DType type, long... extents) {
        return factory().ones(type, extents);
    }

    @Override
    public Tensor full(DType type, Scalar value, long... extents) {
        return factory().full(type, value, extents);
    }

    @Override
    public Tensor eye(DType type, long rows, long columns) {
        return factory().eye(type, rows, columns);
    }

    @Override
    public Tensor arange(DType type, double start, double stop, double step) {
        return factory().arange(type, start, stop, step);
    }

    @Override
    public Tensor arange(long stop) {
        return factory().arange(stop);
    }

    @Override
    public Tensor linspace(DType type, double start, double stop, long count) {
        return factory().linspace(type, start, stop, count);
    }

    @Override
    public Tensor uniform(DType type, long seed, long... extents) {
        return factory().uniform(type, seed, extents);
    }

    @Override
    public Tensor normal(DType type, long seed, long... extents) {
        return factory().normal(type, seed, extents);
    }

    @Override
    public Tensor of(double[] elements, long... extents) {
        return factory().of(elements, extents);
    }

    @Override
    public Tensor of(float[] elements, long... extents) {
        return factory().of(elements, extents);
    }

    @Override
    public Tensor of(int[] elements, long... extents) {
        return factory().of(elements, extents);
    }

    @Override
    public Tensor of(long[] elements, long... extents) {
        return factory().of(elements, extents);
    }

    @Override
    public Tensor of(boolean[] elements, long... extents) {
        return factory().of(elements, extents);
    }

    @Override
    public Tensor ofComplex(double[] interleaved, long... extents) {
        return factory().ofComplex(interleaved, extents);
    }

    @Override
    public Tensor ofComplex(float[] interleaved, long... extents) {
        return factory().ofComplex(interleaved, extents);
    }

    @Override
    public Tensor of(MemorySegment memory, DType type, Layout layout, long offset) {
        return factory().of(memory, type, layout, offset);
    }

    // --- the end

    /**
     * Closes everything in order: the lookup, the devices' work and resources, the backend. Refused, with everything
     * still in use, while buffers or leases are live.
     */
    @Override
    public void close() {
        closing.lock();
        try {
            if (closed) {
                return;
            }
            uninstall.run();
            try {
                requireNothingLive();
                enrolled.close();
            } catch (ContractViolationException e) {
                reinstall.run();
                throw e;
            }
            closed = true;
            backend.close();
        } finally {
            closing.unlock();
        }
    }

    private void requireNothingLive() {
        enrolled.scheduler().runAll();
        List<String> live = enrolled.describeLive();
        if (!live.isEmpty()) {
            throw new ContractViolationException("Sluice cannot be closed while in use:" + System.lineSeparator() + "  "
                    + String.join(System.lineSeparator() + "  ", live));
        }
    }
}
