package dev.sluice.backend.cpu.kernel;

import dev.sluice.backend.cpu.memory.BlockPool;
import dev.sluice.spi.KernelSet;
import dev.sluice.spi.MapKernel;
import dev.sluice.spi.MapProgram;
import dev.sluice.spi.ReduceKernel;
import dev.sluice.spi.ReduceProgram;
import dev.sluice.spi.ReductionPlan;
import dev.sluice.spi.SegmentedPlan;

/** Elementwise and reduction kernels on the host: expressions compiled to bytecode. */
public final class CpuKernels implements KernelSet {
    private final BlockPool pool;
    private final WorkerPool workers;
    private final KernelBacking backing;

    /**
     * Creates the kernel set.
     *
     * @param pool where temporary memory comes from
     * @param workers the threads that help with large operations
     * @param vector whether SIMD may be used where the JVM offers it
     */
    public CpuKernels(BlockPool pool, WorkerPool workers, boolean vector) {
        this.pool = pool;
        this.workers = workers;
        this.backing = KernelBacking.choose(vector);
    }

    /** What the kernels compute with, for people to read. */
    public String describe() {
        return backing.describe();
    }

    @Override
    public MapKernel compile(MapProgram program) {
        return compileMap(program);
    }

    private CompiledMap compileMap(MapProgram program) {
        return new CompiledMap(program, backing.loops(program));
    }

    @Override
    public ReduceKernel compile(ReduceProgram program) {
        return new CompiledReduction(
                program,
                compileMap(CompiledReduction.elementProgram(program)),
                backing.combiners().of(program));
    }

    @Override
    public void map(MapKernel kernel, SegmentedPlan plan, long[] addresses, long[] parameters, long stream) {
        MapDriver.run((CompiledMap) kernel, plan, addresses, parameters, workers);
    }

    @Override
    public long workspaceBytes(ReduceKernel kernel, ReductionPlan plan) {
        // Scratch memory depends on how many threads take part, so it comes from the pool when that is known.
        return 0;
    }

    @Override
    public void reduce(
            ReduceKernel kernel, ReductionPlan plan, long[] addresses, long[] parameters, long workspace, long stream) {
        new ReductionRun((CompiledReduction) kernel, plan, addresses, parameters, pool, workers).run();
    }
}
