package dev.sluice.runtime.device;

import dev.sluice.spi.KernelSet;
import dev.sluice.spi.MapKernel;
import dev.sluice.spi.MapProgram;
import dev.sluice.spi.ReduceKernel;
import dev.sluice.spi.ReduceProgram;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The compiled kernels of one device, by program. A program is compiled once, and a failure is not remembered. */
final class KernelCache {
    private final KernelSet kernels;
    private final ConcurrentHashMap<MapProgram, MapKernel> maps = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<ReduceProgram, ReduceKernel> reductions = new ConcurrentHashMap<>();

    KernelCache(KernelSet kernels) {
        this.kernels = kernels;
    }

    MapKernel get(MapProgram program) {
        // A plain get first: computeIfAbsent locks the bin when the entry is not the first of it.
        @Nullable MapKernel kernel = maps.get(program);
        return kernel != null ? kernel : maps.computeIfAbsent(program, kernels::compile);
    }

    ReduceKernel get(ReduceProgram program) {
        @Nullable ReduceKernel kernel = reductions.get(program);
        return kernel != null ? kernel : reductions.computeIfAbsent(program, kernels::compile);
    }
}
