package dev.sluice.runtime.tensor;

import dev.sluice.Layout;
import dev.sluice.runtime.device.Submission;
import dev.sluice.runtime.plan.IterationOrder;
import dev.sluice.runtime.plan.MapPlans;
import dev.sluice.spi.SegmentedPlan;
import org.jspecify.annotations.Nullable;

/**
 * One elementwise kernel that overwrites a tensor: with a scalar, with another tensor that broadcasts to it, or with a
 * function of both. A source that shares elements with the destination in another order is copied first, since kernels
 * may visit elements in any order.
 */
final class InPlaceOperation extends TensorOperation {
    private final DenseTensor destination;
    private final boolean readsDestination;
    private final @Nullable StagedInput source;
    private final MapKernels.Entry entry;
    private final SegmentedPlan plan;
    private final long[] parameters;

    private InPlaceOperation(
            DenseTensor destination,
            boolean readsDestination,
            @Nullable StagedInput source,
            MapKernels.Entry entry,
            long[] parameters) {
        super(destination.context());
        this.destination = destination;
        this.readsDestination = readsDestination;
        this.source = source;
        this.entry = entry;
        this.parameters = parameters;
        Layout target = destination.layout();
        Layout[] layouts = new Layout[1 + (readsDestination ? 1 : 0) + (source != null ? 1 : 0)];
        layouts[0] = target;
        if (readsDestination) {
            layouts[1] = target;
        }
        if (source != null) {
            layouts[layouts.length - 1] = source.layout();
        }
        this.plan = MapPlans.of(IterationOrder.ANY, target.shape(), layouts);
    }

    /** The kernel has no input. */
    static InPlaceOperation overwrite(DenseTensor destination, MapKernels.Entry entry, long[] parameters) {
        Overlap.requireWritable(destination);
        return new InPlaceOperation(destination, false, null, entry, parameters);
    }

    /** The kernel's input is {@code source}. */
    static InPlaceOperation overwrite(DenseTensor destination, DenseTensor source, MapKernels.Entry entry) {
        Overlap.requireWritable(destination);
        return new InPlaceOperation(destination, false, stage(destination, source), entry, ParameterWords.NONE);
    }

    /** The kernel's input is the destination. */
    static InPlaceOperation update(DenseTensor destination, MapKernels.Entry entry, long[] parameters) {
        Overlap.requireWritable(destination);
        return new InPlaceOperation(destination, true, null, entry, parameters);
    }

    /** The kernel's inputs are the destination and {@code source}. */
    static InPlaceOperation update(
            DenseTensor destination, DenseTensor source, MapKernels.Entry entry, long[] parameters) {
        Overlap.requireWritable(destination);
        return new InPlaceOperation(destination, true, stage(destination, source), entry, parameters);
    }

    private static StagedInput stage(DenseTensor destination, DenseTensor source) {
        if (!Overlap.inAnotherOrder(destination, source)) {
            return StagedInput.direct(source);
        }
        // The copy keeps the form that the kernel was compiled for.
        return StagedInput.copyOfStored(source);
    }

    @Override
    void allocate() {}

    @Override
    void enqueue(Submission submission) {
        if (plan.segments() == 0) {
            return;
        }
        long[] addresses = new long[plan.operands()];
        if (source != null) {
            addresses[addresses.length - 1] = source.stage(submission);
        }
        addresses[0] = destination.writeAddress(submission);
        if (readsDestination) {
            addresses[1] = addresses[0];
        }
        context().kernelSet().map(entry.kernel(), plan, addresses, parameters, submission.stream());
    }

    @Override
    void discard() {}

    @Override
    DenseTensor result() {
        return destination;
    }
}
