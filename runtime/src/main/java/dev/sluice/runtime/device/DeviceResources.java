package dev.sluice.runtime.device;

import dev.sluice.UnsupportedOperationByBackendException;
import dev.sluice.device.Device;
import dev.sluice.device.DeviceCapabilities;
import dev.sluice.spi.BlasProvider;
import dev.sluice.spi.DeviceDriver;
import dev.sluice.spi.MapKernel;
import dev.sluice.spi.MapProgram;
import dev.sluice.spi.ReduceKernel;
import dev.sluice.spi.ReduceProgram;
import dev.sluice.spi.SolverProvider;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What one enrolled device lends. Thread-safe. */
public final class DeviceResources implements AutoCloseable {
    private final DeviceDriver driver;
    private final Device device;
    private final KernelCache kernels;
    private final @Nullable ExecutionPool blas;
    private final @Nullable ExecutionPool solver;

    private DeviceResources(DeviceDriver driver) {
        this.driver = driver;
        this.device = driver.device();
        this.kernels = new KernelCache(driver.kernels());
        Optional<BlasProvider> products = driver.blas();
        this.blas = products.map(p -> new ExecutionPool(p::createHandle, p::destroyHandle))
                .orElse(null);
        Optional<SolverProvider> factorisations = driver.solver();
        this.solver = factorisations
                .map(p -> new ExecutionPool(p::createHandle, p::destroyHandle))
                .orElse(null);
    }

    /** Sets up the resources of a device. Nothing is allocated or created on the device before it is asked for. */
    public static DeviceResources open(DeviceDriver driver, ResourceOptions options) {
        if (!driver.capabilities().executesInline()) {
            throw new UnsupportedOperationByBackendException(
                    driver.device() + " does not execute inline, which is not supported yet");
        }
        return new DeviceResources(driver);
    }

    /** The device. */
    public Device device() {
        return device;
    }

    /** The device's primitives. */
    public DeviceDriver driver() {
        return driver;
    }

    /** The device's immutable properties. */
    public DeviceCapabilities capabilities() {
        return driver.capabilities();
    }

    /**
     * The handles for matrix products.
     *
     * @throws UnsupportedOperationByBackendException when the backend has no matrix products
     */
    public ExecutionPool blas() {
        return provided(blas, "matrix products");
    }

    /**
     * The handles for matrix factorisations.
     *
     * @throws UnsupportedOperationByBackendException when the backend has none
     */
    public ExecutionPool solver() {
        return provided(solver, "matrix factorisations");
    }

    private ExecutionPool provided(@Nullable ExecutionPool pool, String what) {
        if (pool == null) {
            throw new UnsupportedOperationByBackendException("the backend of " + device + " offers no " + what);
        }
        return pool;
    }

    /**
     * Allocates a buffer with undefined contents. Never waits for the device.
     *
     * @param bytes the size, at least 0; nothing is allocated for 0
     * @throws dev.sluice.device.OutOfDeviceMemoryException when it does not fit
     */
    public DeviceBuffer allocate(long bytes) {
        if (bytes < 0) {
            throw new IllegalArgumentException("a buffer cannot have " + bytes + " bytes");
        }
        if (bytes == 0) {
            return new DeviceBuffer(this, 0, 0, () -> {});
        }
        long address = driver.allocate(bytes, 0);
        return new DeviceBuffer(this, address, bytes, () -> driver.free(address, bytes, 0));
    }

    /**
     * Makes a buffer of memory that somebody else owns.
     *
     * @param address a device address
     * @param bytes the size, at least 0
     * @param onRelease run once when the buffer is closed and no work uses the memory any more
     */
    public DeviceBuffer adopt(long address, long bytes, Runnable onRelease) {
        if (bytes < 0) {
            throw new IllegalArgumentException("a buffer cannot have " + bytes + " bytes");
        }
        return new DeviceBuffer(this, address, bytes, onRelease);
    }

    /** The compiled form of a program, from the cache. */
    public MapKernel kernel(MapProgram program) {
        return kernels.get(program);
    }

    /** The compiled form of a reduction, from the cache. */
    public ReduceKernel kernel(ReduceProgram program) {
        return kernels.get(program);
    }

    /** Opens a submission. */
    public Submission submit() {
        return new Submission();
    }

    /** Opens a submission with a provider handle. */
    public Submission submit(ExecutionPool pool) {
        return new Submission(pool);
    }

    /** Destroys what was created on the device. */
    @Override
    public void close() {
        if (blas != null) {
            blas.close();
        }
        if (solver != null) {
            solver.close();
        }
    }
}
