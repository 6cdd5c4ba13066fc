package dev.sluice.backend.cuda.kernel;

import dev.sluice.backend.cuda.context.CudaContext;
import dev.sluice.backend.cuda.lwjgl.ArgumentBlock;
import dev.sluice.backend.cuda.lwjgl.DriverStatus;
import dev.sluice.spi.ReductionPlan;
import dev.sluice.spi.SegmentedPlan;
import java.lang.ref.Reference;

/** Chooses form and geometry of a reduction for a plan and launches it, in two steps where outputs are long. */
final class ReduceLaunch implements PlanTables.Builder<ReductionPlan> {
    private final CudaContext context;
    private final int processors;
    private final PlanTables<ReductionPlan> tables;
    private final ThreadLocal<ArgumentBlock> blocks;

    ReduceLaunch(
            CudaContext context,
            int processors,
            boolean streamOrdered,
            StreamRegistry streams,
            ThreadLocal<ArgumentBlock> blocks) {
        this.context = context;
        this.processors = processors;
        this.tables = new PlanTables<>(context, streamOrdered, streams, this);
        this.blocks = blocks;
    }

    long workspaceBytes(CudaReduceKernel kernel, ReductionPlan plan) {
        if (plan.iteration().segments() == 0) {
            return 0;
        }
        ReduceGeometry geometry = ReduceGeometry.of(plan, processors);
        return geometry.parts() == 1
                ? 0
                : Math.multiplyExact(geometry.outputs(), geometry.parts())
                        * ReduceSource.accumulatorBytes(kernel.program());
    }

    void launch(
            CudaReduceKernel kernel,
            ReductionPlan plan,
            long[] addresses,
            long[] parameters,
            long workspace,
            long stream) {
        SegmentedPlan iteration = plan.iteration();
        if (iteration.segments() == 0) {
            if (plan.emptyOutputs() > 0) {
                identities(kernel, plan, addresses, parameters, stream);
            }
            return;
        }
        ReduceGeometry geometry = ReduceGeometry.of(plan, processors);
        if (geometry.parts() > 1 && workspace == 0) {
            throw new IllegalArgumentException("a reduction of " + iteration + " needs a workspace of "
                    + workspaceBytes(kernel, plan) + " bytes, and none was given");
        }
        boolean wide = !PlanShape.isNarrow(iteration);
        int kept = plan.keptRank();
        int combined = iteration.rank() - kept;
        ArgumentBlock block = start(geometry, addresses, parameters, workspace);
        int recordWords = ReduceSource.recordWords(addresses.length, iteration.rank());
        boolean single = iteration.segments() == 1 && block.size() + recordWords <= ArgumentBlock.MAX_WORDS;
        long key = ReduceForm.key(kept, combined, wide, !single);
        long previous = context.enter();
        try {
            if (single) {
                addRecord(block::add, plan, 0, wide);
            } else {
                block.add(tables.table(plan, stream).address());
                block.add(iteration.segments());
            }
            submit(kernel, kernel.reducing(key), key, geometry.groups() * geometry.parts(), stream, block);
            if (geometry.parts() > 1) {
                submit(kernel, kernel.finishing(key), key, geometry.groups(), stream, block);
            }
        } finally {
            context.leave(previous);
            // The plan's table is freed when the plan is unreachable, so it must not become that before the submission.
            Reference.reachabilityFence(plan);
        }
    }

    private void identities(
            CudaReduceKernel kernel, ReductionPlan plan, long[] addresses, long[] parameters, long stream) {
        long outputs = plan.emptyOutputs();
        ReduceGeometry geometry = ReduceGeometry.empty(outputs);
        ArgumentBlock block = start(geometry, addresses, parameters, 0);
        block.add(outputs);
        block.add(0);
        for (int operand = 0; operand < addresses.length; operand++) {
            block.add(0);
        }
        Words.addAxis(block::add, outputs, true);
        for (int operand = 0; operand < addresses.length; operand++) {
            block.add(operand == 0 ? 1 : 0);
        }
        long key = ReduceForm.key(1, 0, true, false);
        long previous = context.enter();
        try {
            submit(kernel, kernel.reducing(key), key, geometry.groups(), stream, block);
        } finally {
            context.leave(previous);
        }
    }

    private ArgumentBlock start(ReduceGeometry geometry, long[] addresses, long[] parameters, long workspace) {
        ArgumentBlock block = blocks.get();
        block.clear();
        block.add(geometry.outputs());
        for (long address : addresses) {
            block.add(address);
        }
        for (long parameter : parameters) {
            block.add(parameter);
        }
        block.add(geometry.parts());
        block.add(geometry.partLength());
        block.add(geometry.lanesLog2());
        block.add(geometry.outputsAdjacent() ? 1 : 0);
        block.add(workspace);
        return block;
    }

    private static void addRecord(Words.Sink sink, ReductionPlan plan, int segment, boolean wide) {
        SegmentedPlan iteration = plan.iteration();
        sink.add(plan.outputs(segment));
        sink.add(plan.combined(segment));
        for (int operand = 0; operand < iteration.operands(); operand++) {
            sink.add(iteration.base(segment, operand));
        }
        Words.addAxes(sink, iteration, segment, 0, iteration.rank(), wide);
        Words.addStrides(sink, iteration, segment, 0, iteration.rank());
    }

    @Override
    public long form(ReductionPlan plan) {
        return 0;
    }

    @Override
    public long[] words(ReductionPlan plan) {
        SegmentedPlan iteration = plan.iteration();
        int segments = iteration.segments();
        boolean wide = !PlanShape.isNarrow(iteration);
        long perBlock = ReduceGeometry.of(plan, processors).outputsPerBlock();
        int record = ReduceSource.recordWords(iteration.operands(), iteration.rank());
        WordArray words = new WordArray(2 * (segments + 1) + Math.multiplyExact(segments, record));
        long groups = 0;
        words.add(0);
        for (int segment = 0; segment < segments; segment++) {
            groups += (plan.outputs(segment) + perBlock - 1) / perBlock;
            words.add(groups);
        }
        long outputs = 0;
        words.add(0);
        for (int segment = 0; segment < segments; segment++) {
            outputs += plan.outputs(segment);
            words.add(outputs);
        }
        for (int segment = 0; segment < segments; segment++) {
            addRecord(words, plan, segment, wide);
        }
        return words.array();
    }

    private void submit(CudaReduceKernel kernel, long function, long key, long grid, long stream, ArgumentBlock block) {
        int status = context.calls()
                .launch(function, Math.toIntExact(grid), ReduceSource.THREADS, stream, block.descriptor());
        if (status != DriverStatus.SUCCESS) {
            throw context.failure(
                    status, "cuLaunchKernel(" + ReduceForm.of(key) + ", " + grid + " blocks) of " + kernel.program());
        }
    }

    void close() {
        tables.close();
    }
}
