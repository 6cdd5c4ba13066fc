package dev.sluice.backend.cpu.kernel;

import java.nio.ByteOrder;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * The operators on lanes of {@link dev.sluice.DType#I32}, named as on scalars. An operator without a method here is computed
 * one element at a time.
 */
final class I32Lanes {
    private static final ByteOrder ORDER = ByteOrder.nativeOrder();

    private I32Lanes() {}

    static IntVector load(VectorSpecies<Integer> species, long address) {
        return IntVector.fromMemorySegment(species, Memory.EVERYTHING, address, ORDER);
    }

    static IntVector load(VectorSpecies<Integer> species, long address, VectorMask<Integer> tail) {
        return IntVector.fromMemorySegment(species, Memory.EVERYTHING, address, ORDER, tail);
    }

    static void store(long address, IntVector x) {
        x.intoMemorySegment(Memory.EVERYTHING, address, ORDER);
    }

    static void store(long address, IntVector x, VectorMask<Integer> tail) {
        x.intoMemorySegment(Memory.EVERYTHING, address, ORDER, tail);
    }

    static IntVector broadcast(VectorSpecies<Integer> species, int x) {
        return IntVector.broadcast(species, x);
    }

    static IntVector select(VectorMask<Integer> condition, IntVector whenTrue, IntVector whenFalse) {
        return whenFalse.blend(whenTrue, condition);
    }

    static IntVector negate(IntVector x) {
        return x.lanewise(VectorOperators.NEG);
    }

    static IntVector abs(IntVector x) {
        return x.lanewise(VectorOperators.ABS);
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

    static IntVector add(IntVector x, IntVector y) {
        return x.lanewise(VectorOperators.ADD, y);
    }

    static IntVector subtract(IntVector x, IntVector y) {
        return x.lanewise(VectorOperators.SUB, y);
    }

    static IntVector multiply(IntVector x, IntVector y) {
        return x.lanewise(VectorOperators.MUL, y);
    }

    static IntVector minimum(IntVector x, IntVector y) {
        return x.lanewise(VectorOperators.MIN, y);
    }

    static IntVector maximum(IntVector x, IntVector y) {
        return x.lanewise(VectorOperators.MAX, y);
    }

    static IntVector and(IntVector x, IntVector y) {
        return x.lanewise(VectorOperators.AND, y);
    }

    static IntVector or(IntVector x, IntVector y) {
        return x.lanewise(VectorOperators.OR, y);
    }

    static IntVector xor(IntVector x, IntVector y) {
        return x.lanewise(VectorOperators.XOR, y);
    }

    static IntVector shiftLeft(IntVector x, IntVector y) {
        return x.lanewise(VectorOperators.LSHL, y);
    }

    static IntVector shiftRightUnsigned(IntVector x, IntVector y) {
        return x.lanewise(VectorOperators.LSHR, y);
    }

    static VectorMask<Integer> less(IntVector x, IntVector y) {
        return x.compare(VectorOperators.LT, y);
    }

    static VectorMask<Integer> lessEqual(IntVector x, IntVector y) {
        return x.compare(VectorOperators.LE, y);
    }

    static VectorMask<Integer> greater(IntVector x, IntVector y) {
        return x.compare(VectorOperators.GT, y);
    }

    static VectorMask<Integer> greaterEqual(IntVector x, IntVector y) {
        return x.compare(VectorOperators.GE, y);
    }

    static VectorMask<Integer> equal(IntVector x, IntVector y) {
        return x.compare(VectorOperators.EQ, y);
    }

    static VectorMask<Integer> notEqual(IntVector x, IntVector y) {
        return x.compare(VectorOperators.NE, y);
    }
}
