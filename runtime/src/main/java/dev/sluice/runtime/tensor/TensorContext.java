package dev.sluice.runtime.tensor;

import dev.sluice.ContractViolationException;
import dev.sluice.DType;
import dev.sluice.Layout;
import dev.sluice.ShapeException;
import dev.sluice.Tensor;
import dev.sluice.device.Device;
import dev.sluice.runtime.device.DeviceResources;
import dev.sluice.runtime.device.Submission;
import dev.sluice.runtime.task.TaskScheduler;
import dev.sluice.spi.BlasProvider;
import dev.sluice.spi.Factorisation;
import dev.sluice.spi.KernelSet;
import dev.sluice.spi.SolverProvider;
import java.util.Optional;
import java.util.function.Function;

/**
 * What the tensors of one device share: its resources, its compiled named operations, the scopes of the runtime, and how
 * an operation is carried out by a calling thread. Thread-safe.
 */
public final class TensorContext {
    private final DeviceResources resources;
    private final ScopeStack scopes;
    private final Function<Device, TensorContext> siblings;
    private final TaskScheduler scheduler;
    private final KernelSet kernelSet;
    private final MapKernels mapKernels;
    private final ReduceKernels reduceKernels;
    private final MatrixKernels matrixKernels;
    private final Optional<BlasProvider> blas;
    private final Optional<SolverProvider> solver;

    /**
     * Creates the context of a device.
     *
     * @param siblings finds the context of another enrolled device of the same runtime, or throws
     * @param scheduler runs asynchronous operations of the same runtime
     */
    public TensorContext(
            DeviceResources resources,
            ScopeStack scopes,
            Function<Device, TensorContext> siblings,
            TaskScheduler scheduler) {
        this.resources = resources;
        this.scopes = scopes;
        this.siblings = siblings;
        this.scheduler = scheduler;
        this.kernelSet = resources.driver().kernels();
        this.mapKernels = new MapKernels(resources);
        this.reduceKernels = new ReduceKernels(resources);
        this.matrixKernels = new MatrixKernels(resources);
        this.blas = resources.driver().blas();
        this.solver = resources.driver().solver();
    }

    /** The device's resources. */
    public DeviceResources resources() {
        return resources;
    }

    /** The device. */
    public Device device() {
        return resources.device();
    }

    TaskScheduler scheduler() {
        return scheduler;
    }

    ScopeStack scopes() {
        return scopes;
    }

    TensorContext sibling(Device device) {
        return device.equals(device()) ? this : siblings.apply(device);
    }

    KernelSet kernelSet() {
        return kernelSet;
    }

    MapKernels mapKernels() {
        return mapKernels;
    }

    ReduceKernels reduceKernels() {
        return reduceKernels;
    }

    MatrixKernels matrixKernels() {
        return matrixKernels;
    }

    /** The products of matrices of the given type, where the backend has them. */
    Optional<BlasProvider> blas(DType type) {
        return blas.filter(provider -> provider.supports(type));
    }

    /** The solver, where it can factor matrices of the given type in the given way. */
    Optional<SolverProvider> solver(Factorisation factorisation, DType type) {
        return solver.filter(provider -> provider.supports(factorisation, type));
    }

    /** A new tensor of undefined contents, outside all scopes. */
    DenseTensor allocate(Layout rowMajor, ElementForm form) {
        long bytes;
        try {
            bytes = Math.multiplyExact(
                    rowMajor.shape().elements(), (long) form.type().bytes());
        } catch (ArithmeticException e) {
            throw new ShapeException(form.type() + rowMajor.shape().toString() + " has more than 2^63-1 bytes", e);
        }
        return DenseTensor.owning(this, resources.allocate(bytes), rowMajor, form);
    }

    /** The tensor as an operand of an operation on this device: ours, here, and {@linkplain DenseTensor#open open}. */
    DenseTensor operand(Tensor tensor) {
        if (!(tensor instanceof DenseTensor dense)) {
            throw new ContractViolationException(
                    "a tensor of type " + tensor.getClass().getName()
                            + " was not created by this runtime; use TensorFactory.of to bring its elements in");
        }
        if (dense.context() != this) {
            String where = dense.context().device().equals(device())
                    ? "belong to different runtimes"
                    : "are on " + device() + " and " + dense.context().device() + "; move one with to(device)";
            throw new ContractViolationException("the operands " + where);
        }
        return dense.open();
    }

    /** Carries out an operation that makes a new tensor, which the innermost scope of this thread then owns. */
    DenseTensor run(TensorOperation operation) {
        execute(operation);
        return scopes.add(operation.result());
    }

    /** Carries out an operation. Blocks only for the lease, and where {@link TensorOperation#verify} waits. */
    void execute(TensorOperation operation) {
        carryOut(operation, submit(operation.lease()));
    }

    /** Carries out an operation in a submission opened for it, and closes that. */
    static void carryOut(TensorOperation operation, Submission opened) {
        boolean succeeded = false;
        try {
            try (opened) {
                operation.allocate();
                operation.enqueue(opened);
            }
            operation.verify();
            succeeded = true;
        } finally {
            if (!succeeded) {
                operation.discard();
            }
        }
    }

    private Submission submit(TensorOperation.Lease lease) {
        return switch (lease) {
            case STREAM -> resources.submit();
            case BLAS -> resources.submit(resources.blas());
            case SOLVER -> resources.submit(resources.solver());
        };
    }
}
