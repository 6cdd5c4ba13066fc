package dev.sluice.backend.cpu.kernel;

import dev.sluice.spi.MapProgram;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What kernels are made of: plain loops, which every JVM has, or vectors. */
class KernelBacking {
    private static final Logger LOG = LoggerFactory.getLogger(KernelBacking.class);

    private final Combiners combiners;

    KernelBacking(Combiners combiners) {
        this.combiners = combiners;
    }

    /** Vectors if they are wanted and the JVM was started with their module. */
    static KernelBacking choose(boolean vector) {
        if (!vector) {
            LOG.debug("SIMD is switched off");
            return new KernelBacking(new Combiners());
        }
        if (ModuleLayer.boot().findModule("jdk.incubator.vector").isEmpty()) {
            LOG.debug("without --add-modules jdk.incubator.vector, kernels are plain loops, at about half the speed");
            return new KernelBacking(new Combiners());
        }
        return new VectorBacking();
    }

    String describe() {
        return "plain loops";
    }

    LoopSet loops(MapProgram program) {
        return new LoopSet(program);
    }

    final Combiners combiners() {
        return combiners;
    }
}
