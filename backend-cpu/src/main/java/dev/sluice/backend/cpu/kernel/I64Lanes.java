package dev.sluice.backend.cpu.kernel;

import java.nio.ByteOrder;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * The operators on lanes of {@link dev.sluice.DType#I64}, named as on scalars. An operator without a method here is computed
 * one element at a time.
 */
final class I64Lanes {
    private static final ByteOrder ORDER = ByteOrder.nativeOrder();

    private I64Lanes() {}

    static LongVector load(VectorSpecies<Long> species, long address) {
        return LongVector.fromMemorySegment(species, Memory.EVERYTHING, address, ORDER);
    }

    static LongVector load(VectorSpecies<Long> species, long address, VectorMask<Long> tail) {
        return LongVector.fromMemorySegment(species, Memory.EVERYTHING, address, ORDER, tail);
    }

    static void store(long address, LongVector x) {
        x.intoMemorySegment(Memory.EVERYTHING, address, ORDER);
    }

    static void store(long address, LongVector x, VectorMask<Long> tail) {
        x.intoMemorySegment(Memory.EVERYTHING, address, ORDER, tail);
    }

    static LongVector broadcast(VectorSpecies<Long> species, long x) {
        return LongVector.broadcast(species, x);
    }

    static LongVector select(VectorMask<Long> condition, LongVector whenTrue, LongVector whenFalse) {
        return whenFalse.blend(whenTrue, condition);
    }

    /** The numbers {@code first}, {@code first + 1}, … */
    static LongVector count(VectorSpecies<Long> species, long first) {
        return LongVector.broadcast(species, first).addIndex(1);
    }

    static LongVector negate(LongVector x) {
        return x.lanewise(VectorOperators.NEG);
    }

    static LongVector abs(LongVector x) {
        return x.lanewise(VectorOperators.ABS);
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

    static LongVector add(LongVector x, LongVector y) {
        return x.lanewise(VectorOperators.ADD, y);
    }

    static LongVector subtract(LongVector x, LongVector y) {
        return x.lanewise(VectorOperators.SUB, y);
    }

    static LongVector multiply(LongVector x, LongVector y) {
        return x.lanewise(VectorOperators.MUL, y);
    }

    static LongVector minimum(LongVector x, LongVector y) {
        return x.lanewise(VectorOperators.MIN, y);
    }

    static LongVector maximum(LongVector x, LongVector y) {
        return x.lanewise(VectorOperators.MAX, y);
    }

    static LongVector and(LongVector x, LongVector y) {
        return x.lanewise(VectorOperators.AND, y);
    }

    static LongVector or(LongVector x, LongVector y) {
        return x.lanewise(VectorOperators.OR, y);
    }

    static LongVector xor(LongVector x, LongVector y) {
        return x.lanewise(VectorOperators.XOR, y);
    }

    static LongVector shiftLeft(LongVector x, LongVector y) {
        return x.lanewise(VectorOperators.LSHL, y);
    }

    static LongVector shiftRightUnsigned(LongVector x, LongVector y) {
        return x.lanewise(VectorOperators.LSHR, y);
    }

    static VectorMask<Long> less(LongVector x, LongVector y) {
        return x.compare(VectorOperators.LT, y);
    }

    static VectorMask<Long> lessEqual(LongVector x, LongVector y) {
        return x.compare(VectorOperators.LE, y);
    }

    static VectorMask<Long> greater(LongVector x, LongVector y) {
        return x.compare(VectorOperators.GT, y);
    }

    static VectorMask<Long> greaterEqual(LongVector x, LongVector y) {
        return x.compare(VectorOperators.GE, y);
    }

    static VectorMask<Long> equal(LongVector x, LongVector y) {
        return x.compare(VectorOperators.EQ, y);
    }

    static VectorMask<Long> notEqual(LongVector x, LongVector y) {
        return x.compare(VectorOperators.NE, y);
    }
}
