package dev.sluice.tck.observe;

import dev.sluice.spi.KernelSet;
import dev.sluice.spi.MapKernel;
import dev.sluice.spi.MapProgram;
import dev.sluice.spi.ReduceKernel;
import dev.sluice.spi.ReduceProgram;
import dev.sluice.spi.ReductionPlan;
import dev.sluice.spi.SegmentedPlan;

/** Kernels behind glass. */
final class ObservedKernels implements KernelSet {
    private final KernelSet kernels;
    private final Failures calls;

    ObservedKernels(KernelSet kernels, Failures calls) {
        this.kernels = kernels;
        this.calls = calls;
    }

    @Override
    public MapKernel compile(MapProgram program) {
        calls.enter(Call.COMPILE, "map");
        return kernels.compile(program);
    }

    @Override
    public ReduceKernel compile(ReduceProgram program) {
        calls.enter(Call.COMPILE, "reduction");
        return kernels.compile(program);
    }

    @Override
    public void map(MapKernel kernel, SegmentedPlan plan, long[] addresses, long[] parameters, long stream) {
        calls.enter(Call.MAP, plan + " on stream " + stream);
        kernels.map(kernel, plan, addresses, parameters, stream);
    }

    @Override
    public long workspaceBytes(ReduceKernel kernel, ReductionPlan plan) {
        return kernels.workspaceBytes(kernel, plan);
    }

    @Override
    public void reduce(
            ReduceKernel kernel, ReductionPlan plan, long[] addresses, long[] parameters, long workspace, long stream) {
        calls.enter(Call.REDUCE, plan.iteration() + " on stream " + stream);
        kernels.reduce(kernel, plan, addresses, parameters, workspace, stream);
    }
}
