package dev.sluice.backend.cpu.kernel;

import java.nio.ByteOrder;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * The operators on lanes of {@link dev.sluice.DType#F64}, named as on scalars. An operator without a method here is computed
 * one element at a time.
 */
final class F64Lanes {
    private static final ByteOrder ORDER = ByteOrder.nativeOrder();
    /** From here on every value is integral. */
    private static final double INTEGRAL = 0x1p52;

    private F64Lanes() {}

    static DoubleVector load(VectorSpecies<Double> species, long address) {
        return DoubleVector.fromMemorySegment(species, Memory.EVERYTHING, address, ORDER);
    }

    static DoubleVector load(VectorSpecies<Double> species, long address, VectorMask<Double> tail) {
        return DoubleVector.fromMemorySegment(species, Memory.EVERYTHING, address, ORDER, tail);
    }

    static void store(long address, DoubleVector x) {
        x.intoMemorySegment(Memory.EVERYTHING, address, ORDER);
    }

    static void store(long address, DoubleVector x, VectorMask<Double> tail) {
        x.intoMemorySegment(Memory.EVERYTHING, address, ORDER, tail);
    }

    static DoubleVector broadcast(VectorSpecies<Double> species, double x) {
        return DoubleVector.broadcast(species, x);
    }

    static DoubleVector select(VectorMask<Double> condition, DoubleVector whenTrue, DoubleVector whenFalse) {
        return whenFalse.blend(whenTrue, condition);
    }

    static DoubleVector negate(DoubleVector x) {
        return x.lanewise(VectorOperators.NEG);
    }

    static DoubleVector abs(DoubleVector x) {
        return x.lanewise(VectorOperators.ABS);
    }

    static DoubleVector sqrt(DoubleVector x) {
        return x.lanewise(VectorOperators.SQRT);
    }

    static DoubleVector exp(DoubleVector x) {
        return x.lanewise(VectorOperators.EXP);
    }

    static DoubleVector log(DoubleVector x) {
        return x.lanewise(VectorOperators.LOG);
    }

    static DoubleVector sin(DoubleVector x) {
        return x.lanewise(VectorOperators.SIN);
    }

    static DoubleVector cos(DoubleVector x) {
        return x.lanewise(VectorOperators.COS);
    }

    static DoubleVector tan(DoubleVector x) {
        return x.lanewise(VectorOperators.TAN);
    }

    static DoubleVector tanh(DoubleVector x) {
        return x.lanewise(VectorOperators.TANH);
    }

    static DoubleVector sinh(DoubleVector x) {
        return x.lanewise(VectorOperators.SINH);
    }

    static DoubleVector cosh(DoubleVector x) {
        return x.lanewise(VectorOperators.COSH);
    }

    static DoubleVector asin(DoubleVector x) {
        return x.lanewise(VectorOperators.ASIN);
    }

    static DoubleVector acos(DoubleVector x) {
        return x.lanewise(VectorOperators.ACOS);
    }

    static DoubleVector atan(DoubleVector x) {
        return x.lanewise(VectorOperators.ATAN);
    }

    static DoubleVector expm1(DoubleVector x) {
        return x.lanewise(VectorOperators.EXPM1);
    }

    static DoubleVector log1p(DoubleVector x) {
        return x.lanewise(VectorOperators.LOG1P);
    }

    static DoubleVector log10(DoubleVector x) {
        return x.lanewise(VectorOperators.LOG10);
    }

    static DoubleVector cbrt(DoubleVector x) {
        return x.lanewise(VectorOperators.CBRT);
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

    static DoubleVector add(DoubleVector x, DoubleVector y) {
        return x.lanewise(VectorOperators.ADD, y);
    }

    static DoubleVector subtract(DoubleVector x, DoubleVector y) {
        return x.lanewise(VectorOperators.SUB, y);
    }

    static DoubleVector multiply(DoubleVector x, DoubleVector y) {
        return x.lanewise(VectorOperators.MUL, y);
    }

    static DoubleVector divide(DoubleVector x, DoubleVector y) {
        return x.lanewise(VectorOperators.DIV, y);
    }

    static DoubleVector minimum(DoubleVector x, DoubleVector y) {
        return x.lanewise(VectorOperators.MIN, y);
    }

    static DoubleVector maximum(DoubleVector x, DoubleVector y) {
        return x.lanewise(VectorOperators.MAX, y);
    }

    static DoubleVector atan2(DoubleVector x, DoubleVector y) {
        return x.lanewise(VectorOperators.ATAN2, y);
    }

    static DoubleVector hypot(DoubleVector x, DoubleVector y) {
        return x.lanewise(VectorOperators.HYPOT, y);
    }

    static DoubleVector power(DoubleVector x, DoubleVector y) {
        // As in C99, and not as in Java, 1 to any power is 1, and so is −1 to an infinite one.
        VectorMask<Double> one = x.compare(VectorOperators.EQ, 1)
                .or(x.compare(VectorOperators.EQ, -1).and(y.test(VectorOperators.IS_INFINITE)));
        return x.lanewise(VectorOperators.POW, y).blend(1, one);
    }

    static VectorMask<Double> less(DoubleVector x, DoubleVector y) {
        return x.compare(VectorOperators.LT, y);
    }

    static VectorMask<Double> lessEqual(DoubleVector x, DoubleVector y) {
        return x.compare(VectorOperators.LE, y);
    }

    static VectorMask<Double> greater(DoubleVector x, DoubleVector y) {
        return x.compare(VectorOperators.GT, y);
    }

    static VectorMask<Double> greaterEqual(DoubleVector x, DoubleVector y) {
        return x.compare(VectorOperators.GE, y);
    }

    static VectorMask<Double> equal(DoubleVector x, DoubleVector y) {
        return x.compare(VectorOperators.EQ, y);
    }

    static VectorMask<Double> notEqual(DoubleVector x, DoubleVector y) {
        return x.compare(VectorOperators.NE, y);
    }
}
