package dev.sluice.backend.cpu.kernel;

import dev.sluice.DType;
import dev.sluice.backend.cpu.memory.BlockPool;
import dev.sluice.spi.ReductionPlan;

/**
 * One call of a reduction. Every unit of outputs is combined from chunks whose bounds depend on the plan alone, in the
 * order of the chunks: on one thread, or with the chunks of a few large units spread over threads, the same operations
 * are carried out.
 */
final class ReductionRun {
    /** The elements of a block of scratch memory. */
    private static final int BLOCK = 1024;
    /** The elements that are accumulated by one call when they need no scratch memory. */
    private static final int DIRECT_BLOCK = 16 * BLOCK;
    /** With fewer elements than this, waking a helper takes longer than doing its part. */
    private static final long PARALLEL = 1L << 16;
    /** The least number of elements of a task that consists of whole units. */
    private static final long TASK = 1L << 15;

    private final CompiledReduction kernel;
    private final Combiner combiner;
    private final ReductionPlan plan;
    private final long[] addresses;
    private final long[] parameters;
    private final BlockPool pool;
    private final WorkerPool workers;

    ReductionRun(
            CompiledReduction kernel,
            ReductionPlan plan,
            long[] addresses,
            long[] parameters,
            BlockPool pool,
            WorkerPool workers) {
        this.kernel = kernel;
        this.combiner = kernel.combiner();
        this.plan = plan;
        this.addresses = addresses;
        this.parameters = parameters;
        this.pool = pool;
        this.workers = workers;
    }

    void run() {
        if (plan.emptyOutputs() != 0) {
            storeIdentities();
            return;
        }
        for (int segment = 0; segment < plan.iteration().segments(); segment++) {
            boolean ordered = kernel.program().reducer().isPosition();
            runSegment(new ReductionShape(plan, segment, kernel.elements(), ordered));
        }
    }

    private void storeIdentities() {
        DType type = kernel.program().outputType();
        boolean one = switch (kernel.program().reducer()) {
            case PRODUCT, ALL -> true;
            default -> false;
        };
        for (long i = 0; i < plan.emptyOutputs(); i++) {
            long output = addresses[0] + i * type.bytes();
            switch (type) {
                case BOOL, I32, I64 -> Combiner.storeWhole(output, one ? 1 : 0, type);
                default -> {
                    DType part = type.realPart();
                    Combiner.storeReal(output, one ? 1 : 0, part);
                    if (type.isComplex()) {
                        Combiner.storeReal(output + part.bytes(), 0, part);
                    }
                }
            }
        }
    }

    private void runSegment(ReductionShape shape) {
        long units = shape.units();
        long unitElements = shape.combined() * shape.unitColumns();
        if (units * unitElements < PARALLEL || workers.parallelism() == 1) {
            runUnits(shape, 0, units);
        } else if (shape.chunks() == 1 || units >= 4L * workers.parallelism()) {
            long perTask = Math.max(1, TASK / unitElements);
            perTask = Math.max(perTask, units / Integer.MAX_VALUE + 1);
            long size = perTask;
            workers.run(
                    Math.toIntExact((units + size - 1) / size),
                    task -> runUnits(shape, task * size, Math.min(units, (task + 1) * size)));
        } else {
            runChunks(shape);
        }
    }

    private long stateBytes(ReductionShape shape) {
        return (long) Long.BYTES * combiner.words() * shape.unitColumns();
    }

    private void runUnits(ReductionShape shape, long first, long last) {
        long stateBytes = stateBytes(shape);
        long blockBytes = (long) BLOCK * kernel.accumulatorBytes();
        long bytes = 2 * stateBytes + blockBytes;
        long memory = pool.allocate(bytes);
        try {
            long chunkState = memory + stateBytes;
            long block = chunkState + stateBytes;
            for (long unit = first; unit < last; unit++) {
                runUnit(shape, unit, memory, chunkState, block);
            }
        } finally {
            pool.free(memory, bytes);
        }
    }

    private void runUnit(ReductionShape shape, long unit, long state, long chunkState, long block) {
        int columns = shape.columnsOf(unit);
        long chunks = shape.chunks();
        if (chunks == 1) {
            runChunk(shape, unit, 0, state, block);
        } else {
            combiner.reset(state, columns);
            for (long chunk = 0; chunk < chunks; chunk++) {
                runChunk(shape, unit, chunk, chunkState, block);
                combiner.merge(state, chunkState, columns);
                if (columns == 1 && combiner.isDecided(state)) {
                    break;
                }
            }
        }
        store(shape, unit, state);
    }

    private void store(ReductionShape shape, long unit, long state) {
        DType type = kernel.program().outputType();
        long output = shape.origin(unit, 0, addresses[0], type.bytes());
        combiner.store(state, shape.columnsOf(unit), output, shape.outputStride(type.bytes()), type);
    }

    /** Few units of many chunks: the chunks run in parallel into a table of states, which are then merged in order. */
    private void runChunks(ReductionShape shape) {
        long stateBytes = stateBytes(shape);
        long blockBytes = (long) BLOCK * kernel.accumulatorBytes();
        long chunks = shape.chunks();
        int tasks = Math.toIntExact(shape.units() * chunks);
        long bytes = stateBytes * tasks;
        long states = pool.allocate(bytes);
        try {
            workers.run(tasks, task -> {
                long block = pool.allocate(blockBytes);
                try {
                    runChunk(shape, task / chunks, task % chunks, states + task * stateBytes, block);
                } finally {
                    pool.free(block, blockBytes);
                }
            });
            long state = pool.allocate(stateBytes);
            try {
                for (long unit = 0; unit < shape.units(); unit++) {
                    int columns = shape.columnsOf(unit);
                    combiner.reset(state, columns);
                    for (long chunk = 0; chunk < chunks; chunk++) {
                        combiner.merge(state, states + (unit * chunks + chunk) * stateBytes, columns);
                    }
                    store(shape, unit, state);
                }
            } finally {
                pool.free(state, stateBytes);
            }
        } finally {
            pool.free(states, bytes);
        }
    }

    private void runChunk(ReductionShape shape, long unit, long chunk, long state, long block) {
        int columns = shape.columnsOf(unit);
        long first = chunk * shape.chunkLength();
        long last = Math.min(shape.combined(), first + shape.chunkLength());
        combiner.reset(state, columns);
        Scratch scratch = Scratch.ofThread();
        BoxWalk walk = scratch.walk;
        shape.describe(walk, unit, addresses);
        walk.seek(first * columns);
        int most = shape.hasColumns() && shape.isDirect(kernel) ? DIRECT_BLOCK : BLOCK;
        while (walk.position() < last * columns) {
            long position = walk.position();
            walk.next(scratch.tile, Math.min(most, last * columns - position));
            if (shape.hasColumns()) {
                accumulate(scratch, state, columns, block, position / columns);
            } else {
                fold(scratch, state, block, position);
                if (combiner.isDecided(state)) {
                    return;
                }
            }
        }
    }

    private boolean isDirect(Tile tile) {
        int operand = kernel.direct();
        return operand != 0 && (tile.count == 1 || tile.strides[operand] == kernel.accumulatorBytes());
    }

    private void fold(Scratch scratch, long state, long block, long position) {
        Tile tile = scratch.tile;
        int count = (int) tile.count;
        int rows = (int) tile.rows;
        if (isDirect(tile) && (rows == 1 || count >= 64)) {
            int operand = kernel.direct();
            for (int row = 0; row < rows; row++) {
                combiner.fold(
                        state,
                        tile.pointers[operand] + row * tile.rowStrides[operand],
                        count,
                        position + (long) row * count);
            }
        } else {
            computeBlock(scratch, block);
            combiner.fold(state, block, rows * count, position);
        }
    }

    private void accumulate(Scratch scratch, long state, int columns, long block, long position) {
        Tile tile = scratch.tile;
        int rows = (int) tile.rows;
        if (isDirect(tile)) {
            int operand = kernel.direct();
            combiner.accumulate(state, columns, tile.pointers[operand], tile.rowStrides[operand], rows, position);
        } else {
            computeBlock(scratch, block);
            combiner.accumulate(state, columns, block, (long) columns * kernel.accumulatorBytes(), rows, position);
        }
    }

    /** Computes the elements of a tile into adjacent places. */
    private void computeBlock(Scratch scratch, long block) {
        Tile tile = scratch.tile;
        int bytes = kernel.accumulatorBytes();
        tile.pointers[0] = block;
        tile.strides[0] = bytes;
        tile.rowStrides[0] = tile.count * bytes;
        kernel.elements().run(tile, parameters);
    }
}
