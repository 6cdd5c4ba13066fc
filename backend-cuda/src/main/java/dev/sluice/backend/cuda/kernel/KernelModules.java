package dev.sluice.backend.cuda.kernel;

import dev.sluice.backend.cuda.context.CudaContext;
import dev.sluice.backend.cuda.lwjgl.DriverCalls;
import dev.sluice.backend.cuda.lwjgl.DriverStatus;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.ConcurrentHashMap;

/** The modules loaded into one context, one for each distinct source. Thread-safe; loading needs no current context. */
final class KernelModules {
    private final CudaContext context;
    private final KernelCompiler compiler;
    private final ConcurrentHashMap<String, Long> modules = new ConcurrentHashMap<>();

    KernelModules(CudaContext context, KernelCompiler compiler) {
        this.context = context;
        this.compiler = compiler;
    }

    /** The kernel {@code entry} of a source, compiled and loaded when it has not been. */
    long function(String source, String entry) {
        long previous = context.enter();
        try {
            long module = modules.computeIfAbsent(source, this::load);
            return context.result(context.calls().function(module, entry), "cuModuleGetFunction(" + entry + ")");
        } finally {
            context.leave(previous);
        }
    }

    private long load(String source) {
        byte[] image = compiler.compile(source, context);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment copy = arena.allocate(image.length, 64);
            copy.copyFrom(MemorySegment.ofArray(image));
            return context.result(context.calls().loadModule(copy.address()), "cuModuleLoadData");
        }
    }

    /** Unloads everything. */
    void close() {
        if (modules.isEmpty()) {
            return;
        }
        DriverCalls calls = context.calls();
        long previous = context.enter();
        try {
            for (long module : modules.values()) {
                int status = calls.unloadModule(module);
                if (status != DriverStatus.SUCCESS && !context.isGone(status)) {
                    throw context.failure(status, "cuModuleUnload");
                }
            }
            modules.clear();
        } finally {
            context.leave(previous);
        }
    }
}
