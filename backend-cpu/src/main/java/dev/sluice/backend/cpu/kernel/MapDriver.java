package dev.sluice.backend.cpu.kernel;

import dev.sluice.spi.SegmentedPlan;
import java.util.Arrays;

/** Runs an elementwise kernel over ranges of the elements of a plan. */
final class MapDriver {
    /** The picoseconds of work below which waking a helper takes longer than doing its part. */
    private static final long PARALLEL = 60_000_000;
    /** The picoseconds of work that a task has at least. */
    private static final long TASK = 20_000_000;

    private MapDriver() {}

    /** Computes all elements, on several threads when that pays. */
    static void run(CompiledMap kernel, SegmentedPlan plan, long[] addresses, long[] parameters, WorkerPool workers) {
        long elements = plan.elements();
        if (elements * kernel.cost() < PARALLEL || workers.parallelism() == 1) {
            run(kernel, plan, addresses, parameters, 0, elements);
            return;
        }
        int crossing = plan.segments() == 1 ? TiledWalk.crossingAxis(kernel, plan, 0) : -1;
        if (crossing >= 0) {
            TiledWalk walk = TiledWalk.along(crossing, kernel, plan, 0);
            workers.run(
                    Math.toIntExact(walk.bands()),
                    band -> walk.run(band, addresses, parameters, Scratch.ofThread().tile));
            return;
        }
        long least = Math.max(1, TASK / kernel.cost());
        long even = elements / (4L * workers.parallelism());
        // Whole cache lines, so that two threads do not write to one.
        long size = Math.max(least, even) + 63 & -64;
        workers.run(
                Math.toIntExact((elements + size - 1) / size),
                task -> run(kernel, plan, addresses, parameters, task * size, Math.min(elements, (task + 1) * size)));
    }

    /** Computes elements {@code first} to {@code last}, exclusive, which may cross any number of segments. */
    static void run(
            CompiledMap kernel, SegmentedPlan plan, long[] addresses, long[] parameters, long first, long last) {
        long[] starts = plan.firstElements();
        int segment = segmentOf(starts, first);
        Scratch scratch = Scratch.ofThread();
        scratch.tile.reserve(kernel.operands());
        for (long element = first; element < last; segment++) {
            long end = Math.min(last, starts[segment + 1]);
            boolean whole = element == starts[segment] && end == starts[segment + 1];
            int crossing = whole ? TiledWalk.crossingAxis(kernel, plan, segment) : -1;
            if (crossing >= 0) {
                TiledWalk walk = TiledWalk.along(crossing, kernel, plan, segment);
                for (long band = 0; band < walk.bands(); band++) {
                    walk.run(band, addresses, parameters, scratch.tile);
                }
            } else if (whole && plan.rank() <= 2) {
                runWhole(kernel, plan, segment, addresses, parameters, scratch.tile);
            } else {
                runPart(kernel, plan, segment, addresses, parameters, element, end, scratch);
            }
            element = end;
        }
    }

    private static int segmentOf(long[] starts, long element) {
        if (element == 0) {
            return 0;
        }
        int found = Arrays.binarySearch(starts, element);
        return found >= 0 ? found : -found - 2;
    }

    private static void runWhole(
            CompiledMap kernel, SegmentedPlan plan, int segment, long[] addresses, long[] parameters, Tile tile) {
        int rank = plan.rank();
        int operands = kernel.operands();
        long[] extents = plan.extents();
        long[] strides = plan.strides();
        long[] bases = plan.bases();
        tile.count = rank == 0 ? 1 : extents[segment * rank + rank - 1];
        tile.rows = rank < 2 ? 1 : extents[segment * rank];
        tile.index = plan.firstElements()[segment];
        for (int k = 0; k < operands; k++) {
            int at = (segment * operands + k) * rank;
            long size = kernel.elementBytes(k);
            tile.pointers[k] = addresses[k] + bases[segment * operands + k] * size;
            tile.strides[k] = rank == 0 ? 0 : strides[at + rank - 1] * size;
            tile.rowStrides[k] = rank < 2 ? 0 : strides[at] * size;
        }
        kernel.run(tile, parameters);
    }

    private static void runPart(
            CompiledMap kernel,
            SegmentedPlan plan,
            int segment,
            long[] addresses,
            long[] parameters,
            long first,
            long last,
            Scratch scratch) {
        int rank = plan.rank();
        BoxWalk walk = scratch.walk;
        walk.reset(kernel.operands(), rank);
        for (int axis = 0; axis < rank; axis++) {
            walk.extent(axis, plan.extent(segment, axis));
        }
        for (int k = 0; k < kernel.operands(); k++) {
            long size = kernel.elementBytes(k);
            walk.origin(k, addresses[k] + plan.base(segment, k) * size);
            for (int axis = 0; axis < rank; axis++) {
                walk.stride(k, axis, plan.stride(segment, k, axis) * size);
            }
        }
        long start = plan.firstElement(segment);
        walk.seek(first - start);
        while (walk.position() < last - start) {
            walk.next(scratch.tile, last - start - walk.position());
            scratch.tile.index += start;
            kernel.run(scratch.tile, parameters);
        }
    }
}
