package dev.sluice.backend.cpu.kernel;

import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * The operators on lanes of {@link dev.sluice.DType#I64} that take more than one operation of the Vector API, named as on
 * scalars.
 */
final class I64Lanes {

    private I64Lanes() {}

    static LongVector load(VectorSpecies<Long> species, long address) {
        return LongVector.fromMemorySegment(species, Memory.EVERYTHING, address, Memory.ORDER);
    }

    static LongVector load(VectorSpecies<Long> species, long address, VectorMask<Long> tail) {
        return LongVector.fromMemorySegment(species, Memory.EVERYTHING, address, Memory.ORDER, tail);
    }

    static void store(long address, LongVector x) {
        x.intoMemorySegment(Memory.EVERYTHING, address, Memory.ORDER);
    }

    static void store(long address, LongVector x, VectorMask<Long> tail) {
        x.intoMemorySegment(Memory.EVERYTHING, address, Memory.ORDER, tail);
    }

    /** The numbers {@code first}, {@code first + 1}, … */
    static LongVector count(VectorSpecies<Long> species, long first) {
        return LongVector.broadcast(species, first).addIndex(1);
    }

    static LongVector sign(LongVector x) {
        return x.min(1).max(-1);
    }

    static LongVector conj(LongVector x) {
        return x;
    }

    static LongVector real(LongVector x) {
        return x;
    }

    static LongVector imag(LongVector x) {
        return x.broadcast(0);
    }

    static LongVector square(LongVector x) {
        return x.mul(x);
    }

    static LongVector absSquared(LongVector x) {
        return x.mul(x);
    }

    static VectorMask<Long> not(LongVector x) {
        return x.compare(VectorOperators.EQ, 0);
    }

    static VectorMask<Long> isNan(LongVector x) {
        return x.species().maskAll(false);
    }

    static VectorMask<Long> isFinite(LongVector x) {
        return x.species().maskAll(true);
    }

    static VectorMask<Long> isTrue(LongVector x) {
        return x.compare(VectorOperators.NE, 0);
    }
}
