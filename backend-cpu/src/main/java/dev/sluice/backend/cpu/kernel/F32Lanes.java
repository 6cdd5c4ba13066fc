package dev.sluice.backend.cpu.kernel;

import java.nio.ByteOrder;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * The operators on lanes of {@link dev.sluice.DType#F32}, named as on scalars. An operator without a method here is computed
 * one element at a time.
 */
final class F32Lanes {
    private static final ByteOrder ORDER = ByteOrder.nativeOrder();
    /** From here on every value is integral. */
    private static final float INTEGRAL = 0x1p23f;

    private F32Lanes() {}

    static FloatVector load(VectorSpecies<Float> species, long address) {
        return FloatVector.fromMemorySegment(species, Memory.EVERYTHING, address, ORDER);
    }

    static FloatVector load(VectorSpecies<Float> species, long address, VectorMask<Float> tail) {
        return FloatVector.fromMemorySegment(species, Memory.EVERYTHING, address, ORDER, tail);
    }

    static void store(long address, FloatVector x) {
        x.intoMemorySegment(Memory.EVERYTHING, address, ORDER);
    }

    static void store(long address, FloatVector x, VectorMask<Float> tail) {
        x.intoMemorySegment(Memory.EVERYTHING, address, ORDER, tail);
    }

    static FloatVector broadcast(VectorSpecies<Float> species, float x) {
        return FloatVector.broadcast(species, x);
    }

    static FloatVector select(VectorMask<Float> condition, FloatVector whenTrue, FloatVector whenFalse) {
        return whenFalse.blend(whenTrue, condition);
    }

    static FloatVector negate(FloatVector x) {
        return x.lanewise(VectorOperators.NEG);
    }

    static FloatVector abs(FloatVector x) {
        return x.lanewise(VectorOperators.ABS);
    }

    static FloatVector sqrt(FloatVector x) {
        return x.lanewise(VectorOperators.SQRT);
    }

    static FloatVector exp(FloatVector x) {
        return x.lanewise(VectorOperators.EXP);
    }

    static FloatVector log(FloatVector x) {
        return x.lanewise(VectorOperators.LOG);
    }

    static FloatVector sin(FloatVector x) {
        return x.lanewise(VectorOperators.SIN);
    }

    static FloatVector cos(FloatVector x) {
        return x.lanewise(VectorOperators.COS);
    }

    static FloatVector tan(FloatVector x) {
        return x.lanewise(VectorOperators.TAN);
    }

    static FloatVector tanh(FloatVector x) {
        return x.lanewise(VectorOperators.TANH);
    }

    static FloatVector sinh(FloatVector x) {
        return x.lanewise(VectorOperators.SINH);
    }

    static FloatVector cosh(FloatVector x) {
        return x.lanewise(VectorOperators.COSH);
    }

    static FloatVector asin(FloatVector x) {
        return x.lanewise(VectorOperators.ASIN);
    }

    static FloatVector acos(FloatVector x) {
        return x.lanewise(VectorOperators.ACOS);
    }

    static FloatVector atan(FloatVector x) {
        return x.lanewise(VectorOperators.ATAN);
    }

    static FloatVector expm1(FloatVector x) {
        return x.lanewise(VectorOperators.EXPM1);
    }

    static FloatVector log1p(FloatVector x) {
        return x.lanewise(VectorOperators.LOG1P);
    }

    static FloatVector log10(FloatVector x) {
        return x.lanewise(VectorOperators.LOG10);
    }

    static FloatVector cbrt(FloatVector x) {
        return x.lanewise(VectorOperators.CBRT);
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

    static FloatVector add(FloatVector x, FloatVector y) {
        return x.lanewise(VectorOperators.ADD, y);
    }

    static FloatVector subtract(FloatVector x, FloatVector y) {
        return x.lanewise(VectorOperators.SUB, y);
    }

    static FloatVector multiply(FloatVector x, FloatVector y) {
        return x.lanewise(VectorOperators.MUL, y);
    }

    static FloatVector divide(FloatVector x, FloatVector y) {
        return x.lanewise(VectorOperators.DIV, y);
    }

    static FloatVector minimum(FloatVector x, FloatVector y) {
        return x.lanewise(VectorOperators.MIN, y);
    }

    static FloatVector maximum(FloatVector x, FloatVector y) {
        return x.lanewise(VectorOperators.MAX, y);
    }

    static FloatVector atan2(FloatVector x, FloatVector y) {
        return x.lanewise(VectorOperators.ATAN2, y);
    }

    static FloatVector hypot(FloatVector x, FloatVector y) {
        return x.lanewise(VectorOperators.HYPOT, y);
    }

    static FloatVector power(FloatVector x, FloatVector y) {
        // As in C99, and not as in Java, 1 to any power is 1, and so is −1 to an infinite one.
        VectorMask<Float> one = x.compare(VectorOperators.EQ, 1)
                .or(x.compare(VectorOperators.EQ, -1).and(y.test(VectorOperators.IS_INFINITE)));
        return x.lanewise(VectorOperators.POW, y).blend(1, one);
    }

    static VectorMask<Float> less(FloatVector x, FloatVector y) {
        return x.compare(VectorOperators.LT, y);
    }

    static VectorMask<Float> lessEqual(FloatVector x, FloatVector y) {
        return x.compare(VectorOperators.LE, y);
    }

    static VectorMask<Float> greater(FloatVector x, FloatVector y) {
        return x.compare(VectorOperators.GT, y);
    }

    static VectorMask<Float> greaterEqual(FloatVector x, FloatVector y) {
        return x.compare(VectorOperators.GE, y);
    }

    static VectorMask<Float> equal(FloatVector x, FloatVector y) {
        return x.compare(VectorOperators.EQ, y);
    }

    static VectorMask<Float> notEqual(FloatVector x, FloatVector y) {
        return x.compare(VectorOperators.NE, y);
    }
}
