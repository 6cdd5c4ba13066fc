package dev.sluice.backend.cpu.kernel;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * The operators on lanes of {@link dev.sluice.DType#F32} that take more than one operation of the Vector API, named as on
 * scalars.
 */
final class F32Lanes {
    /** From here on every value is integral. */
    private static final float INTEGRAL = 0x1p23f;

    private F32Lanes() {}

    static FloatVector load(VectorSpecies<Float> species, long address) {
        return FloatVector.fromMemorySegment(species, Memory.EVERYTHING, address, Memory.ORDER);
    }

    static FloatVector load(VectorSpecies<Float> species, long address, VectorMask<Float> tail) {
        return FloatVector.fromMemorySegment(species, Memory.EVERYTHING, address, Memory.ORDER, tail);
    }

    static void store(long address, FloatVector x) {
        x.intoMemorySegment(Memory.EVERYTHING, address, Memory.ORDER);
    }

    static void store(long address, FloatVector x, VectorMask<Float> tail) {
        x.intoMemorySegment(Memory.EVERYTHING, address, Memory.ORDER, tail);
    }

    /** Adding and taking away a number that leaves no bits for a fraction rounds to nearest even. */
    static FloatVector rint(FloatVector x) {
        FloatVector magnitude = x.lanewise(VectorOperators.ABS);
        FloatVector rounded = withSignOf(magnitude.add(INTEGRAL).sub(INTEGRAL), x);
        return x.blend(rounded, magnitude.compare(VectorOperators.LT, INTEGRAL));
    }

    static FloatVector floor(FloatVector x) {
        FloatVector rounded = rint(x);
        return withSignOf(rounded.blend(rounded.sub(1), rounded.compare(VectorOperators.GT, x)), x);
    }

    static FloatVector ceil(FloatVector x) {
        FloatVector rounded = rint(x);
        return withSignOf(rounded.blend(rounded.add(1), rounded.compare(VectorOperators.LT, x)), x);
    }

    private static FloatVector withSignOf(FloatVector magnitude, FloatVector sign) {
        var signBit = sign.reinterpretAsInts().and(Integer.MIN_VALUE);
        return magnitude.reinterpretAsInts().and(~Integer.MIN_VALUE).or(signBit).reinterpretAsFloats();
    }

    static FloatVector sign(FloatVector x) {
        return x.blend(1, x.compare(VectorOperators.GT, 0)).blend(-1, x.compare(VectorOperators.LT, 0));
    }

    static FloatVector angle(FloatVector x) {
        FloatVector angle = x.broadcast(0)
                .blend(
                        (float) Math.PI,
                        x.reinterpretAsInts().compare(VectorOperators.LT, 0).cast(x.species()));
        return angle.blend(x, isNan(x));
    }

    static FloatVector conj(FloatVector x) {
        return x;
    }

    static FloatVector real(FloatVector x) {
        return x;
    }

    static FloatVector imag(FloatVector x) {
        return x.broadcast(0);
    }

    static FloatVector square(FloatVector x) {
        return x.mul(x);
    }

    static FloatVector absSquared(FloatVector x) {
        return x.mul(x);
    }

    static FloatVector reciprocal(FloatVector x) {
        return x.broadcast(1).div(x);
    }

    static VectorMask<Float> not(FloatVector x) {
        return x.compare(VectorOperators.EQ, 0);
    }

    static VectorMask<Float> isNan(FloatVector x) {
        return x.test(VectorOperators.IS_NAN);
    }

    static VectorMask<Float> isFinite(FloatVector x) {
        return x.test(VectorOperators.IS_FINITE);
    }

    static VectorMask<Float> isTrue(FloatVector x) {
        return x.compare(VectorOperators.NE, 0);
    }

    static FloatVector power(FloatVector x, FloatVector y) {
        // As in C99, and not as in Java, 1 to any power is 1, and so is −1 to an infinite one.
        VectorMask<Float> one = x.compare(VectorOperators.EQ, 1)
                .or(x.compare(VectorOperators.EQ, -1).and(y.test(VectorOperators.IS_INFINITE)));
        return x.lanewise(VectorOperators.POW, y).blend(1, one);
    }
}
