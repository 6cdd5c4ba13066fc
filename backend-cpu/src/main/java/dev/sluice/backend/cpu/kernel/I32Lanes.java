package dev.sluice.backend.cpu.kernel;

import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * The operators on lanes of {@link dev.sluice.DType#I32} that take more than one operation of the Vector API, named as on
 * scalars.
 */
final class I32Lanes {

    private I32Lanes() {}

    static IntVector load(VectorSpecies<Integer> species, long address) {
        return IntVector.fromMemorySegment(species, Memory.EVERYTHING, address, Memory.ORDER);
    }

    static IntVector load(VectorSpecies<Integer> species, long address, VectorMask<Integer> tail) {
        return IntVector.fromMemorySegment(species, Memory.EVERYTHING, address, Memory.ORDER, tail);
    }

    static void store(long address, IntVector x) {
        x.intoMemorySegment(Memory.EVERYTHING, address, Memory.ORDER);
    }

    static void store(long address, IntVector x, VectorMask<Integer> tail) {
        x.intoMemorySegment(Memory.EVERYTHING, address, Memory.ORDER, tail);
    }

    static IntVector sign(IntVector x) {
        return x.min(1).max(-1);
    }

    static IntVector conj(IntVector x) {
        return x;
    }

    static IntVector real(IntVector x) {
        return x;
    }

    static IntVector imag(IntVector x) {
        return x.broadcast(0);
    }

    static IntVector square(IntVector x) {
        return x.mul(x);
    }

    static IntVector absSquared(IntVector x) {
        return x.mul(x);
    }

    static VectorMask<Integer> not(IntVector x) {
        return x.compare(VectorOperators.EQ, 0);
    }

    static VectorMask<Integer> isNan(IntVector x) {
        return x.species().maskAll(false);
    }

    static VectorMask<Integer> isFinite(IntVector x) {
        return x.species().maskAll(true);
    }

    static VectorMask<Integer> isTrue(IntVector x) {
        return x.compare(VectorOperators.NE, 0);
    }
}
