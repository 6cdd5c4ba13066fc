package dev.sluice.backend.cpu.kernel;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * The operators on lanes of {@link dev.sluice.DType#F64} that take more than one operation of the Vector API, named as on
 * scalars.
 */
final class F64Lanes {
    /** From here on every value is integral. */
    private static final double INTEGRAL = 0x1p52;

    private F64Lanes() {}

    static DoubleVector load(VectorSpecies<Double> species, long address) {
        return DoubleVector.fromMemorySegment(species, Memory.EVERYTHING, address, Memory.ORDER);
    }

    static DoubleVector load(VectorSpecies<Double> species, long address, VectorMask<Double> tail) {
        return DoubleVector.fromMemorySegment(species, Memory.EVERYTHING, address, Memory.ORDER, tail);
    }

    static void store(long address, DoubleVector x) {
        x.intoMemorySegment(Memory.EVERYTHING, address, Memory.ORDER);
    }

    static void store(long address, DoubleVector x, VectorMask<Double> tail) {
        x.intoMemorySegment(Memory.EVERYTHING, address, Memory.ORDER, tail);
    }

    /** Adding and taking away a number that leaves no bits for a fraction rounds to nearest even. */
    static DoubleVector rint(DoubleVector x) {
        DoubleVector magnitude = x.lanewise(VectorOperators.ABS);
        DoubleVector rounded = withSignOf(magnitude.add(INTEGRAL).sub(INTEGRAL), x);
        return x.blend(rounded, magnitude.compare(VectorOperators.LT, INTEGRAL));
    }

    static DoubleVector floor(DoubleVector x) {
        DoubleVector rounded = rint(x);
        return withSignOf(rounded.blend(rounded.sub(1), rounded.compare(VectorOperators.GT, x)), x);
    }

    static DoubleVector ceil(DoubleVector x) {
        DoubleVector rounded = rint(x);
        return withSignOf(rounded.blend(rounded.add(1), rounded.compare(VectorOperators.LT, x)), x);
    }

    private static DoubleVector withSignOf(DoubleVector magnitude, DoubleVector sign) {
        var signBit = sign.reinterpretAsLongs().and(Long.MIN_VALUE);
        return magnitude.reinterpretAsLongs().and(~Long.MIN_VALUE).or(signBit).reinterpretAsDoubles();
    }

    static DoubleVector sign(DoubleVector x) {
        return x.blend(1, x.compare(VectorOperators.GT, 0)).blend(-1, x.compare(VectorOperators.LT, 0));
    }

    static DoubleVector angle(DoubleVector x) {
        DoubleVector angle = x.broadcast(0)
                .blend(
                        Math.PI,
                        x.reinterpretAsLongs().compare(VectorOperators.LT, 0).cast(x.species()));
        return angle.blend(x, isNan(x));
    }

    static DoubleVector conj(DoubleVector x) {
        return x;
    }

    static DoubleVector real(DoubleVector x) {
        return x;
    }

    static DoubleVector imag(DoubleVector x) {
        return x.broadcast(0);
    }

    static DoubleVector square(DoubleVector x) {
        return x.mul(x);
    }

    static DoubleVector absSquared(DoubleVector x) {
        return x.mul(x);
    }

    static DoubleVector reciprocal(DoubleVector x) {
        return x.broadcast(1).div(x);
    }

    static VectorMask<Double> not(DoubleVector x) {
        return x.compare(VectorOperators.EQ, 0);
    }

    static VectorMask<Double> isNan(DoubleVector x) {
        return x.test(VectorOperators.IS_NAN);
    }

    static VectorMask<Double> isFinite(DoubleVector x) {
        return x.test(VectorOperators.IS_FINITE);
    }

    static VectorMask<Double> isTrue(DoubleVector x) {
        return x.compare(VectorOperators.NE, 0);
    }

    static DoubleVector power(DoubleVector x, DoubleVector y) {
        // As in C99, and not as in Java, 1 to any power is 1, and so is −1 to an infinite one.
        VectorMask<Double> one = x.compare(VectorOperators.EQ, 1)
                .or(x.compare(VectorOperators.EQ, -1).and(y.test(VectorOperators.IS_INFINITE)));
        return x.lanewise(VectorOperators.POW, y).blend(1, one);
    }
}
