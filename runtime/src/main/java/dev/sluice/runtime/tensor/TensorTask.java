package dev.sluice.runtime.tensor;

import dev.sluice.Tensor;
import dev.sluice.device.ExecutionLease;
import dev.sluice.device.PoolStatistics;
import dev.sluice.device.Stream;
import dev.sluice.runtime.async.AsyncCell;
import dev.sluice.runtime.async.Awaitable;
import dev.sluice.runtime.device.DeviceResources;
import dev.sluice.runtime.device.ExecutionPool;
import dev.sluice.runtime.device.HandleLease;
import dev.sluice.runtime.device.StreamLease;
import dev.sluice.runtime.device.Submission;
import dev.sluice.runtime.task.LeaseWait;
import dev.sluice.runtime.task.Operation;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A tensor operation as a device task. It takes its places in program order when it is created. When the operands are
 * there it describes the operation, goes to the device that holds them, acquires the lease, suspended while the pool is
 * exhausted, enqueues the work, and publishes the results, whose data may still be on its way.
 */
final class TensorTask extends Operation<Tensor> {
    private final Description description;
    private final List<AsyncDenseTensor> operands;
    private final boolean inPlace;
    private @Nullable TensorOperation operation;
    private @Nullable LeaseWait<StreamLease> streamWait;
    private @Nullable LeaseWait<HandleLease> handleWait;

    /** What to do with the operands once they are there. */
    interface Description {
        /** Describes the operation; throws when the operands do not fit. */
        TensorOperation describe(DenseTensor[] operands);
    }

    /**
     * Takes the places.
     *
     * @param reads the operands
     * @param writes the cells of the results; the one cell that the operation changes when it works in place
     * @param inPlace whether the first operand is changed and nothing is published
     */
    TensorTask(Description description, List<AsyncDenseTensor> reads, List<AsyncCell<Tensor>> writes, boolean inPlace) {
        super(reads.stream().map(AsyncDenseTensor::cell).toList(), writes);
        this.description = description;
        this.operands = reads;
        this.inPlace = inPlace;
    }

    @Override
    protected @Nullable Awaitable execute() {
        TensorOperation described = operation;
        if (described == null) {
            described = description.describe(values());
            operation = described;
        }
        Awaitable elsewhere = select(described.context().device());
        if (elsewhere != null) {
            return elsewhere;
        }
        Submission submission = submit(described);
        if (submission == null) {
            return streamWait != null ? streamWait : handleWait;
        }
        TensorContext.carryOut(described, submission);
        if (!inPlace) {
            List<DenseTensor> results = described.results();
            for (int index = 0; index < results.size(); index++) {
                publish(index, results.get(index));
            }
        }
        return null;
    }

    private DenseTensor[] values() {
        DenseTensor[] values = new DenseTensor[operands.size()];
        for (int index = 0; index < values.length; index++) {
            values[index] = operands.get(index).viewOf(value(index));
        }
        for (DenseTensor value : values) {
            DenseTensor unused = values[0].context().operand(value);
        }
        return values;
    }

    // --- the lease

    /** Opens a submission; null when the pool is exhausted, and the task must wait for its request. */
    private @Nullable Submission submit(TensorOperation described) {
        DeviceResources resources = described.context().resources();
        return switch (described.lease()) {
            case STREAM -> submitOnStream(resources);
            case BLAS -> submitWithHandle(resources, resources.blas());
            case SOLVER -> submitWithHandle(resources, resources.solver());
        };
    }

    private @Nullable Submission submitOnStream(DeviceResources resources) {
        if (resources.capabilities().executesInline()) {
            return resources.submit();
        }
        if (streamWait != null) {
            return resources.submit(streamWait.lease());
        }
        Optional<Stream> idle = resources.streams().tryAcquire();
        if (idle.isPresent()) {
            return resources.submit((StreamLease) idle.get());
        }
        streamWait = request(
                "a stream of " + resources.device(), resources.streams()::acquire, () -> isPending(resources, null));
        return null;
    }

    private @Nullable Submission submitWithHandle(DeviceResources resources, ExecutionPool pool) {
        if (handleWait != null) {
            return resources.submit(handleWait.lease());
        }
        Optional<ExecutionLease> idle = pool.tryAcquire();
        if (idle.isPresent()) {
            return resources.submit((HandleLease) idle.get());
        }
        handleWait = request(
                "a handle and a stream of " + resources.device(), pool::acquire, () -> isPending(resources, pool));
        return null;
    }

    private static boolean isPending(DeviceResources resources, @Nullable ExecutionPool pool) {
        PoolStatistics streams = resources.streams().statistics();
        return streams.pending() > 0 || pool != null && pool.statistics().pending() > 0;
    }
}
