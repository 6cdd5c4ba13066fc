package dev.sluice.backend.cpu.kernel;

import dev.sluice.spi.MapProgram;
import jdk.incubator.vector.DoubleVector;

/** Kernels in lanes, where a program allows it. Only loaded when the module of the Vector API is there. */
final class VectorBacking extends KernelBacking {
    VectorBacking() {
        super(new VectorCombiners());
    }

    @Override
    String describe() {
        return "vectors of " + DoubleVector.SPECIES_PREFERRED.vectorBitSize() + " bits";
    }

    @Override
    LoopSet loops(MapProgram program) {
        int lanes = LaneTypes.lanes(program);
        return lanes == 0 ? super.loops(program) : new VectorLoopSet(program, lanes);
    }
}
