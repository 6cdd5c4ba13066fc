package dev.sluice.backend.cuda.kernel;

import dev.sluice.backend.cuda.context.CudaContext;
import dev.sluice.backend.cuda.lwjgl.ArgumentBlock;
import dev.sluice.backend.cuda.lwjgl.DriverStatus;
import dev.sluice.spi.SegmentedPlan;
import java.lang.ref.Reference;

/**
 * Chooses the form of an elementwise kernel for a plan and launches it. A launch with a single segment allocates
 * nothing: its axes travel with the arguments. Many segments are described by a table in device memory.
 */
final class MapLaunch implements PlanTables.Builder<SegmentedPlan> {
    private static final int NARROW_BIT = 1;
    private static final int RUNS_BIT = 2;
    private static final int TILE = 32;
    /** The widest access in bytes, and the most elements in one. */
    private static final int ACCESS_BYTES = 16;

    private static final int MAX_WIDTH = 8;
    /** From here on there are blocks enough for each to work on several spans, and so to look up fewer segments. */
    private static final long MANY_ELEMENTS = 1L << 24;

    private static final int SPANS_OF_MANY = 8;
    private static final int SMALLEST_GRANULE_LOG2 = 8;
    private static final int MOST_GRANULES = 1 << 16;

    private final CudaContext context;
    private final PlanTables<SegmentedPlan> tables;
    private final ThreadLocal<ArgumentBlock> blocks;

    MapLaunch(CudaContext context, boolean streamOrdered, StreamRegistry streams, ThreadLocal<ArgumentBlock> blocks) {
        this.context = context;
        this.tables = new PlanTables<>(context, streamOrdered, streams, this);
        this.blocks = blocks;
    }

    void launch(CudaMapKernel kernel, SegmentedPlan plan, long[] addresses, long[] parameters, long stream) {
        if (plan.segments() == 0) {
            return;
        }
        ArgumentBlock block = blocks.get();
        block.clear();
        block.add(plan.elements());
        try {
            if (plan.segments() == 1 && fitsArguments(kernel, plan)) {
                single(kernel, plan, addresses, parameters, stream, block);
            } else {
                many(kernel, plan, addresses, parameters, stream, block);
            }
        } finally {
            // The plan's table is freed when the plan is unreachable, so it must not become that before the submission.
            Reference.reachabilityFence(plan);
        }
    }

    private static boolean fitsArguments(CudaMapKernel kernel, SegmentedPlan plan) {
        return 1 + kernel.operands() + kernel.parameterWords() + MapSource.segmentWords(kernel.operands(), plan.rank())
                <= ArgumentBlock.MAX_WORDS;
    }

    private void single(
            CudaMapKernel kernel,
            SegmentedPlan plan,
            long[] addresses,
            long[] parameters,
            long stream,
            ArgumentBlock block) {
        long alignment = 0;
        for (int operand = 0; operand < kernel.operands(); operand++) {
            long address = addresses[operand] + plan.base(0, operand) * kernel.size(operand);
            alignment |= address;
            block.add(address);
        }
        addParameters(block, parameters);
        long uniform = contiguousForm(kernel, plan);
        if (uniform >= 0) {
            int width = width(kernel, alignment);
            long key = MapForm.key(MapForm.Walk.CONTIGUOUS, 0, false, width, uniform);
            long chunk = packedChunk(kernel, width);
            submit(kernel, key, ceilDivide(plan.elements(), chunk), stream, block);
            return;
        }
        boolean wide = !PlanShape.isNarrow(plan, 0);
        long transposed = wide ? 0 : TransposedAxes.find(plan, kernel);
        if (transposed != 0) {
            transposed(kernel, plan, transposed, stream, block);
            return;
        }
        Words.addAxes(block::add, plan, 0, 0, plan.rank(), wide);
        Words.addStrides(block::add, plan, 0, 0, plan.rank());
        long key = MapForm.key(MapForm.Walk.STRIDED, plan.rank(), wide, 1, 0);
        submit(kernel, key, ceilDivide(plan.elements(), stridedChunk(kernel)), stream, block);
    }

    private void transposed(CudaMapKernel kernel, SegmentedPlan plan, long found, long stream, ArgumentBlock block) {
        int last = TransposedAxes.last(found);
        int tiled = TransposedAxes.tiled(found);
        long outer = 1;
        for (int axis = 0; axis < plan.rank(); axis++) {
            if (axis != last && axis != tiled) {
                Words.addAxis(block::add, plan.extent(0, axis), false);
                outer *= plan.extent(0, axis);
            }
        }
        Words.addAxis(block::add, plan.extent(0, tiled), false);
        Words.addAxis(block::add, plan.extent(0, last), false);
        for (int axis = 0; axis < plan.rank(); axis++) {
            if (axis != last && axis != tiled) {
                Words.addStrides(block::add, plan, 0, axis, axis + 1);
            }
        }
        Words.addStrides(block::add, plan, 0, tiled, tiled + 1);
        Words.addStrides(block::add, plan, 0, last, last + 1);
        long tiles = ceilDivide(plan.extent(0, last), TILE) * ceilDivide(plan.extent(0, tiled), TILE);
        long key = MapForm.key(MapForm.Walk.TRANSPOSED, plan.rank(), false, 1, TransposedAxes.marked(found));
        submit(kernel, key, outer * tiles, stream, block);
    }

    private void many(
            CudaMapKernel kernel,
            SegmentedPlan plan,
            long[] addresses,
            long[] parameters,
            long stream,
            ArgumentBlock block) {
        long alignment = 0;
        for (int operand = 0; operand < kernel.operands(); operand++) {
            alignment |= addresses[operand];
            block.add(addresses[operand]);
        }
        addParameters(block, parameters);
        long previous = context.enter();
        try {
            PlanTable<SegmentedPlan> table = tables.table(plan, stream);
            block.add(table.address());
            block.add(plan.segments());
            block.add(granuleLog2(plan));
            long key;
            long chunk;
            if ((table.form() & RUNS_BIT) != 0) {
                int width = width(kernel, alignment);
                int spans = plan.elements() >= MANY_ELEMENTS ? SPANS_OF_MANY : 1;
                block.add(spans);
                key = MapForm.key(MapForm.Walk.RUNS, 0, false, width, 0);
                chunk = packedChunk(kernel, width) * spans;
            } else {
                block.add(1);
                boolean wide = (table.form() & NARROW_BIT) == 0;
                key = MapForm.key(MapForm.Walk.SEGMENTED, plan.rank(), wide, 1, 0);
                chunk = stridedChunk(kernel);
            }
            submit(kernel, key, ceilDivide(plan.elements(), chunk), stream, block);
        } finally {
            context.leave(previous);
        }
    }

    @Override
    public long form(SegmentedPlan plan) {
        return (PlanShape.isNarrow(plan) ? NARROW_BIT : 0) | (PlanShape.isContiguous(plan) ? RUNS_BIT : 0);
    }

    @Override
    public long[] words(SegmentedPlan plan) {
        long form = form(plan);
        boolean wide = (form & NARROW_BIT) == 0;
        boolean runs = (form & RUNS_BIT) != 0;
        int record = plan.operands() + (runs ? 0 : MapSource.segmentWords(plan.operands(), plan.rank()));
        long granules = granules(plan);
        WordArray words = new WordArray(plan.segments()
                + 1
                + Math.multiplyExact(plan.segments(), record)
                + Math.toIntExact((granules + 2) / 2));
        for (long first : plan.firstElements()) {
            words.add(first);
        }
        for (int segment = 0; segment < plan.segments(); segment++) {
            for (int operand = 0; operand < plan.operands(); operand++) {
                words.add(plan.base(segment, operand));
            }
            if (!runs) {
                Words.addAxes(words, plan, segment, 0, plan.rank(), wide);
                Words.addStrides(words, plan, segment, 0, plan.rank());
            }
        }
        addGranules(words, plan, granules);
        return words.array();
    }

    /** The logarithm of the number of elements for which the table notes a segment: few enough to be worth it. */
    private static int granuleLog2(SegmentedPlan plan) {
        int log2 = SMALLEST_GRANULE_LOG2;
        while (plan.elements() >> log2 > MOST_GRANULES) {
            log2++;
        }
        return log2;
    }

    private static long granules(SegmentedPlan plan) {
        int log2 = granuleLog2(plan);
        return (plan.elements() + (1L << log2) - 1) >> log2;
    }

    /** Adds the segment of every granule's first element, and at the end the last segment, two in a word. */
    private static void addGranules(WordArray words, SegmentedPlan plan, long granules) {
        int log2 = granuleLog2(plan);
        int segment = 0;
        long word = 0;
        for (long granule = 0; granule <= granules; granule++) {
            long element = Math.min(granule << log2, plan.elements() - 1);
            while (plan.firstElement(segment + 1) <= element) {
                segment++;
            }
            if ((granule & 1) == 0) {
                word = segment;
            } else {
                words.add(word | (long) segment << 32);
            }
        }
        if ((granules & 1) == 0) {
            words.add(word);
        }
    }

    /** The inputs with one element for all positions when everything else is contiguous, or −1. */
    private static long contiguousForm(CudaMapKernel kernel, SegmentedPlan plan) {
        long uniform = 0;
        for (int operand = 0; operand < kernel.operands(); operand++) {
            if (!PlanShape.isContiguous(plan, 0, operand)) {
                if (operand < kernel.outputs()
                        || operand >= MapForm.MAX_MARKED_OPERANDS
                        || !PlanShape.isUniform(plan, 0, operand)) {
                    return -1;
                }
                uniform |= 1L << operand;
            }
        }
        return uniform;
    }

    /** The most elements in one access: 16 bytes of the smallest type, less when an address is not aligned for that. */
    private static int width(CudaMapKernel kernel, long alignment) {
        int smallest = ACCESS_BYTES;
        for (int operand = 0; operand < kernel.operands(); operand++) {
            smallest = Math.min(smallest, kernel.size(operand));
        }
        int width = Math.min(MAX_WIDTH, ACCESS_BYTES / smallest);
        while (width > 1 && !isAligned(kernel, alignment, width)) {
            width /= 2;
        }
        return width;
    }

    private static boolean isAligned(CudaMapKernel kernel, long alignment, int width) {
        for (int operand = 0; operand < kernel.operands(); operand++) {
            // The addresses are or-ed, which is strict when sizes differ and exact when they do not.
            if ((alignment & (Math.min(ACCESS_BYTES, width * kernel.size(operand)) - 1)) != 0) {
                return false;
            }
        }
        return true;
    }

    private static long packedChunk(CudaMapKernel kernel, int width) {
        return (long) MapSource.THREADS * width * MapSource.unrollPacks(kernel.isCostly(), width);
    }

    private static long stridedChunk(CudaMapKernel kernel) {
        return (long) MapSource.THREADS * MapSource.unrollElements(kernel.isCostly());
    }

    private static void addParameters(ArgumentBlock block, long[] parameters) {
        for (long parameter : parameters) {
            block.add(parameter);
        }
    }

    private static long ceilDivide(long dividend, long divisor) {
        return (dividend + divisor - 1) / divisor;
    }

    private void submit(CudaMapKernel kernel, long key, long grid, long stream, ArgumentBlock block) {
        long function = kernel.function(key);
        long previous = context.enter();
        try {
            int status = context.calls()
                    .launch(function, Math.toIntExact(grid), MapSource.THREADS, stream, block.descriptor());
            if (status != DriverStatus.SUCCESS) {
                throw context.failure(
                        status, "cuLaunchKernel(" + MapForm.of(key) + ", " + grid + " blocks) of " + kernel.program());
            }
        } finally {
            context.leave(previous);
        }
    }

    void close() {
        tables.close();
    }
}
